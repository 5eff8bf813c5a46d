import { and, eq, gt, lt, sql } from 'drizzle-orm';
import type { Clock } from '../clock.ts';
import type { Database } from '../db/database.server.ts';
import { mailboxMails } from '../tables.server.ts';
import type { UnsolicitedMail } from './unsolicited.ts';

/** Anybody can type anybody's address: so many mails reach one mailbox in a day, all together … */
const MAILS_A_DAY = 10;
/**
 * … and so many of one sort. The first of each sort is sent although the day's are used up: nobody
 * can keep the owner of a mailbox from setting a new password by asking for everything else.
 */
const OF_A_SORT: Readonly<Record<UnsolicitedMail, number>> = {
  verification: 4,
  'account-exists': 2,
  'password-reset': 4,
  review: 3,
  answers: 6,
  link: 4,
  confirmation: 4,
};

const DAY_MS = 24 * 60 * 60 * 1000;

/** A mail that a mailbox is to be given. */
export interface MailboxMail {
  /** The same at every try: a mail is counted once. */
  readonly id: string;
  readonly mailbox: string;
  readonly sort: UnsolicitedMail;
}

/**
 * Counts a mail against the mailbox's day; false when the mailbox had its share, and then nothing
 * is counted. Must run in the transaction that decides about the mail.
 */
export async function takeFromMailbox(
  tx: Database,
  now: Date,
  { id, mailbox, sort }: MailboxMail,
): Promise<boolean> {
  // In a statement of its own, so that of two transactions the later one counts the other's mail.
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

/** For whoever reads the mailbox and says that these mails were somebody else's doing. */
export async function giveBackToMailbox(
  tx: Database,
  mailbox: string,
  sort: UnsolicitedMail,
): Promise<void> {
  await tx
    .delete(mailboxMails)
    .where(and(eq(mailboxMails.mailbox, mailbox), eq(mailboxMails.sort, sort)));
}

/** Addresses are not kept for longer than they are counted. */
export async function forgetMailboxMails(tx: Database, clock: Clock): Promise<void> {
  const before = new Date(clock.now().getTime() - DAY_MS);
  await tx.delete(mailboxMails).where(lt(mailboxMails.countedAt, before));
}
