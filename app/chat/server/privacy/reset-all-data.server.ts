import { t } from '../../../i18n/translate.ts';
import { eq, isNotNull, isNull, ne, sql } from 'drizzle-orm';
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
import { resetMails } from '../../../platform/email/mails-of-person.server.ts';
import { jobsTable } from '../../../platform/tables.server.ts';
import { VISITOR_MAIL_KIND } from '../email/visitor-mail-kind.server.ts';
import { files } from '../files/tables.server.ts';
import { visitorBlocks, visitorBrowsers, visitors } from '../tables.server.ts';
import { ERASED_BLOCK } from './erase-visitor.server.ts';
import { chatMessage } from '../../stored-messages.ts';

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

interface ResetContext<Context> extends TeamServices {
  readonly modules: readonly Pick<Module<Context, never>, 'reset'>[];
}

/**
 * Deletes visitors, conversations, messages, related data of other modules, profiles and accounts in one
 * transaction, except the admin's account and reviews (rule 196). All sessions end. Throws {@link
 * RefusedError} for a wrong password or phrase.
 */
export async function resetAllData<Context extends ResetContext<Context>>(
  services: Context,
  trace: Trace,
  admin: Member,
  { password, phrase }: ResetRequest,
): Promise<void> {
  if (phrase.trim().toLowerCase() !== RESET_PHRASE) {
    throw new RefusedError(400, t('Type ‘{phrase}’.', { phrase: RESET_PHRASE }), 'phrase');
  }
  if (!(await isPasswordOf(services.db, services.auth, admin.id, password))) {
    throw new RefusedError(403, t("That's not your password."), 'password');
  }
  await change(services, trace, async (tx, after) => {
    // A large shop takes longer than any other statement may.
    await tx.execute(sql`set local statement_timeout = 0`);
    // Locks the chat's tables in the order in which its transactions use them. Row locks would deadlock with
    // a message that is being sent.
    await tx.execute(
      sql`lock table conversations, visitors, visitor_messages, read_marks, visitor_browsers, files in access exclusive mode`,
    );
    await requireAdmin(tx, trace);
    await step('Error clearing visitors', async () => {
      for (const { reset } of services.modules) {
        // oxlint-disable-next-line no-await-in-loop -- one transaction does one thing at a time
        await reset?.(tx, after, services);
      }
      await tx.delete(jobsTable).where(eq(jobsTable.kind, VISITOR_MAIL_KIND));
      await resetMails(tx);
      // Those of order forms belong to no conversation and no order yet.
      await tx.delete(files);
      await tx.delete(visitors);
      await tx.update(visitorBlocks).set(ERASED_BLOCK).where(isNotNull(visitorBlocks.email));
      // A blocked browser contains no personal data, and deleting the row would lift the block.
      await tx.delete(visitorBrowsers).where(isNull(visitorBrowsers.blockId));
      await tx.delete(reportDays);
      await tx.delete(reportMonths);
    });
    // Last, because each row that names a deleted member would be changed before its own deletion.
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
    after.audit('data-reset', {
      detail: chatMessage('chat.accounts-deleted', { count: gone.length }),
    });
    for (const id of [...gone, admin.id]) after.hint(() => services.closeMember(id));
  });
  // Deleted files do not roll back.
  await services.mail.forget().catch((error: unknown) => {
    services.log.error({ err: error }, 'Could not empty the folder of emails after a reset');
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
