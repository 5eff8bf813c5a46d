import { t } from '../../../i18n/translate.ts';
import { ne, sql } from 'drizzle-orm';
import { change } from '../../../platform/change/change.server.ts';
import { RefusedError } from '../../../platform/errors.ts';
import type { Module } from '../../../platform/module.ts';
import type { Trace } from '../../../platform/change/audit.server.ts';
import { isPasswordOf } from '../../../accounts/server/sign-in/credentials.server.ts';
import { requireAdmin } from '../../../accounts/server/members/manage-members.server.ts';
import type { Member } from '../../../accounts/protocol/member.ts';
import { endSessions } from '../../../accounts/server/sessions/sessions.server.ts';
import {
  authUsers,
  authVerifications,
  invitations,
  pendingSignUps,
  profiles,
} from '../../../accounts/server/tables.server.ts';
import type { TeamServices } from '../../../accounts/server/members/team-services.ts';
import { RESET_PHRASE } from '../../protocol/reset-phrase.ts';
import { reportDays, reportMonths } from '../reports/tables.server.ts';
import { visitorBrowsers, visitors } from '../tables.server.ts';

/** One of the failures listed in rule 197, with the message of its cause. */
export class ResetError extends Error {
  override readonly name = 'ResetError';

  constructor(status: string, cause: unknown) {
    super(`${status}: ${messageOf(cause)}`, { cause });
  }
}

export interface ResetRequest {
  readonly password: string;
  readonly phrase: string;
}

/**
 * Deletes visitors, conversations, messages, related data of other modules, profiles and accounts in one
 * transaction, except the admin's account and reviews (rule 196). All sessions end. Throws {@link
 * RefusedError} for a wrong password or phrase.
 */
export async function resetAllData(
  services: TeamServices & { readonly modules: readonly Pick<Module<never, never>, 'reset'>[] },
  trace: Trace,
  admin: Member,
  { password, phrase }: ResetRequest,
): Promise<void> {
  if (phrase.trim().toLowerCase() !== RESET_PHRASE) {
    throw new RefusedError(400, t("Please type ''{phrase}''.", { phrase: RESET_PHRASE }), 'phrase');
  }
  if (!(await isPasswordOf(services.db, services.auth, admin.id, password))) {
    throw new RefusedError(403, t('That is not your password.'), 'password');
  }
  await change(services, trace, async (tx, after) => {
    // Locks the chat's tables in the order in which its transactions use them. Row locks would deadlock with
    // a message that is being sent.
    await tx.execute(
      sql`lock table conversations, visitors, visitor_messages, read_marks, visitor_browsers, files in access exclusive mode`,
    );
    await requireAdmin(tx, trace);
    const gone = await step('Error clearing profiles', async () => {
      await tx.delete(invitations);
      await tx.delete(pendingSignUps);
      await tx.delete(authVerifications);
      const removed = await tx
        .delete(profiles)
        .where(ne(profiles.id, admin.id))
        .returning({ id: profiles.id });
      await tx.delete(authUsers).where(ne(authUsers.id, admin.id));
      await endSessions(tx, admin.id);
      return removed.map(({ id }) => id);
    });
    await step('Error clearing visitors', async () => {
      for (const { reset } of services.modules) {
        // oxlint-disable-next-line no-await-in-loop -- one transaction does one thing at a time
        await reset?.(tx);
      }
      await tx.delete(visitors);
      await tx.delete(visitorBrowsers);
      await tx.delete(reportDays);
      await tx.delete(reportMonths);
    });
    after.audit('data-reset', { detail: `${gone.length} accounts` });
    for (const id of [...gone, admin.id]) after.hint(() => services.closeMember(id));
  });
}

async function step<T>(status: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw new ResetError(status, error);
  }
}

/** Returns the database's own message. The surrounding query does not help the admin. */
function messageOf(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  return cause instanceof Error ? cause.message : 'unknown';
}
