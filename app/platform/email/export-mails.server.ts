import { and, asc, eq, sql } from 'drizzle-orm';
import type { Database } from '../db/database.server.ts';
import { mailboxMails, outbox } from '../tables.server.ts';
import { MAIL_KIND } from './mail-kind.server.ts';
import { mailboxOf } from './mailbox.ts';

/**
 * Exports the waiting and failed emails to an address and the counted ones of the last day, without
 * the contents, whose links grant access.
 */
export async function exportMails(db: Database, email: string) {
  const [waitingMails, countedMails] = await Promise.all([
    db
      .select({
        madeAt: outbox.createdAt,
        state: outbox.state,
        attempts: outbox.attempts,
        lastError: outbox.lastError,
      })
      .from(outbox)
      .where(and(eq(outbox.kind, MAIL_KIND), sql`${outbox.payload} ->> 'to' = ${email}`))
      .orderBy(asc(outbox.createdAt), asc(outbox.id)),
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
  return { waitingMails, countedMails };
}
