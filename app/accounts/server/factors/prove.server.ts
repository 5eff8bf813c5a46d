import { t, msg } from '../../../i18n/translate.ts';
import { and, eq } from 'drizzle-orm';
import { change } from '../../../platform/change/change.server.ts';
import type { Trace } from '../../../platform/change/audit.server.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/db/database.server.ts';
import { RefusedError } from '../../../platform/errors.ts';
import type { RateLimits } from '../../../platform/rate-limit.ts';
import { isPasswordOf } from '../sign-in/credentials.server.ts';
import { recoveryCodeUsedMail } from '../sign-in/team-mails.ts';
import { inWordsOf } from '../members/member-language.server.ts';
import type { TeamServices } from '../members/team-services.ts';
import type { AwaitingSession } from '../sessions/read-session.server.ts';
import { authSessions } from '../tables.server.ts';
import { readHasFactor } from './read-factors.server.ts';
import { countRecoveryCodes, takeRecoveryCode } from './recovery-codes.server.ts';
import { takeTotpCode } from './totp.server.ts';
import { PROOF_FIELD } from '../../../ui/form/form-answer.ts';

/** Limits guesses of a code per account: of a million codes, three are valid at a time. */
const CODE_LIMIT = { name: 'factor-code', burst: 5, perMinute: 1 };
/** The daily limit that NIST SP 800-63B (3.2.2) allows in a row. */
const CODES_A_DAY = { name: 'factor-codes-a-day', burst: 100, perMinute: 100 / (24 * 60) };
/** Prevents a stolen session from guessing the password. */
const PASSWORD_LIMIT = { name: 'prove-password', burst: 5, perMinute: 1 };

export const WRONG_CODE = msg(
  'That code is not right, or was used before. Please wait for the next one and try again.',
);

/** A session without a proof is one whose sign-in still waits for the second factor. */
export interface Prover extends AwaitingSession {
  readonly provedAt?: Date;
}

/**
 * Accepts a code of the authenticator app or a recovery code, which signs in a waiting session. Known browsers
 * have a separate limit, so that a guessing stranger cannot lock the owner out. Throws {@link RefusedError} for
 * a wrong or used code.
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
  if (code === '') throw new RefusedError(400, t('Please enter a code'), 'code');
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
  if (!isProved) throw new RefusedError(403, t(WRONG_CODE), 'code');
}

/** Accepts the password as proof if the member has no second factor. */
export async function proveByPassword(
  services: TeamServices & { readonly limits: RateLimits },
  prover: Prover,
  password: string,
): Promise<void> {
  const { auth, clock, db, limits } = services;
  if (password === '') throw new RefusedError(400, t('Please enter your password'), 'current');
  if (await readHasFactor(db, prover.member.id)) throw new RefusedError(403, t(WRONG_CODE), 'code');
  await limits.take(PASSWORD_LIMIT, prover.member.id);
  if (!(await isPasswordOf(db, auth, prover.member.id, password))) {
    throw new RefusedError(403, t('That is not your password.'), 'current');
  }
  await change(services, undefined, (tx) => keepProof(tx, clock, prover));
}

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

/** The time for which a proof allows irreversible actions (rule 190). */
const FRESH_MS = 5 * 60 * 1000;

export const PROVE_FIRST = msg('Please confirm that it is you, then send this again.');

/**
 * Throws {@link RefusedError} if the last proof is older than five minutes. The notice links to the page that
 * asks for one.
 */
export function requireFreshProof({ provedAt }: { readonly provedAt: Date }, clock: Clock): void {
  if (clock.now().getTime() - provedAt.getTime() <= FRESH_MS) return;
  throw new RefusedError(403, t(PROVE_FIRST), PROOF_FIELD);
}
