import { and, eq, gt, lt, sql } from 'drizzle-orm';
import type { Clock } from '../clock.ts';
import type { Database } from '../db/database.server.ts';
import { deleteSome } from '../db/delete-some.server.ts';
import { mailboxMails } from '../tables.server.ts';
import type { UnsolicitedMail } from './unsolicited.ts';

/** Anybody can type anybody's address. This limits the emails that reach one mailbox in a day … */
const MAILS_A_DAY = 10;
/**
 * … and this limits each sort. The first email of each sort is sent even when the day's limit is
 * reached, so that nobody can block a password reset by requesting everything else.
 */
const OF_A_SORT: Readonly<Record<UnsolicitedMail, number>> = {
  verification: 4,
  'account-exists': 2,
  'password-reset': 4,
  review: 3,
  answers: 6,
  link: 4,
  confirmation: 4,
  'sign-in': 6,
  'company-invitation': 4,
};

const DAY_MS = 24 * 60 * 60 * 1000;

export interface MailboxMail {
  /** The same at every attempt, so that an email is counted once. */
  readonly id: string;
  readonly mailbox: string;
  readonly sort: UnsolicitedMail;
}

/**
 * Counts an email against the mailbox's daily budget; returns false and counts nothing when the
 * budget is used up. Must run in the transaction that decides about the email.
 */
export async function takeFromMailbox(
  tx: Database,
  now: Date,
  { id, mailbox, sort }: MailboxMail,
): Promise<boolean> {
  // The lock is a statement of its own, so that the later of two transactions sees the other's
  // count.
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext(${`mailbox:${mailbox}`}))`);
  const counted = await tx
    .select({ id: mailboxMails.id, sort: mailboxMails.sort })
    .from(mailboxMails)
    .where(
      and(
        eq(mailboxMails.mailbox, mailbox),
        gt(mailboxMails.countedAt, new Date(now.getTime() - DAY_MS)),
      ),
    );
  if (counted.some((one) => one.id === id)) return true;
  const ofSort = counted.filter((one) => one.sort === sort).length;
  const isFull = counted.length >= MAILS_A_DAY && ofSort > 0;
  if (isFull || ofSort >= OF_A_SORT[sort]) return false;
  await tx.insert(mailboxMails).values({ id, mailbox, sort, countedAt: now });
  return true;
}

/**
 * Resets the count for the owner of the mailbox, who reports that somebody else caused these
 * emails.
 */
export async function giveBackToMailbox(
  tx: Database,
  mailbox: string,
  sort: UnsolicitedMail,
): Promise<void> {
  await tx
    .delete(mailboxMails)
    .where(and(eq(mailboxMails.mailbox, mailbox), eq(mailboxMails.sort, sort)));
}

/** Addresses are deleted once they no longer count. */
export async function forgetMailboxMails(tx: Database, clock: Clock): Promise<number> {
  const before = new Date(clock.now().getTime() - DAY_MS);
  return deleteSome(tx, mailboxMails, lt(mailboxMails.countedAt, before));
}
