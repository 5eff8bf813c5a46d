import { randomInt, randomUUID } from 'node:crypto';
import { and, desc, eq, lt } from 'drizzle-orm';
import { hashCode } from '../../../chat/server/email-verification/ask-confirmation.server.ts';
import type { Captcha } from '../../../platform/captcha.server.ts';
import { change } from '../../../platform/change/change.server.ts';
import type { Database } from '../../../platform/db/database.server.ts';
import type { MailMessage } from '../../../platform/email/mail.ts';
import { writeMail } from '../../../platform/email/write-mail.server.ts';
import { t, msg } from '../../../i18n/translate.ts';
import type { RateLimit, RateLimits } from '../../../platform/rate-limit.ts';
import type { OrderContext } from '../order-context.server.ts';
import { orderCodes } from '../tables.server.ts';

const MINUTE_MS = 60_000;
const CODE_VALID_MINUTES = 15;
const ATTEMPTS = 5;
/** A used or expired code can still say so for this long. */
const CODES_EXPIRE_AFTER_MS = 24 * 60 * MINUTE_MS;

/**
 * The emails go to addresses that nobody has proved, so each network may request only a few. Each mailbox has a limit
 * over all networks (`mailbox-budget.server.ts`).
 */
const EMAILS_OF_NETWORK: RateLimit = { name: 'order-code', burst: 10, perMinute: 0.5 };
/** Browsers without JavaScript cannot solve a proof of work, and neither do most bots. */
const EMAILS_WITHOUT_PROOF: RateLimit = { name: 'order-code-unproved', burst: 3, perMinute: 0.1 };
/** Counted for each address over all browsers, so that many browsers give no additional guesses. */
const ATTEMPTS_OF_ADDRESS: RateLimit = {
  name: 'order-code-address',
  burst: 20,
  perMinute: 1 / 60,
};

const WRONG = msg("This isn't the code from the newest email. Check it and try again.");
const OVER = msg('This code has been used or has expired. Request a new one.');

export interface CodeContext extends OrderContext {
  readonly limits: RateLimits;
  readonly captcha: Pick<Captcha, 'verify'>;
}

interface CodeRequest {
  readonly browserId: string;
  readonly email: string;
  readonly network: string;
  /** The proof of work. '' without JavaScript. */
  readonly proof: string;
}

/**
 * Emails a code to the address. The answer is the same if the email is held back, so that nobody learns anything about
 * the address. Throws {@link RefusedError} 429 for a network with too many requests.
 */
export async function sendOrderCode(
  appContext: CodeContext,
  { browserId, email, network, proof }: CodeRequest,
): Promise<void> {
  const { captcha, clock, limits, mail, settings } = appContext;
  await limits.take(EMAILS_OF_NETWORK, network);
  // An expired or used proof is not an error, because the smaller limit still applies.
  if (proof === '' || !(await captcha.verify(proof))) {
    await limits.take(EMAILS_WITHOUT_PROOF, network);
  }
  await change(appContext, undefined, async (tx, after) => {
    const id = randomUUID();
    const code = randomInt(0, 1_000_000).toString().padStart(6, '0');
    const createdAt = clock.now();
    await tx.insert(orderCodes).values({
      id,
      browserId,
      email,
      codeHash: hashCode(id, code),
      createdAt,
      expiresAt: new Date(createdAt.getTime() + CODE_VALID_MINUTES * MINUTE_MS),
    });
    mail.send(after, orderCodeMail(settings.brandName, email, code));
  });
}

/**
 * Counts an attempt for the address. Only attempts at an open code count, because strangers could use up the owner's
 * attempts otherwise.
 */
export async function takeAttempt(
  appContext: CodeContext,
  browserId: string,
  email: string,
): Promise<void> {
  const [newest] = await newestCode(appContext.db, browserId, email);
  if (isOpen(newest, appContext.clock.now())) {
    await appContext.limits.take(ATTEMPTS_OF_ADDRESS, email);
  }
}

/**
 * Uses the code within the transaction that places the order. Returns the refusal instead of throwing it, because a
 * rollback would forget the wrong attempt.
 */
export async function useOrderCode(
  tx: Database,
  { clock }: Pick<OrderContext, 'clock'>,
  browserId: string,
  email: string,
  code: string,
): Promise<string | undefined> {
  const now = clock.now();
  // The lock makes concurrent attempts wait, so that each of them is counted.
  const [newest] = await newestCode(tx, browserId, email).for('update');
  if (!isOpen(newest, now)) return t(OVER);
  const isRight = newest.codeHash === hashCode(newest.id, code);
  await tx
    .update(orderCodes)
    .set(isRight ? { usedAt: now } : { attempts: newest.attempts + 1 })
    .where(eq(orderCodes.id, newest.id));
  return isRight ? undefined : t(WRONG);
}

function newestCode(db: Database, browserId: string, email: string) {
  return db
    .select()
    .from(orderCodes)
    .where(and(eq(orderCodes.browserId, browserId), eq(orderCodes.email, email)))
    .orderBy(desc(orderCodes.createdAt))
    .limit(1);
}

type CodeRow = typeof orderCodes.$inferSelect;

function isOpen(row: CodeRow | undefined, now: Date): row is CodeRow {
  return row !== undefined && !row.usedAt && row.expiresAt > now && row.attempts < ATTEMPTS;
}

export async function expireOrderCodes(appContext: OrderContext): Promise<void> {
  const before = new Date(appContext.clock.now().getTime() - CODES_EXPIRE_AFTER_MS);
  await change(appContext, undefined, (tx) =>
    tx.delete(orderCodes).where(lt(orderCodes.expiresAt, before)),
  );
}

/** Anybody can cause this email, so it contains nothing of the order. */
export function orderCodeMail(brandName: string, to: string, code: string): MailMessage {
  return writeMail({
    kind: 'order-code',
    to,
    brandName,
    subject: t('{code} is your code for your order with {brandName}', { code, brandName }),
    title: t('Confirm your address'),
    unsolicited: 'confirmation',
    body: [
      t('Someone, probably you, is placing an order with {brandName} for this address.', {
        brandName,
      }),
      {
        says: t('Enter this code in the order form within {minutes} minutes: {code}', {
          minutes: CODE_VALID_MINUTES,
          code,
        }),
        code,
      },
    ],
    footer: [
      t(
        "If this wasn't you, ignore this email and don't share the code with anyone. Nothing will happen.",
      ),
    ],
  });
}
