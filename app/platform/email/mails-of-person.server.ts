import { and, eq, sql, asc } from 'drizzle-orm';
import type { Database } from '../db/database.server.ts';
import { normalizeEmail } from '../email.ts';
import { showLatest } from '../stored-message.ts';
import { mailboxMails, jobsTable } from '../tables.server.ts';
import { MAIL_KIND } from './mail-kind.server.ts';
import { mailboxOf } from './mailbox.ts';
import type { Mail } from './mail.ts';

/**
 * Deletes the emails to an address that wait, failed, or lie in this process's email folder, and
 * their counts; returns the number of emails. Call it last in a transaction, because deleted files
 * do not roll back.
 */
export async function eraseMails(
  tx: Database,
  mail: Pick<Mail, 'forget'>,
  typed: string,
): Promise<number> {
  const email = normalizeEmail(typed);
  const waiting = await tx
    .delete(jobsTable)
    .where(and(eq(jobsTable.kind, MAIL_KIND), sql`${jobsTable.payload} ->> 'to' = ${email}`))
    .returning({ id: jobsTable.id });
  await tx.delete(mailboxMails).where(eq(mailboxMails.mailbox, mailboxOf(email)));
  return waiting.length + (await mail.forget(email));
}

/** Deletes the emails that wait or failed, and all counts. The caller empties the email folder after the commit. */
export async function resetMails(tx: Database): Promise<void> {
  await tx.delete(jobsTable).where(eq(jobsTable.kind, MAIL_KIND));
  await tx.delete(mailboxMails);
}

/**
 * Exports the waiting and failed emails to an address and the counted ones of the last day, without
 * the contents, whose links grant access.
 */
export async function exportMails(db: Database, email: string) {
  const [waitingMails, countedMails] = await Promise.all([
    db
      .select({
        madeAt: jobsTable.createdAt,
        state: jobsTable.state,
        attempts: jobsTable.attempts,
        lastError: jobsTable.lastError,
        lastErrorMessage: jobsTable.lastErrorMessage,
      })
      .from(jobsTable)
      .where(and(eq(jobsTable.kind, MAIL_KIND), sql`${jobsTable.payload} ->> 'to' = ${email}`))
      .orderBy(asc(jobsTable.createdAt), asc(jobsTable.id)),
    db
      .select({
        mailbox: mailboxMails.mailbox,
        about: mailboxMails.sort,
        at: mailboxMails.countedAt,
      })
      .from(mailboxMails)
      .where(eq(mailboxMails.mailbox, mailboxOf(email)))
      .orderBy(asc(mailboxMails.countedAt)),
  ]);
  return {
    waitingMails: waitingMails.map(({ lastErrorMessage, ...mail }) => ({
      ...mail,
      lastError: showLatest(lastErrorMessage, mail.lastError),
    })),
    countedMails,
  };
}
