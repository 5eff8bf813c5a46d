import { and, eq, lt } from 'drizzle-orm';
import { change } from '../../../platform/change/change.server.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/db/database.server.ts';
import { deleteSome } from '../../../platform/db/delete-some.server.ts';
import { takeGuess, useCode, type TypedCode } from '../../../platform/email-code.server.ts';
import { normalizeEmail } from '../../../platform/email.ts';
import { RefusedError } from '../../../platform/errors.ts';
import { mailboxOf } from '../../../platform/email/mailbox.ts';
import { giveBackToMailbox } from '../../../platform/email/mailbox-budget.server.ts';
import { takeLink } from '../../../platform/one-time-link.server.ts';
import { hashSecret } from '../../../platform/secrets.server.ts';
import { msg, t } from '../../../i18n/translate.ts';
import { traceOfClient, type ClientContext } from '../client-context.server.ts';
import { openSession, type Device } from '../sessions/open-session.server.ts';
import { clientSignIns } from '../tables.server.ts';

/** A used or expired request can still say so for this long. */
const REQUESTS_EXPIRE_AFTER_MS = 24 * 60 * 60 * 1000;

export const SIGN_IN_LINK_IS_OVER = msg(
  'This link has been used or has expired. Request a new one.',
);

/**
 * Signs in with the code of the newest email to this browser, and returns the cookie. Throws {@link RefusedError}: 400
 * for a wrong code, 410 for one that is over, 429 after too many guesses.
 */
export async function signInByCode(
  appContext: ClientContext,
  requestId: string,
  device: Device,
  typed: TypedCode,
): Promise<string> {
  const email = normalizeEmail(typed.email);
  const own = and(eq(clientSignIns.browserId, device.browserId), eq(clientSignIns.email, email));
  const code = await takeGuess(appContext, clientSignIns, own, { ...typed, email });
  const outcome = await change(appContext, traceOfClient(requestId), async (tx, after) => {
    const refusal = await useCode(tx, appContext.clock, clientSignIns, own, code);
    return refusal ?? openSession(tx, after, appContext, email, device, 'code');
  });
  if (outcome instanceof RefusedError) throw outcome;
  return outcome;
}

/**
 * Returns the address of a link for its landing page, and whether the link still signs in. Only `signInByLink` uses the
 * link up.
 */
export async function findSignInLink(
  db: Database,
  clock: Clock,
  token: string,
): Promise<{ email: string; isOver: boolean } | undefined> {
  const [request] = await db
    .select()
    .from(clientSignIns)
    .where(eq(clientSignIns.tokenHash, hashSecret(token)));
  if (!request) return undefined;
  const { email, usedAt, expiresAt } = request;
  return { email, isOver: usedAt !== null || expiresAt <= clock.now() };
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

/**
 * Ends all requests for the address of the link, and counts their emails no longer against the mailbox's limit, so that
 * its owner can sign in or order although strangers used the limit up (rule 385). A used or expired link proves the
 * mailbox as well. Throws {@link RefusedError} 410 for an unknown link.
 */
export async function disownSignIn(
  appContext: ClientContext,
  requestId: string,
  token: string,
): Promise<void> {
  await change(appContext, traceOfClient(requestId), async (tx) => {
    const request = await findSignInLink(tx, appContext.clock, token);
    if (!request) throw new RefusedError(410, t(SIGN_IN_LINK_IS_OVER), 'token');
    await tx.delete(clientSignIns).where(eq(clientSignIns.email, request.email));
    const mailbox = mailboxOf(request.email);
    await giveBackToMailbox(tx, mailbox, 'sign-in');
    await giveBackToMailbox(tx, mailbox, 'confirmation');
  });
}

export async function expireSignIns(tx: Database, now: Date): Promise<number> {
  const before = new Date(now.getTime() - REQUESTS_EXPIRE_AFTER_MS);
  return deleteSome(tx, clientSignIns, lt(clientSignIns.expiresAt, before));
}
