import { msg, t } from '../../../i18n/translate.ts';
import { eq } from 'drizzle-orm';
import type { Database } from '../../../platform/db/database.server.ts';
import { RefusedError } from '../../../platform/errors.ts';
import type { Trace } from '../../../platform/change/audit.server.ts';
import { change, type After, type ChangeContext } from '../../../platform/change/change.server.ts';
import { mailboxOf } from '../../../platform/email/mailbox.ts';
import { giveBackToMailbox } from '../../../platform/email/mailbox-budget.server.ts';
import { insertLogin } from './credentials.server.ts';
import {
  allowNewLinks,
  countPending,
  endPendingSignUps,
  findPendingByLink,
  takePendingByLink,
} from './pending-sign-ups.server.ts';
import type { Role } from '../../protocol/roles.ts';
import { insertWaitingProfile, PROFILE_FAILED } from './sign-up.server.ts';
import { authUsers } from '../tables.server.ts';
import type { TeamServices } from '../members/team-services.ts';
import { consumeToken, dropTokens, isTokenValid } from './tokens.server.ts';
import { accountMessage } from '../../stored-messages.ts';

export const LINK_EXPIRED = msg('This link has expired or has already been used.');

/** The page shows these details, so that nobody confirms a stranger's sign-up by mistake. */
export interface Verification {
  /** Null for an account that an admin approved before its address was verified. */
  readonly signUp: {
    readonly email: string;
    readonly fullName: string;
    readonly role: Role;
    /** ISO 8601. */
    readonly askedAt: string;
    readonly browser: string | null;
    /** The number of other sign-ups with the same address. */
    readonly others: number;
  } | null;
}

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
 * Verifies the address. The sign-up of the link becomes the account, and other sign-ups with the address are
 * deleted. Throws {@link RefusedError} 410 for an invalid link.
 */
export async function verifyEmail(
  appContext: ChangeContext,
  trace: Trace,
  token: string,
): Promise<void> {
  const hasProfile = await change(appContext, trace, async (tx, after) => {
    const isAccount = await makeAccount(tx, after, appContext, token);
    if (isAccount !== undefined) return isAccount;
    await confirmAccount(tx, after, appContext, token);
    return true;
  });
  if (!hasProfile) throw new RefusedError(500, t(PROFILE_FAILED));
}

/** Returns false if saving the profile failed, and `undefined` if the link belongs to no sign-up. */
async function makeAccount(
  tx: Database,
  after: After,
  appContext: ChangeContext,
  token: string,
): Promise<boolean | undefined> {
  const { clock, log } = appContext;
  const signUp = await takePendingByLink(tx, clock, token);
  if (!signUp) return undefined;
  const { email, fullName, passwordHash, requestedRole } = signUp;
  const id = await insertLogin(tx, clock, { email, fullName, passwordHash, isVerified: true });
  if (id === undefined) throw new RefusedError(410, t(LINK_EXPIRED), 'token');
  await endPendingSignUps(tx, email);
  after.audit('email-verified', { subjectId: id, subject: email });
  try {
    // The savepoint keeps the account if inserting the profile fails. The next sign-in inserts the profile.
    await tx.transaction((nested) =>
      insertWaitingProfile(nested, appContext, { id, email, fullName, requestedRole }),
    );
    return true;
  } catch (error) {
    log.error({ err: error, accountId: id }, 'Could not save the profile of a new account');
    return false;
  }
}

/** Verifies an account that an admin approved before its address was verified. */
async function confirmAccount(
  tx: Database,
  after: After,
  { clock }: ChangeContext,
  token: string,
): Promise<void> {
  const consumed = await consumeToken(tx, clock, 'verify-email', token);
  if (!consumed?.userId) throw new RefusedError(410, t(LINK_EXPIRED), 'token');
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
 * Deletes a sign-up that the owner of the address disowns. Emails that strangers caused no longer count against
 * the mailbox's limit, so that the owner can get a link.
 */
export async function disownSignUp(
  appContext: ChangeContext,
  trace: Trace,
  token: string,
): Promise<void> {
  await change(appContext, trace, async (tx, after) => {
    const signUp = await takePendingByLink(tx, appContext.clock, token);
    if (!signUp) throw new RefusedError(410, t(LINK_EXPIRED), 'token');
    await giveBackToMailbox(tx, mailboxOf(signUp.email), 'verification');
    await allowNewLinks(tx, signUp.email);
    after.audit('declined', {
      subjectId: signUp.id,
      subject: signUp.email,
      detail: accountMessage('accounts.declined-by-reader'),
    });
  });
}
