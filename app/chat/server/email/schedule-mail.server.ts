import { sql, eq, and, asc, gt, isNull, lte, max, min } from 'drizzle-orm';
import { prefixOf } from '../../../platform/address-language.ts';
import type { Database } from '../../../platform/db/database.server.ts';
import type { Settings } from '../../../platform/settings.server.ts';
import { change, type ChangeContext, type After } from '../../../platform/change/change.server.ts';
import { conversations, visitorMessages, visitors } from '../tables.server.ts';
import { findMailedConversation } from './resume-token.server.ts';
import { randomUUID } from 'node:crypto';
import { visitorMails } from './tables.server.ts';
import { takeFromMailbox } from '../../../platform/email/mailbox-budget.server.ts';
import { mailboxOf } from '../../../platform/email/mailbox.ts';
import { deliverVisitorMail } from './visitor-mail-kind.server.ts';

/** Consecutive answers share an email, sent this long after the newest answer. */
export const MAIL_AFTER_SECONDS = 2 * 60;
/** The email is sent at the latest this long after the first answer, even if more follow or a tab is open. */
export const MAIL_AT_LATEST_SECONDS = 10 * 60;

/**
 * Recomputes when the visitor is emailed about unread answers. Every transaction that changes unread messages
 * calls this, so that the time depends on the messages alone. After an email nothing is due until the visitor
 * reads or writes.
 */
export async function scheduleMail(tx: Database, conversationId: string): Promise<void> {
  const unread = sql`select m.created_at from visitor_messages m
    where m.conversation_id = c.id and m.is_agent and m.kind in ('text', 'offer')
      and m.removal_number is null
      and m.number > greatest(c.visitor_read_number, c.mailed_number)`;
  await tx.execute(sql`
    update conversations c set mail_due_at = case
      when c.mails_stopped_at is not null then null
      when exists (
        select 1 from visitors v where v.id = c.visitor_id and v.mails_stopped_at is not null
      ) then null
      when exists (
        -- A mail about what was taken back is none to wait for an answer to.
        select 1 from visitor_messages m
        where m.conversation_id = c.id and m.is_agent and m.removal_number is null
          and m.number > c.visitor_read_number and m.number <= c.mailed_number
      ) and not exists (
        select 1 from visitor_messages m
        where m.conversation_id = c.id and m.number > c.mailed_number and not m.is_agent
      ) then null
      else least(
        (${unread} order by m.number desc limit 1) + make_interval(secs => ${MAIL_AFTER_SECONDS}),
        (${unread} order by m.number limit 1) + make_interval(secs => ${MAIL_AT_LATEST_SECONDS})
      )
    end
    where c.id = ${conversationId}
      and (c.mail_due_at is not null or c.visitor_read_number < c.last_number)`);
}

export async function stopMails(appContext: ChangeContext, token: string): Promise<boolean> {
  const conversationId = await findMailedConversation(appContext.db, token);
  if (!conversationId) return false;
  await change(appContext, undefined, (tx) =>
    tx
      .update(conversations)
      .set({ mailsStoppedAt: appContext.clock.now(), mailDueAt: null })
      .where(eq(conversations.id, conversationId)),
  );
  return true;
}

/** Returns the page on which a person stops the emails, in the language of the conversation. */
export async function findStopPage(
  { db, settings }: ChangeContext & { readonly settings: Pick<Settings, 'languages'> },
  token: string,
): Promise<string> {
  const id = await findMailedConversation(db, token);
  const [row] = id
    ? await db
        .select({ language: conversations.language })
        .from(conversations)
        .where(eq(conversations.id, id))
    : [];
  const { languages } = settings;
  const prefix =
    row && languages.offered.includes(row.language) ? prefixOf(languages, row.language) : '';
  return `${prefix}/chat/stop-mails?${new URLSearchParams({ token })}`;
}

const AT_ONCE = 50;

const TRACE = { member: undefined, requestId: 'mails' };

const FULL_MAILBOX_WAITS_MS = 60 * 60 * 1000;

/**
 * Decides which unread answers are emailed now. The same transaction stores the number of the last emailed
 * answer, so that neither another process nor a restart repeats the decision. Returns the number of emails to
 * deliver.
 */
export async function claimDueMails(
  appContext: ChangeContext,
  isAnybodyIn: (conversationIds: readonly string[]) => Promise<boolean>,
): Promise<number> {
  const { clock, db } = appContext;
  const due = await db
    .select({ id: conversations.id })
    .from(conversations)
    .where(lte(conversations.mailDueAt, clock.now()))
    .orderBy(asc(conversations.mailDueAt))
    .limit(AT_ONCE);
  let claimed = 0;
  for (const { id } of due) {
    const isOpenSomewhere = await isAnybodyIn([id]);
    const isClaimed = await change(appContext, TRACE, (tx, after) =>
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

  const afterNumber = Math.max(conversation.visitorReadNumber, conversation.mailedNumber);
  const [unread] = await tx
    .select({
      upToNumber: max(visitorMessages.number),
      since: min(visitorMessages.createdAt),
    })
    .from(visitorMessages)
    .where(
      and(
        eq(visitorMessages.conversationId, conversationId),
        gt(visitorMessages.number, afterNumber),
        // Order updates have emails of their own.
        sql`${visitorMessages.isAgent} and ${visitorMessages.kind} in ('text', 'offer')`,
        isNull(visitorMessages.removalNumber),
      ),
    );
  if (!unread?.upToNumber || !unread.since) {
    await set({ mailDueAt: null });
    return false;
  }
  // A connected browser shows the answer, but perhaps in a tab that nobody looks at.
  const atLatest = unread.since.getTime() + MAIL_AT_LATEST_SECONDS * 1000;
  if (isOpenSomewhere && now.getTime() < atLatest) {
    const nextTime = now.getTime() + MAIL_AFTER_SECONDS * 1000;
    await set({ mailDueAt: new Date(Math.min(nextTime, atLatest)) });
    return false;
  }
  const mailbox = mailboxOf(email);
  const id = randomUUID();
  if (!(await takeFromMailbox(tx, now, { id, mailbox, sort: 'answers' }))) {
    await set({ mailDueAt: new Date(now.getTime() + FULL_MAILBOX_WAITS_MS) });
    return false;
  }
  await set({ mailDueAt: null, mailedNumber: unread.upToNumber });
  await tx.insert(visitorMails).values({
    id,
    conversationId,
    mailbox,
    purpose: 'answers',
    afterNumber,
    upToNumber: unread.upToNumber,
    createdAt: now,
  });
  deliverVisitorMail(after, id, email);
  return true;
}
