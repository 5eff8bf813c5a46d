import { and, desc, eq, gt, lt, lte, sql } from 'drizzle-orm';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/db/database.server.ts';
import type { Log } from '../../platform/log.server.ts';
import type { Mail, MailMessage } from '../../platform/mail/mail.ts';
import { profiles } from '../../team/tables.server.ts';
import {
  conversations,
  resumeTokens,
  visitorMails,
  visitorMessages,
  visitors,
} from '../tables.server.ts';
import { displayName } from '../views.ts';
import { issueResumeToken } from './resume-token.server.ts';
import { answersMail, linkMail, type Sender } from './visitor-mails.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/**
 * Waits after the first, second … failed attempt. They also are how long an attempt may take: one
 * whose process died is made again after it.
 */
const RETRY_AFTER_MS = [2, 10, 30, 120, 360].map((minutes) => minutes * MINUTE_MS);
/** More would make the mail a transcript; the rest is behind its link. */
const ANSWERS_SHOWN = 5;
/** The limit a mailbox has looks back a day; a little more helps whoever asks what was sent. */
const MAILS_KEPT_MS = 30 * DAY_MS;
/** As long as this a used link can still say so, and stop further mails. */
const TOKENS_KEPT_MS = 90 * DAY_MS;

export interface MailServices {
  readonly clock: Clock;
  readonly mail: Mail;
  readonly log: Log;
  readonly settings: Sender;
}

type VisitorMail = typeof visitorMails.$inferSelect;

/** Sends the mails that wait, one after the other, until none is due. */
export async function deliverMails(db: Database, services: MailServices): Promise<void> {
  const { clock, mail, log } = services;
  for (let next = await takeNext(db, clock); next; next = await takeNext(db, clock)) {
    const message = await compose(db, services, next);
    if (!message) {
      await finish(db, next, { nextAttemptAt: null });
      continue;
    }
    try {
      await mail.deliver(message);
      await finish(db, next, { nextAttemptAt: null, sentAt: clock.now() });
    } catch (error) {
      const isGivenUp = next.attempts > RETRY_AFTER_MS.length;
      const fault = { err: error, mail: next.id, attempts: next.attempts };
      if (isGivenUp) {
        log.error(fault, 'A mail to a visitor could not be sent and is given up');
        await finish(db, next, { nextAttemptAt: null });
      } else log.warn(fault, 'A mail to a visitor is tried again later');
    }
  }
}

/** What nobody asks about any more is forgotten: mailboxes are personal data. */
export async function forgetOldMails(db: Database, clock: Clock): Promise<void> {
  const now = clock.now().getTime();
  await db.delete(visitorMails).where(lt(visitorMails.createdAt, new Date(now - MAILS_KEPT_MS)));
  await db.delete(resumeTokens).where(lt(resumeTokens.expiresAt, new Date(now - TOKENS_KEPT_MS)));
}

/** Claims an attempt by moving the next one away first: of two processes one gets the row. */
async function takeNext(db: Database, clock: Clock): Promise<VisitorMail | undefined> {
  const now = clock.now();
  return db.transaction(async (tx) => {
    const [due] = await tx
      .select()
      .from(visitorMails)
      .where(lte(visitorMails.nextAttemptAt, now))
      .orderBy(visitorMails.nextAttemptAt)
      .limit(1)
      .for('update', { skipLocked: true });
    if (!due) return undefined;
    const wait = RETRY_AFTER_MS[due.attempts] ?? RETRY_AFTER_MS.at(-1) ?? MINUTE_MS;
    const [taken] = await tx
      .update(visitorMails)
      .set({ attempts: due.attempts + 1, nextAttemptAt: new Date(now.getTime() + wait) })
      .where(eq(visitorMails.id, due.id))
      .returning();
    return taken;
  });
}

async function finish(
  db: Database,
  { id }: VisitorMail,
  change: Partial<typeof visitorMails.$inferInsert>,
): Promise<void> {
  await db.update(visitorMails).set(change).where(eq(visitorMails.id, id));
}

/** Undefined when there is nothing left to say: it was read meanwhile, or no mail is wanted. */
async function compose(
  db: Database,
  { clock, settings }: MailServices,
  claimed: VisitorMail,
): Promise<MailMessage | undefined> {
  const { conversationId, purpose, upToNumber } = claimed;
  const [row] = await db
    .select({ conversation: conversations, email: visitors.email })
    .from(conversations)
    .innerJoin(visitors, eq(visitors.id, conversations.visitorId))
    .where(eq(conversations.id, conversationId));
  if (!row || row.conversation.mailsStoppedAt) return undefined;
  const messageId = `<${claimed.id}@${new URL(settings.origin).hostname}>`;
  if (purpose === 'link') {
    const token = await issueResumeToken(db, clock, conversationId);
    return { ...linkMail(settings, row.email, token), messageId };
  }
  const afterNumber = Math.max(claimed.afterNumber, row.conversation.visitorReadNumber);
  const rows = await db
    .select({
      text: visitorMessages.message,
      fullName: profiles.fullName,
      email: profiles.email,
      count: sql<string>`count(*) over ()`,
    })
    .from(visitorMessages)
    .leftJoin(profiles, eq(profiles.id, visitorMessages.agentId))
    .where(
      and(
        eq(visitorMessages.conversationId, conversationId),
        eq(visitorMessages.isAgent, true),
        gt(visitorMessages.number, afterNumber),
        lte(visitorMessages.number, upToNumber),
      ),
    )
    .orderBy(desc(visitorMessages.number))
    .limit(ANSWERS_SHOWN);
  if (rows.length === 0) return undefined;
  const token = await issueResumeToken(db, clock, conversationId);
  const answers = rows.reverse().map(({ text, fullName, email }) => ({
    text,
    agentName: email === null ? null : displayName(fullName, email),
  }));
  const earlier = Number(rows[0]?.count ?? 0) - rows.length;
  return { ...answersMail(settings, row.email, token, answers, earlier), messageId };
}
