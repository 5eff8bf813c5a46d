import { and, eq } from 'drizzle-orm';
import { change } from '../../platform/change/change.server.ts';
import type { Trace } from '../../platform/change/audit.server.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/db/database.server.ts';
import { RefusedError } from '../../platform/errors.ts';
import type { RateLimits } from '../../platform/rate-limit.ts';
import { isPasswordOf } from '../accounts/credentials.server.ts';
import { recoveryCodeUsedMail } from '../accounts/team-mails.ts';
import { inWordsOf } from '../members/speech-of-member.server.ts';
import type { TeamServices } from '../members/team-services.ts';
import type { AwaitingSession } from '../sessions/awaiting-session.server.ts';
import { authSessions } from '../tables.server.ts';
import { readHasFactor } from './read-factors.server.ts';
import { countRecoveryCodes, takeRecoveryCode } from './recovery-codes.server.ts';
import { takeTotpCode } from './totp.server.ts';

/**
 * Guesses at a code, by account: whoever knows the password tries one of a million numbers a minute, of
 * which three are right at a time …
 */
const CODE_LIMIT = { name: 'factor-code', burst: 5, perMinute: 1 };
/** … and for whoever goes on guessing, as many a day as NIST SP 800-63B (3.2.2) allows in a row. */
const CODES_A_DAY = { name: 'factor-codes-a-day', burst: 100, perMinute: 100 / (24 * 60) };
/** Keeps a stolen session from trying passwords. */
const PASSWORD_LIMIT = { name: 'prove-password', burst: 5, perMinute: 1 };

export const WRONG_CODE =
  'That code is not right, or was used before. Please wait for the next one and try again.';

/** Whose session it is, and which; one that has never been proved is about to be signed in with. */
export interface Prover extends AwaitingSession {
  readonly provedAt?: Date;
}

/**
 * Takes a code of the authenticator app, or a recovery code, as the proof of this session: from then on
 * somebody is signed in with it. Browsers that the account was used with before have a count of their own,
 * so that a stranger who knows the password and guesses does not keep the owner out. Throws a
 * {@link RefusedError} for a code that is wrong or used.
 */
export async function proveByCode(
  services: TeamServices & { readonly limits: RateLimits },
  trace: Trace,
  prover: Prover,
  typed: string,
  isKnownBrowser = false,
): Promise<void> {
  const { clock, limits, mail, settings } = services;
  const { id, email } = prover.member;
  const code = typed.trim();
  if (code === '') throw new RefusedError(400, 'Please enter a code', 'code');
  const guesser = isKnownBrowser ? `${id} known` : id;
  await limits.take(CODE_LIMIT, guesser);
  await limits.take(CODES_A_DAY, guesser);
  const isProved = await change(services, trace, async (tx, after) => {
    const byApp = await takeTotpCode(tx, clock, id, code.replaceAll(' ', ''));
    const byRecovery = !byApp && (await takeRecoveryCode(tx, clock, id, code));
    if (!byApp && !byRecovery) {
      after.audit('factor-refused', { subjectId: id, subject: email });
      return false;
    }
    await keepProof(tx, clock, prover);
    if (!prover.provedAt) after.audit('signed-in', { subject: email });
    if (byRecovery) {
      after.audit('recovery-code-used', { subjectId: id, subject: email });
      const left = await countRecoveryCodes(tx, id);
      const message = await inWordsOf(tx, settings, { email }, () =>
        recoveryCodeUsedMail(settings, email, left),
      );
      mail.send(after, message);
    }
    return true;
  });
  if (!isProved) throw new RefusedError(403, WRONG_CODE, 'code');
}

/** Takes the password as the proof, from somebody who has no second factor. */
export async function proveByPassword(
  services: TeamServices & { readonly limits: RateLimits },
  prover: Prover,
  password: string,
): Promise<void> {
  const { auth, clock, db, limits } = services;
  if (password === '') throw new RefusedError(400, 'Please enter your password', 'current');
  if (await readHasFactor(db, prover.member.id)) throw new RefusedError(403, WRONG_CODE, 'code');
  await limits.take(PASSWORD_LIMIT, prover.member.id);
  if (!(await isPasswordOf(db, auth, prover.member.id, password))) {
    throw new RefusedError(403, 'That is not your password.', 'current');
  }
  await change(services, undefined, (tx) => keepProof(tx, clock, prover));
}

/** Writes down that whoever has this session has just proved who they are. */
export async function keepProof(
  tx: Database,
  clock: Clock,
  { sessionId, member }: { readonly sessionId: string; readonly member: { readonly id: string } },
): Promise<void> {
  await tx
    .update(authSessions)
    .set({ provedAt: clock.now() })
    .where(and(eq(authSessions.id, sessionId), eq(authSessions.userId, member.id)));
}
