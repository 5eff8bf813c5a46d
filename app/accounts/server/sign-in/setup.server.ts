import { t } from '../../../i18n/translate.ts';
import { and, eq, lt } from 'drizzle-orm';
import type { Clock } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/db/database.server.ts';
import { RefusedError } from '../../../platform/errors.ts';
import type { Trace } from '../../../platform/change/audit.server.ts';
import { change } from '../../../platform/change/change.server.ts';
import { inTransaction } from '../../../platform/change/in-transaction.server.ts';
import { insertAccount } from './create-account.server.ts';
import { hashPassword } from './credentials.server.ts';
import { readNewAdmin, type NewAdmin } from './read-new-admin.server.ts';
import { accountTokens, profiles } from '../tables.server.ts';
import type { TeamServices } from '../members/team-services.ts';
import { lockTeam } from '../members/manage-members.server.ts';
import { consumeToken, issueToken } from './tokens.server.ts';
import { LINK_EXPIRED } from './verify-email.server.ts';
import { accountMessage } from '../../stored-messages.ts';

/**
 * Returns the secret of a link that creates the first admin, or `undefined` if one exists. The link appears
 * only in the server's output, so that strangers cannot take over a new installation. Each start issues another
 * link.
 */
export function offerSetup(db: Database, clock: Clock): Promise<string | undefined> {
  const isSetup = eq(accountTokens.purpose, 'setup');
  return inTransaction(db, async (tx) => {
    if (await hasAdmin(tx)) {
      await tx.delete(accountTokens).where(isSetup);
      return undefined;
    }
    await tx.delete(accountTokens).where(and(isSetup, lt(accountTokens.expiresAt, clock.now())));
    return issueToken(tx, clock, 'setup', null);
  });
}

export interface Setup extends NewAdmin {
  readonly token: string;
}

/** Creates the first admin. Afterwards every set-up link is invalid. */
export async function completeSetup(
  services: TeamServices,
  trace: Trace,
  form: Setup,
): Promise<void> {
  const { fullName, email } = readNewAdmin(form);
  const { auth, clock } = services;
  const passwordHash = await hashPassword(auth, form.password);
  await change(services, trace, async (tx, after) => {
    await lockTeam(tx);
    const consumed = await consumeToken(tx, clock, 'setup', form.token);
    if (!consumed || (await hasAdmin(tx))) throw new RefusedError(410, t(LINK_EXPIRED), 'token');
    const id = await insertAccount(tx, clock, { email, fullName, role: 'admin', passwordHash });
    await tx.delete(accountTokens).where(eq(accountTokens.purpose, 'setup'));
    after.audit('account-created', {
      subjectId: id,
      subject: email,
      detail: accountMessage('accounts.first-admin'),
    });
  });
}

async function hasAdmin(db: Database): Promise<boolean> {
  const isAdmin = and(eq(profiles.role, 'admin'), eq(profiles.status, 'active'));
  return (await db.$count(profiles, isAdmin)) > 0;
}
