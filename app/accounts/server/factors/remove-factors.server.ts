import { t, msg, english, type Sentence } from '../../../i18n/translate.ts';
import { inWordsOf } from '../members/member-language.server.ts';
import { and, eq } from 'drizzle-orm';
import type { Trace } from '../../../platform/change/audit.server.ts';
import { change } from '../../../platform/change/change.server.ts';
import type { Database } from '../../../platform/db/database.server.ts';
import { RefusedError } from '../../../platform/errors.ts';
import {
  factorRemovedMail,
  factorsResetMail,
  recoveryCodesMadeMail,
} from '../sign-in/team-mails.ts';
import type { MemberSession } from '../members/find-member.server.ts';
import { may } from '../../protocol/permissions.ts';
import type { TeamServices } from '../members/team-services.ts';
import { endSessions } from '../sessions/sessions.server.ts';
import { passkeys, profiles, recoveryCodes, totpFactors } from '../tables.server.ts';
import { isOwing } from './requires-second-factor.ts';
import { requireFreshProof } from './prove.server.ts';
import { lockFactors, readAdminsHaveSince, readHasFactor } from './read-factors.server.ts';
import { makeRecoveryCodes } from './recovery-codes.server.ts';

const LAST_ONE_NEEDED = msg(
  'Your account needs a second factor. Set up another one before you remove this one.',
);

export async function removeApp(
  services: TeamServices,
  trace: Trace,
  session: MemberSession,
): Promise<void> {
  await remove(services, trace, session, msg('authenticator app'), async (tx) => {
    const [gone] = await tx
      .delete(totpFactors)
      .where(eq(totpFactors.userId, session.member.id))
      .returning({ confirmedAt: totpFactors.confirmedAt });
    return Boolean(gone?.confirmedAt);
  });
}

export async function removePasskey(
  services: TeamServices,
  trace: Trace,
  session: MemberSession,
  id: string,
): Promise<void> {
  await remove(services, trace, session, msg('passkey'), async (tx) => {
    const gone = await tx
      .delete(passkeys)
      .where(and(eq(passkeys.id, id), eq(passkeys.userId, session.member.id)))
      .returning({ id: passkeys.id });
    return gone.length > 0;
  });
}

async function remove(
  services: TeamServices,
  trace: Trace,
  session: MemberSession,
  what: Sentence,
  takeAway: (tx: Database) => Promise<boolean>,
): Promise<void> {
  requireFreshProof(session, services.clock);
  const { id, email } = session.member;
  await change(services, trace, async (tx, after) => {
    await lockFactors(tx, id);
    if (!(await takeAway(tx))) return;
    // Recovery codes alone are no factor, and forgotten codes must not stay valid.
    if (!(await readHasFactor(tx, id))) {
      await refuseWhoNeedsOne(services, tx, session);
      await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, id));
    }
    after.audit('factor-removed', { subjectId: id, subject: email, detail: english(what) });
    services.mail.send(after, factorRemovedMail(services.settings, email, what));
  });
}

/** Without a factor, a thief with the password could set up the next factor instead of the owner. */
async function refuseWhoNeedsOne(
  services: TeamServices,
  tx: Database,
  session: MemberSession,
): Promise<void> {
  const without = {
    ...session,
    hasFactor: false,
    // The admin's own factor may be the one that makes factors mandatory for admins.
    adminsHaveSince: await readAdminsHaveSince(tx),
  };
  if (isOwing(services, without)) throw new RefusedError(409, t(LAST_ONE_NEEDED));
}

/** Requires an existing factor. */
export async function renewRecoveryCodes(
  services: TeamServices,
  trace: Trace,
  session: MemberSession,
): Promise<string[]> {
  requireFreshProof(session, services.clock);
  const { id, email } = session.member;
  return change(services, trace, async (tx, after) => {
    await lockFactors(tx, id);
    if (!(await readHasFactor(tx, id))) {
      throw new RefusedError(409, t('Set up an authenticator app or a passkey first.'));
    }
    after.audit('recovery-codes-made', { subjectId: id, subject: email });
    services.mail.send(after, recoveryCodesMadeMail(services.settings, email));
    return makeRecoveryCodes(tx, id);
  });
}

/**
 * Removes all factors of a member who has lost them, and ends the sessions, so that the password alone
 * suffices. Only for admins, and not for themselves, because they can remove their own factors.
 */
export async function resetFactors(
  services: TeamServices,
  trace: Trace,
  session: MemberSession,
  memberId: string,
): Promise<void> {
  if (!may(session.member, 'manage-accounts')) {
    throw new RefusedError(403, t('Only admins can do this.'));
  }
  requireFreshProof(session, services.clock);
  if (memberId === session.member.id) {
    throw new RefusedError(409, t('Remove your own second factors under Your account.'));
  }
  await change(services, trace, async (tx, after) => {
    await lockFactors(tx, memberId);
    const [member] = await tx
      .select({ email: profiles.email })
      .from(profiles)
      .where(eq(profiles.id, memberId));
    if (!member || !(await readHasFactor(tx, memberId))) {
      throw new RefusedError(409, t('That account has no second factor.'));
    }
    await tx.delete(totpFactors).where(eq(totpFactors.userId, memberId));
    await tx.delete(passkeys).where(eq(passkeys.userId, memberId));
    await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, memberId));
    await endSessions(tx, memberId);
    after.audit('factors-reset', { subjectId: memberId, subject: member.email });
    const message = await inWordsOf(tx, services.settings, member, () =>
      factorsResetMail(services.settings, member.email),
    );
    services.mail.send(after, message);
    after.hint(() => services.closeMember(memberId));
  });
}
