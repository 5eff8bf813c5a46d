import { randomUUID } from 'node:crypto';
import { and, asc, desc, eq, gt, isNull, lte, sql } from 'drizzle-orm';
import { change, type After, type ChangeHost } from '../../../platform/change/change.server.ts';
import type { Database } from '../../../platform/db/database.server.ts';
import { conversations, visitorMessages, visitors } from '../tables.server.ts';
import { visitorMails } from './tables.server.ts';
import { takeFromMailbox } from '../../../platform/email/mailbox-budget.server.ts';
import { mailboxOf } from '../../../platform/email/mailbox.ts';
import { deliverVisitorMail } from './visitor-mail-kind.server.ts';
import { MAIL_AFTER_SECONDS } from './schedule-mail.server.ts';

const AT_ONCE = 50;
const TRACE = { member: undefined, requestId: 'mails' };
const FULL_MAILBOX_WAITS_MS = 60 * 60 * 1000;

/**
 * Decides which unread answers are emailed now. The same transaction stores the number of the last emailed
 * answer, so that neither another process nor a restart repeats the decision. Returns the number of emails to
 * deliver.
 */
export async function claimDueMails(
  host: ChangeHost,
  isAnybodyIn: (conversationIds: readonly string[]) => Promise<boolean>,
): Promise<number> {
  const { clock, db } = host;
  const due = await db
    .select({ id: conversations.id })
    .from(conversations)
    .where(lte(conversations.mailDueAt, clock.now()))
    .orderBy(asc(conversations.mailDueAt))
    .limit(AT_ONCE);
  let claimed = 0;
  for (const { id } of due) {
    // A connected browser already shows the answer.
    const isOpenSomewhere = await isAnybodyIn([id]);
    const isClaimed = await change(host, TRACE, (tx, after) =>
      claim(tx, after, clock.now(), id, isOpenSomewhere),
    );
    if (isClaimed) claimed += 1;
  }
  return claimed;
}

async function claim(
  tx: Database,
  after: After,
  now: Date,
  conversationId: string,
  isOpenSomewhere: boolean,
): Promise<boolean> {
  const [row] = await tx
    .select({ conversation: conversations, email: visitors.email })
    .from(conversations)
    .innerJoin(visitors, eq(visitors.id, conversations.visitorId))
    .where(and(eq(conversations.id, conversationId), lte(conversations.mailDueAt, now)))
    .for('update', { of: conversations, skipLocked: true });
  if (!row) return false;
  const { conversation, email } = row;
  const set = (change: Partial<typeof conversations.$inferInsert>) =>
    tx.update(conversations).set(change).where(eq(conversations.id, conversationId));

  if (isOpenSomewhere) {
    await set({ mailDueAt: new Date(now.getTime() + MAIL_AFTER_SECONDS * 1000) });
    return false;
  }
  const afterNumber = Math.max(conversation.visitorReadNumber, conversation.mailedNumber);
  const [newest] = await tx
    .select({ number: visitorMessages.number })
    .from(visitorMessages)
    .where(
      and(
        eq(visitorMessages.conversationId, conversationId),
        gt(visitorMessages.number, afterNumber),
        // Order updates have emails of their own.
        sql`${visitorMessages.isAgent} and ${visitorMessages.kind} in ('text', 'offer')`,
        isNull(visitorMessages.removalNumber),
      ),
    )
    .orderBy(desc(visitorMessages.number))
    .limit(1);
  if (!newest) {
    await set({ mailDueAt: null });
    return false;
  }
  const mailbox = mailboxOf(email);
  const id = randomUUID();
  if (!(await takeFromMailbox(tx, now, { id, mailbox, sort: 'answers' }))) {
    await set({ mailDueAt: new Date(now.getTime() + FULL_MAILBOX_WAITS_MS) });
    return false;
  }
  await set({ mailDueAt: null, mailedNumber: newest.number });
  await tx.insert(visitorMails).values({
    id,
    conversationId,
    mailbox,
    purpose: 'answers',
    afterNumber,
    upToNumber: newest.number,
    createdAt: now,
  });
  deliverVisitorMail(after, id, email);
  return true;
}
