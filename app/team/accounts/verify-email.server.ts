import { eq } from 'drizzle-orm';
import type { Database } from '../../platform/db/database.server.ts';
import { RefusedError } from '../../platform/errors.ts';
import type { Trace } from '../../platform/change/audit.server.ts';
import { change, type After, type ChangeHost } from '../../platform/change/change.server.ts';
import { mailboxOf } from '../../platform/mail/mailbox.ts';
import { giveBackToMailbox } from '../../platform/mail/mailbox-budget.server.ts';
import { insertLogin } from './credentials.server.ts';
import {
  allowNewLinks,
  countPending,
  endPendingSignUps,
  findPendingByLink,
  takePendingByLink,
} from './pending-sign-ups.server.ts';
import type { Role } from '../members/roles.ts';
import { insertWaitingProfile, PROFILE_FAILED } from './sign-up.server.ts';
import { authUsers } from '../tables.server.ts';
import type { TeamServices } from '../members/team-services.ts';
import { consumeToken, dropTokens, isTokenValid } from './tokens.server.ts';

export const LINK_EXPIRED = 'This link has expired or was used already.';

/** What the page behind a link shows, so that nobody confirms a stranger's sign-up for their own. */
export interface Verification {
  /** Null for an account that an admin approved before its address was proved. */
  readonly signUp: {
    readonly email: string;
    readonly fullName: string;
    readonly role: Role;
    /** ISO 8601. */
    readonly askedAt: string;
    readonly browser: string | null;
    /** How many others asked for an account with the same address. */
    readonly others: number;
  } | null;
}

/** What this link verifies; undefined when it no longer works. */
export async function findVerification(
  db: Database,
  { clock }: Pick<TeamServices, 'clock'>,
  token: string,
): Promise<Verification | undefined> {
  const found = await findPendingByLink(db, clock, token);
  if (!found) {
    return (await isTokenValid(db, clock, 'verify-email', token)) ? { signUp: null } : undefined;
  }
  const { email, fullName, requestedRole, createdAt, browser } = found;
  const others = (await countPending(db, clock, email)) - 1;
  const askedAt = createdAt.toISOString();
  return { signUp: { email, fullName, role: requestedRole, askedAt, browser, others } };
}

/**
 * Confirms the address the link was mailed to. The sign-up it was mailed for becomes the account,
 * with its own password, and all others for that address end. Throws {@link RefusedError} 410 for
 * a dead link.
 */
export async function verifyEmail(host: ChangeHost, trace: Trace, token: string): Promise<void> {
  const hasProfile = await change(host, trace, async (tx, after) => {
    const isAccount = await makeAccount(tx, after, host, token);
    if (isAccount !== undefined) return isAccount;
    await confirmAccount(tx, after, host, token);
    return true;
  });
  if (!hasProfile) throw new RefusedError(500, PROFILE_FAILED);
}

/** Whether its profile was saved as well; undefined when the link is no sign-up's. */
async function makeAccount(
  tx: Database,
  after: After,
  host: ChangeHost,
  token: string,
): Promise<boolean | undefined> {
  const { clock, log } = host;
  const signUp = await takePendingByLink(tx, clock, token);
  if (!signUp) return undefined;
  const { email, fullName, passwordHash, requestedRole } = signUp;
  const id = await insertLogin(tx, clock, { email, fullName, passwordHash, isVerified: true });
  if (id === undefined) throw new RefusedError(410, LINK_EXPIRED, 'token');
  await endPendingSignUps(tx, email);
  after.audit('email-verified', { subjectId: id, subject: email });
  try {
    // A savepoint: without a profile the account stays, and signing in makes up for it.
    await tx.transaction((nested) =>
      insertWaitingProfile(nested, host, { id, email, fullName, requestedRole }),
    );
    return true;
  } catch (error) {
    log.error({ err: error, accountId: id }, 'The profile of a new account was not saved');
    return false;
  }
}

/** An account that an admin let in before its address was proved. */
async function confirmAccount(
  tx: Database,
  after: After,
  { clock }: ChangeHost,
  token: string,
): Promise<void> {
  const consumed = await consumeToken(tx, clock, 'verify-email', token);
  if (!consumed?.userId) throw new RefusedError(410, LINK_EXPIRED, 'token');
  await dropTokens(tx, 'verify-email', consumed.userId);
  const [user] = await tx
    .update(authUsers)
    .set({ emailVerified: true, updatedAt: clock.now() })
    .where(eq(authUsers.id, consumed.userId))
    .returning({ email: authUsers.email });
  after.audit('email-verified', {
    subjectId: consumed.userId,
    ...(user ? { subject: user.email } : {}),
  });
}

/**
 * Whoever reads the mail says that this sign-up is not theirs: it ends. What strangers had mailed
 * to that address counts no longer, so that the owner's own sign-up gets its link.
 */
export async function disownSignUp(host: ChangeHost, trace: Trace, token: string): Promise<void> {
  await change(host, trace, async (tx, after) => {
    const signUp = await takePendingByLink(tx, host.clock, token);
    if (!signUp) throw new RefusedError(410, LINK_EXPIRED, 'token');
    await giveBackToMailbox(tx, mailboxOf(signUp.email), 'verification');
    await allowNewLinks(tx, signUp.email);
    after.audit('declined', {
      subjectId: signUp.id,
      subject: signUp.email,
      detail: 'by whoever reads mails to that address',
    });
  });
}
