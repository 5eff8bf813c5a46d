import { displayName } from '../../../accounts/protocol/member.ts';
import { and, desc, eq, gt, inArray, isNull, lt, lte, sql } from 'drizzle-orm';
import { change, type After } from '../../../platform/change/change.server.ts';
import type { JobKind } from '../../../platform/change/kind.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/db/database.server.ts';
import { deleteSome } from '../../../platform/db/delete-some.server.ts';
import type { Settings } from '../../../platform/settings.server.ts';
import { speechIn } from '../../../i18n/translate.ts';
import { speaking } from '../../../platform/speech.server.ts';
import type { Mail, MailMessage } from '../../../platform/email/mail.ts';
import { isNoSuchMailbox, NO_SUCH_MAILBOX } from '../../../platform/email/mail-kind.server.ts';
import { domainOf } from '../../../platform/email/mailbox.ts';
import { messageIdOf } from '../../../platform/email/message-id.ts';
import { profiles } from '../../../accounts/server/tables.server.ts';
import type { ChatContext } from '../chat-context.server.ts';
import { noteUndelivered } from '../messages/note-undelivered.server.ts';
import { conversations, visitorMessages, visitors } from '../tables.server.ts';
import { threadEmail } from './conversation-emails.server.ts';
import { resumeTokens, visitorMails } from './tables.server.ts';
import { forgetReplyAddresses, issueReplyAddress } from './reply-address.server.ts';
import { readFilesOf } from '../files/read-files.server.ts';
import { canonicalPath } from '../../protocol/service-cards.ts';
import { issueResumeToken } from './resume-token.server.ts';
import { answersMail, linkMail, type Sender } from './visitor-mails.ts';
import { messageOf } from '../../../platform/stored-message.ts';

/** The kind of job. The job's key is the id of the row in `visitor_mails`. */
export const VISITOR_MAIL_KIND = 'visitor-mail';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

const RETRY_AFTER_MS = [2, 10, 30, 120, 360].map((minutes) => minutes * MINUTE_MS);
const LEASE_MS = 4 * MINUTE_MS;
/** Concurrent deliveries: in total, and per domain of the recipients. */
const CONCURRENCY_GROUPS = 6;
const IN_A_LANE = 2;
/** An email is not a transcript. The link leads to further answers. */
const ANSWERS_SHOWN = 5;
const EMAILS_EXPIRE_AFTER_MS = 30 * DAY_MS;
/** For this period a used link can still say that it was used, and stop further emails. */
const TOKENS_EXPIRE_AFTER_MS = 90 * DAY_MS;

export interface MailServices extends ChatContext {
  readonly mail: Pick<Mail, 'deliver'>;
  readonly settings: Sender & Partial<Pick<Settings, 'formats' | 'mailIn'>>;
  readonly titleOfService?: (path: string) => string | undefined;
}

type VisitorMail = typeof visitorMails.$inferSelect;

export function visitorMailKind(services: MailServices): JobKind {
  const { clock, db, mail } = services;
  return {
    name: VISITOR_MAIL_KIND,
    retryAfterMs: RETRY_AFTER_MS,
    leaseMs: LEASE_MS,
    concurrencyGroups: CONCURRENCY_GROUPS,
    atOnce: IN_A_LANE,
    keepDoneMs: 0,
    keepFailedMs: EMAILS_EXPIRE_AFTER_MS,
    async deliver({ key, attempts }) {
      // The email was deleted together with its conversation.
      const [decided] = await db.select().from(visitorMails).where(eq(visitorMails.id, key));
      const message = decided && (await compose(services, decided));
      if (!message) return { result: 'done' };
      const note = (news: Partial<VisitorMail>) => async (tx: Database) => {
        await tx.update(visitorMails).set(news).where(eq(visitorMails.id, key));
      };
      try {
        await mail.deliver(message);
      } catch (error) {
        const isGone = isNoSuchMailbox(error);
        const isLast = isGone || attempts > RETRY_AFTER_MS.length;
        const settle = async (tx: Database, after: After) => {
          await note({ attempts })(tx);
          if (isLast && decided.purpose === 'answers') {
            await noteUndelivered(tx, after, services, [
              messageIdOf(key, services.settings.origin),
            ]);
          }
        };
        return isGone
          ? { result: 'failed', error: NO_SUCH_MAILBOX, settle }
          : { result: 'retry', error: messageOf(error), settle };
      }
      return { result: 'done', settle: note({ attempts, sentAt: clock.now() }) };
    },
  };
}

export function deliverVisitorMail(after: After, id: string, email: string): void {
  after.deliver(VISITOR_MAIL_KIND, { key: id, lane: domainOf(email), payload: {} });
}

