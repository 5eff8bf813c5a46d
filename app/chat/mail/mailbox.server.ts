import { and, count, eq, gt, sql } from 'drizzle-orm';
import type { Database } from '../../platform/db/database.server.ts';
import { visitorMails } from '../tables.server.ts';

type Purpose = (typeof visitorMails.$inferSelect)['purpose'];

/**
 * Anybody can give anybody's address, in as many chats as they like: in a day one mailbox gets no
 * more than this, whichever conversations the mails are about.
 */
const MAILS_A_DAY: Readonly<Record<Purpose, number>> = { answers: 6, link: 4 };

const DAY_MS = 24 * 60 * 60 * 1000;

/** The mailbox behind an address: 'anna+shop@' and, at Google, 'an.na@' arrive where 'anna@' does. */
export function mailboxOf(email: string): string {
  const [local = '', domain = ''] = email.split('@');
  const base = local.split('+')[0] || local;
  const isGoogle = domain === 'gmail.com' || domain === 'googlemail.com';
  return isGoogle ? `${base.replaceAll('.', '')}@gmail.com` : `${base}@${domain}`;
}

/** Whether this mailbox had its share of the last 24 hours. Must run inside a transaction. */
export async function isMailboxFull(
  tx: Database,
  mailbox: string,
  purpose: Purpose,
  now: Date,
): Promise<boolean> {
  // In a statement of its own, so that of two transactions the later one counts the other's mail.
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext(${`mailbox:${mailbox}`}))`);
  const [sent] = await tx
    .select({ count: count() })
    .from(visitorMails)
    .where(
      and(
        eq(visitorMails.mailbox, mailbox),
        eq(visitorMails.purpose, purpose),
        gt(visitorMails.createdAt, new Date(now.getTime() - DAY_MS)),
      ),
    );
  return (sent?.count ?? 0) >= MAILS_A_DAY[purpose];
}
