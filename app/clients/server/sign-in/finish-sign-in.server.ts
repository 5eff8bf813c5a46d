import { and, desc, eq, lt } from 'drizzle-orm';
import { hashCode } from '../../../chat/server/email-verification/ask-confirmation.server.ts';
import { CONFIRMATION_CODE } from '../../../chat/protocol/rules.ts';
import { change } from '../../../platform/change/change.server.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/db/database.server.ts';
import { normalizeEmail } from '../../../platform/email.ts';
import { RefusedError } from '../../../platform/errors.ts';
import { findLink, takeLink } from '../../../platform/one-time-link.server.ts';
import type { RateLimit } from '../../../platform/rate-limit.ts';
import { msg, t } from '../../../i18n/translate.ts';
import { traceOfClient, type ClientContext } from '../client-context.server.ts';
import { openSession, type Device } from '../sessions/open-session.server.ts';
import { clientSignIns } from '../tables.server.ts';

const ATTEMPTS = 5;
/** A used or expired request can still say so for this long. */
const REQUESTS_EXPIRE_AFTER_MS = 24 * 60 * 60 * 1000;

/** Counted for each address over all browsers, so that many browsers give no additional guesses. */
const ATTEMPTS_OF_ADDRESS: RateLimit = {
  name: 'client-code-address',
  burst: 20,
  perMinute: 1 / 60,
};

const INCOMPLETE = msg('Enter the six digits from the email.');
const WRONG = msg("This isn't the code from the newest email. Check it and try again.");
const OVER = msg('This code has been used or has expired. Request a new one.');
export const SIGN_IN_LINK_IS_OVER = msg(
  'This link has been used or has expired. Request a new one.',
);

/**
 * Signs in with the code of the newest email to this browser, and returns the cookie. Throws {@link RefusedError}: 400
 * for a wrong code, 410 for one that is over, 429 after too many attempts.
 */
export async function signInByCode(
  appContext: ClientContext,
  requestId: string,
  device: Device,
  { email: typed, code: typedCode }: { readonly email: string; readonly code: string },
): Promise<string> {
  const email = normalizeEmail(typed);
  const code = typedCode.replace(/\D/g, '');
  if (!CONFIRMATION_CODE.test(code)) throw new RefusedError(400, t(INCOMPLETE), 'code');
  // Only attempts at an open code count, because strangers could use up the owner's attempts otherwise.
  const [asked] = await newestRequest(appContext.db, device.browserId, email);
  if (!isOpen(asked, appContext.clock.now())) throw new RefusedError(410, t(OVER), 'code');
  await appContext.limits.take(ATTEMPTS_OF_ADDRESS, email);
  const outcome = await change(appContext, traceOfClient(requestId), async (tx, after) => {
    const refusal = await useCode(tx, appContext.clock, device.browserId, email, code);
    // The error is returned, because throwing would roll back the count of the wrong attempt.
    return refusal ?? openSession(tx, after, appContext, email, device, 'code');
  });
  if (outcome instanceof RefusedError) throw outcome;
  return outcome;
}

async function useCode(
  tx: Database,
  clock: Clock,
  browserId: string,
  email: string,
  code: string,
): Promise<RefusedError | undefined> {
  const now = clock.now();
  // The lock makes concurrent attempts wait, so that each of them is counted.
  const [request] = await newestRequest(tx, browserId, email).for('update');
  if (!isOpen(request, now)) return new RefusedError(410, t(OVER), 'code');
  const isRight = request.codeHash === hashCode(request.id, code);
  await tx
    .update(clientSignIns)
    .set(isRight ? { usedAt: now } : { attempts: request.attempts + 1 })
    .where(eq(clientSignIns.id, request.id));
  return isRight ? undefined : new RefusedError(400, t(WRONG), 'code');
}

function newestRequest(db: Database, browserId: string, email: string) {
  return db
    .select()
    .from(clientSignIns)
    .where(and(eq(clientSignIns.browserId, browserId), eq(clientSignIns.email, email)))
    .orderBy(desc(clientSignIns.createdAt))
    .limit(1);
}

type Request = typeof clientSignIns.$inferSelect;

function isOpen(request: Request | undefined, now: Date): request is Request {
  return (
    request !== undefined &&
    !request.usedAt &&
    request.codeExpiresAt > now &&
    request.attempts < ATTEMPTS
  );
}

/** Returns the address of a link for its landing page. Only `signInByLink` uses the link up. */
export async function findSignInLink(
  db: Database,
  clock: Clock,
  token: string,
): Promise<string | undefined> {
  return (await findLink(db, clock, clientSignIns, token))?.email;
}

/**
 * Signs in the browser that opened the link, which need not be the one that asked: the mailbox proves the address, and
 * nothing happens in the browser that asked. Throws {@link RefusedError} 410 for a used or expired link.
 */
export async function signInByLink(
  appContext: ClientContext,
  requestId: string,
  device: Device,
  token: string,
): Promise<string> {
  return change(appContext, traceOfClient(requestId), async (tx, after) => {
    const request = await takeLink(tx, appContext.clock, clientSignIns, token);
    if (!request) throw new RefusedError(410, t(SIGN_IN_LINK_IS_OVER), 'token');
    return openSession(tx, after, appContext, request.email, device, 'link');
  });
}

export async function expireSignIns(tx: Database, now: Date): Promise<void> {
  const before = new Date(now.getTime() - REQUESTS_EXPIRE_AFTER_MS);
  await tx.delete(clientSignIns).where(lt(clientSignIns.expiresAt, before));
}