/** Mailboxes are personal data, so old records are deleted. */
export async function forgetOldMails(tx: Database, clock: Clock): Promise<number> {
  const now = clock.now().getTime();
  const before = (age: number) => new Date(now - age);
  return (
    (await deleteSome(
      tx,
      visitorMails,
      lt(visitorMails.createdAt, before(EMAILS_EXPIRE_AFTER_MS)),
    )) +
    (await deleteSome(
      tx,
      resumeTokens,
      lt(resumeTokens.expiresAt, before(TOKENS_EXPIRE_AFTER_MS)),
    )) +
    (await forgetReplyAddresses(tx, clock))
  );
}

/**
 * Returns undefined if the answers were read in the meantime or emails were stopped. A link that somebody asked for is
 * sent regardless (rule 347).
 */
async function compose(
  services: MailServices,
  claimed: VisitorMail,
): Promise<MailMessage | undefined> {
  const { db, settings, titleOfService } = services;
  const { conversationId, purpose, upToNumber } = claimed;
  const [row] = await db
    .select({
      conversation: conversations,
      email: visitors.email,
      allStoppedAt: visitors.mailsStoppedAt,
    })
    .from(conversations)
    .innerJoin(visitors, eq(visitors.id, conversations.visitorId))
    .where(eq(conversations.id, conversationId));
  if (!row) return undefined;
  const { language } = row.conversation;
  const inWords = <T>(write: () => T) => speaking(speechIn(language, settings.formats), write);
  if (purpose === 'link') {
    const { token, replyTo } = await makeWaysBack(services, conversationId);
    const mail = inWords(() => linkMail(settings, row.email, token, replyTo));
    const { subject: _, ...thread } = await threadMail(services, claimed, mail);
    return { ...mail, ...thread };
  }
  if (row.conversation.mailsStoppedAt || row.allStoppedAt) return undefined;
  const afterNumber = Math.max(claimed.afterNumber, row.conversation.visitorReadNumber);
  const rows = await db
    .select({
      id: visitorMessages.id,
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
        isNull(visitorMessages.removalNumber),
        inArray(visitorMessages.kind, ['text', 'offer']),
        gt(visitorMessages.number, afterNumber),
        lte(visitorMessages.number, upToNumber),
      ),
    )
    .orderBy(desc(visitorMessages.number))
    .limit(ANSWERS_SHOWN);
  if (rows.length === 0) return undefined;
  const files = await readFilesOf(
    db,
    rows.map(({ id }) => id),
  );
  const answers = rows.reverse().map(({ id, text, fullName, email }) => ({
    text: nameCards(text, settings.origin, titleOfService),
    fileNames: files.get(id)?.map(({ name }) => name) ?? [],
    agentName: email === null ? null : displayName(fullName, email),
  }));
  const earlier = Number(rows[0]?.count ?? 0) - rows.length;
  const { token, replyTo } = await makeWaysBack(services, conversationId);
  const mail = inWords(() => answersMail(settings, row.email, token, answers, earlier, replyTo));
  const names = new Set(answers.map(({ agentName }) => agentName));
  const [author] = names;
  return {
    ...mail,
    ...(await threadMail(services, claimed, mail)),
    isPersonal: true,
    ...(author && names.size === 1 ? { author } : {}),
  };
}

/** Records the email in its thread. The Message-ID derives from the row's id, so that a retry keeps the id. */
async function threadMail(
  services: MailServices,
  { id, conversationId }: VisitorMail,
  { to, subject }: MailMessage,
) {
  const { clock, settings } = services;
  const { origin } = settings;
  const messageId = messageIdOf(id, origin);
  const sent = { conversationId, messageId, address: to, subject, createdAt: clock.now(), origin };
  const thread = await change(services, undefined, (tx) => threadEmail(tx, sent));
  return { messageId, ...thread };
}

function makeWaysBack(services: MailServices, conversationId: string) {
  const { clock, settings } = services;
  return change(services, undefined, async (tx) => ({
    token: await issueResumeToken(tx, clock, conversationId),
    replyTo: await issueReplyAddress(tx, clock, settings.mailIn, conversationId),
  }));
}

/** A service card is sent as an address or a path. The email shows the service's title above the address. */
function nameCards(text: string, origin: string, titleOf: MailServices['titleOfService']): string {
  const own = new URL(origin).origin;
  return text.replaceAll(/^(?:https?:\/\/\S+|\/services\/\S+)$/gm, (address) => {
    const path = canonicalPath(address, own);
    const title = path === undefined ? undefined : titleOf?.(path);
    return title === undefined ? address : `${title}\n${new URL(address, own).href}`;
  });
}
