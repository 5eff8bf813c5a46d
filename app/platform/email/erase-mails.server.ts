import { and, eq, sql } from 'drizzle-orm';
import type { Database } from '../db/database.server.ts';
import { normalizeEmail } from '../email.ts';
import { mailboxMails, outbox } from '../tables.server.ts';
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
    .delete(outbox)
    .where(and(eq(outbox.kind, MAIL_KIND), sql`${outbox.payload} ->> 'to' = ${email}`))
    .returning({ id: outbox.id });
  await tx.delete(mailboxMails).where(eq(mailboxMails.mailbox, mailboxOf(email)));
  return waiting.length + (await mail.forget(email));
}
