import { createHash } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { createLog } from '../../app/platform/log.server.ts';
import type { Database } from '../../app/platform/db/database.server.ts';
import type { After } from '../../app/platform/change/change.server.ts';
import { webhookListeners } from '../../app/webhooks/server/record-event.server.ts';
import { RefusedError } from '../../app/platform/errors.ts';
import { checkHeaders, type Mail, type MailMessage } from '../../app/platform/email/mail.ts';
import { createAuth, type PasswordHasher } from '../../app/accounts/server/sign-in/auth.server.ts';
import type { Trace } from '../../app/platform/change/audit.server.ts';
import { createAccount } from '../../app/accounts/server/sign-in/create-account.server.ts';
import type { Member } from '../../app/accounts/protocol/member.ts';
import { signIn } from '../../app/accounts/server/sessions/sign-in.server.ts';
import { auditLog } from '../../app/platform/tables.server.ts';
import { CAST } from './cast.ts';
import { CATALOGUE } from './catalogue.ts';
import { TestClock } from './database.ts';
import { showStored } from '../../app/platform/stored-message.ts';

export const TEST_ORIGIN = 'https://shop.example';

/** Somebody who is not signed in. */
export const NOBODY: Trace = { member: undefined, requestId: 'request-1' };

export const tracedBy = (member: Member): Trace => ({ member, requestId: 'request-1' });

/** Keeps what would have been sent. */
export class RecordingMail implements Mail {
  readonly isDelivered: boolean;
  readonly sent: MailMessage[] = [];
  isDown = false;

  constructor(isDelivered = false) {
    this.isDelivered = isDelivered;
  }

  /** As soon as it is committed, as if the outbox were worked off at once. */
  send(after: After, message: MailMessage): void {
    checkHeaders(message);
    after.hint(() => this.sent.push(message));
  }

  deliver(message: MailMessage): Promise<void> {
    if (this.isDown) return Promise.reject(new Error('The mail server is away'));
    checkHeaders(message);
    this.sent.push(message);
    return Promise.resolve();
  }

  /** Addresses whose mails were to be forgotten; 'all' after a reset. */
  readonly forgotten: string[] = [];

  forget(address = 'all'): Promise<number> {
    this.forgotten.push(address);
    return Promise.resolve(0);
  }

  /** The secret in the link of the newest mail. */
  get lastToken(): string {
    return /token=([\w-]{43})/.exec(this.sent.at(-1)?.text ?? '')?.[1] ?? '';
  }
}

/** A hash that costs nothing. One test of sign-in.server.test.ts covers the slow one. */
export const QUICK_PASSWORDS: PasswordHasher = {
  hash: (password) => Promise.resolve(createHash('sha256').update(password).digest('hex')),
  verify: async ({ hash, password }) => hash === (await QUICK_PASSWORDS.hash(password)),
};

/** What the team's use cases need, with a real auth on the test's database. */
export function teamServices(db: Database, options: { isDelivered?: boolean } = {}) {
  const closed: string[] = [];
  return {
    db,
    /** Whose sockets were closed, in order. */
    closed,
    closeSession: (sessionId: string) => void closed.push(`session ${sessionId}`),
    closeMember: (memberId: string) => void closed.push(`member ${memberId}`),
    afterChange: { nudge() {}, pageChanged() {}, committed() {} },
    listeners: webhookListeners,
    catalogue: CATALOGUE,
    auth: createAuth(db, {
      origin: TEST_ORIGIN,
      secret: 'a secret of at least 32 characters',
      passwords: QUICK_PASSWORDS,
    }),
    clock: new TestClock(),
    mail: new RecordingMail(options.isDelivered),
    log: createLog('silent'),
    settings: { origin: TEST_ORIGIN, brandName: 'Embarka', secondFactorFor: 'automatic' as const },
  };
}

export type TestServices = ReturnType<typeof teamServices>;

/** Somebody of the cast with a password that works. */
export async function employ(
  db: Database,
  services: TestServices,
  name: keyof typeof CAST,
): Promise<Member> {
  const id = await createAccount(db, services.auth, services.clock, CAST[name]);
  const { email, fullName, role } = CAST[name];
  return { id, email, fullName, role };
}

/** Signs somebody of the cast in and returns the Cookie header their browser sends from then on. */
export async function cookieOf(
  db: Database,
  services: TestServices,
  name: keyof typeof CAST,
): Promise<string> {
  const { headers } = await signIn(db, services, NOBODY, new Headers(), CAST[name]);
  return headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ');
}

/** The texts of the audit log in English, oldest first. */
export async function auditOf(db: Database, action: string) {
  const rows = await db.select().from(auditLog).where(eq(auditLog.action, action));
  return rows.map(({ subjectMessage, detailMessage, ...row }) => ({
    ...row,
    subject: showStored(subjectMessage, row.subject),
    detail: showStored(detailMessage, row.detail),
  }));
}

/** The refusal this work ends with; fails the test when it does not. */
export async function refusalOf(work: Promise<unknown>): Promise<RefusedError> {
  const error = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (error instanceof RefusedError) return error;
  throw new Error('Expected a refusal', { cause: error });
}
