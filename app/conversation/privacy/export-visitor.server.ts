import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import type { Database } from '../../platform/db/database.server.ts';
import type { Counted } from '../../platform/room.ts';
import { profiles } from '../../team/tables.server.ts';
import { exportLabelsOfConversations, exportMarks } from '../person/export-person-marks.server.ts';
import { countFilesOf, exportFilesOf } from '../files/export-files.server.ts';
import { readBlockOf } from './block-visitor.server.ts';
import { confirmationRequests, confirmedBrowsers } from '../confirmation/tables.server.ts';
import { conversationHosts } from '../elsewhere/tables.server.ts';
import { conversationNotes } from '../say/tables.server.ts';
import { conversationRatings } from '../end/tables.server.ts';
import { conversations, visitorBrowsers, visitorMessages, visitors } from '../tables.server.ts';
import { replyAddresses, resumeTokens, visitorMails } from '../mail/tables.server.ts';
import { displayName, MESSAGE_REMOVED } from '../wire/views.ts';

/**
 * Everything the chat holds about an address, in the words a person reads. Secrets are told by
 * their existence alone: a download must not open anything.
 */
export async function exportVisitor(db: Database, email: string) {
  const [visitor] = await db.select().from(visitors).where(eq(visitors.email, email));
  const theirs = visitor
    ? await db
        .select()
        .from(conversations)
        .where(eq(conversations.visitorId, visitor.id))
        .orderBy(asc(conversations.startedAt), asc(conversations.id))
    : [];
  const ids = theirs.map(({ id }) => id);
  const [
    messages,
    notes,
    mails,
    links,
    answers,
    confirmations,
    browsers,
    block,
    ratings,
    labels,
    files,
    hosts,
  ] = await Promise.all([
    ids.length === 0 ? [] : readAllMessages(db, ids),
    ids.length === 0 ? [] : readAllNotes(db, ids),
    ids.length === 0 ? [] : readAllMails(db, ids),
    ids.length === 0 ? [] : readAllLinks(db, ids),
    ids.length === 0 ? [] : readAllReplyAddresses(db, ids),
    ids.length === 0 ? [] : readAllConfirmations(db, ids),
    visitor ? readAllBrowsers(db, visitor.id, new Set(theirs.map((one) => one.browserId))) : [],
    readBlockOf(db, email),
    ids.length === 0 ? [] : readAllRatings(db, ids),
    exportLabelsOfConversations(db, ids),
    exportFilesOf(db, ids),
    ids.length === 0 ? [] : readAllHosts(db, ids),
  ]);
  return {
    visitor: visitor
      ? {
          email: visitor.email,
          name: visitor.name,
          topic: visitor.topic,
          firstSeen: visitor.createdAt,
          lastChanged: visitor.updatedAt,
          completedAt: visitor.completedAt,
          ...(await exportMarks(db, visitor.id)),
        }
      : null,
    conversations: theirs.map((conversation) =>
      tellConversation(conversation, {
        messages,
        notes,
        mails,
        links,
        answers,
        confirmations,
        ratings,
        labels,
        files,
        hosts,
      }),
    ),
    browsers: browsers.map(({ createdAt, blockId, confirmedAt, confirmedUntil }) => ({
      firstChatAt: createdAt,
      addressConfirmedAt: confirmedAt,
      addressConfirmedUntil: confirmedUntil,
      secret: 'Your browser has it. We keep only a hash.',
      isBlocked: blockId !== null,
    })),
    block: block
      ? { since: block.createdAt, note: block.note, refusedChats: block.attemptCount }
      : null,
  };
}

/** What was read for all conversations at once. */
interface Said {
  readonly messages: Awaited<ReturnType<typeof readAllMessages>>;
  readonly notes: Awaited<ReturnType<typeof readAllNotes>>;
  readonly mails: Awaited<ReturnType<typeof readAllMails>>;
  readonly links: Awaited<ReturnType<typeof readAllLinks>>;
  readonly answers: Awaited<ReturnType<typeof readAllReplyAddresses>>;
  readonly confirmations: Awaited<ReturnType<typeof readAllConfirmations>>;
  readonly ratings: Awaited<ReturnType<typeof readAllRatings>>;
  readonly labels: ReadonlyMap<string, readonly string[]>;
  readonly files: Awaited<ReturnType<typeof exportFilesOf>>;
  readonly hosts: Awaited<ReturnType<typeof readAllHosts>>;
}

function tellConversation(
  conversation: typeof conversations.$inferSelect,
  { messages, notes, mails, links, answers, confirmations, ratings, labels, files, hosts }: Said,
) {
  return {
    id: conversation.id,
    topic: conversation.topic,
    name: conversation.visitorName,
    service: conversation.serviceTitle,
    startedOn: hosts
      .filter(({ conversationId }) => conversationId === conversation.id)
      .map(({ origin, section, subject }) => ({ site: origin, section, calledThere: subject })),
    startedAt: conversation.startedAt,
    completedAt: conversation.completedAt,
    labels: labels.get(conversation.id) ?? [],
    readUpToNumber: conversation.visitorReadNumber,
    rating: ratings
      .filter(({ conversationId }) => conversationId === conversation.id)
      .map(({ score, comment, updatedAt }) => ({ score, comment, at: updatedAt })),
    messages: messages
      .filter(({ conversationId }) => conversationId === conversation.id)
      .map(
        ({
          number,
          isAgent,
          agentName,
          agentEmail,
          program,
          message,
          mail,
          isRemoved,
          createdAt,
        }) => ({
          number,
          from: isAgent ? 'us' : 'you',
          agent: agentEmail === null ? program : displayName(agentName, agentEmail),
          text: isRemoved ? MESSAGE_REMOVED : message,
          at: createdAt,
          ...(mail ? { byMail: mail } : {}),
        }),
      ),
    files: files
      .filter(({ conversationId }) => conversationId === conversation.id)
      .map(({ conversationId: _, ...file }) => file),
    // What the team wrote to itself about somebody is about them all the same.
    privateNotes: notes
      .filter(({ conversationId }) => conversationId === conversation.id)
      .map(({ authorName, authorEmail, program, text, createdAt }) => ({
        by: authorEmail === null ? program : displayName(authorName, authorEmail),
        text,
        at: createdAt,
      })),
    mails: mails
      .filter(({ conversationId }) => conversationId === conversation.id)
      .map(({ conversationId: _, ...mail }) => mail),
    chatLinks: links
      .filter(({ conversationId }) => conversationId === conversation.id)
      .map(({ conversationId: _, ...link }) => ({
        ...link,
        secret: 'It was mailed to you. We keep only a hash.',
      })),
    addressesToAnswerAt: answers
      .filter(({ conversationId }) => conversationId === conversation.id)
      .map(({ conversationId: _, ...answer }) => ({
        ...answer,
        secret: 'It was mailed to you. We keep only a hash.',
      })),
    addressConfirmations: confirmations
      .filter(({ conversationId }) => conversationId === conversation.id)
      .map(({ conversationId: _, ...confirmation }) => ({
        ...confirmation,
        secret: 'Link and code were mailed to you. We keep only hashes.',
      })),
  };
}

function readAllConfirmations(db: Database, conversationIds: readonly string[]) {
  return db
    .select({
      conversationId: confirmationRequests.conversationId,
      askedAt: confirmationRequests.createdAt,
      expiresAt: confirmationRequests.expiresAt,
      wrongCodes: confirmationRequests.attempts,
      usedAt: confirmationRequests.usedAt,
    })
    .from(confirmationRequests)
    .where(inArray(confirmationRequests.conversationId, [...conversationIds]))
    .orderBy(asc(confirmationRequests.createdAt), asc(confirmationRequests.id));
}

function readAllBrowsers(db: Database, visitorId: string, browserIds: ReadonlySet<string>) {
  return db
    .select({
      createdAt: visitorBrowsers.createdAt,
      blockId: visitorBrowsers.blockId,
      confirmedAt: confirmedBrowsers.confirmedAt,
      confirmedUntil: confirmedBrowsers.expiresAt,
    })
    .from(visitorBrowsers)
    .leftJoin(
      confirmedBrowsers,
      and(
        eq(confirmedBrowsers.browserId, visitorBrowsers.id),
        eq(confirmedBrowsers.visitorId, visitorId),
      ),
    )
    .where(inArray(visitorBrowsers.id, [...browserIds]))
    .orderBy(asc(visitorBrowsers.createdAt));
}

function readAllRatings(db: Database, conversationIds: readonly string[]) {
  return db
    .select()
    .from(conversationRatings)
    .where(inArray(conversationRatings.conversationId, [...conversationIds]));
}

function readAllMessages(db: Database, conversationIds: readonly string[]) {
  return db
    .select({
      conversationId: visitorMessages.conversationId,
      number: visitorMessages.number,
      isAgent: visitorMessages.isAgent,
      agentName: profiles.fullName,
      agentEmail: profiles.email,
      program: visitorMessages.program,
      message: visitorMessages.message,
      mail: visitorMessages.mail,
      isRemoved: sql<boolean>`${visitorMessages.removalNumber} is not null`,
      createdAt: visitorMessages.createdAt,
    })
    .from(visitorMessages)
    .leftJoin(profiles, eq(profiles.id, visitorMessages.agentId))
    .where(inArray(visitorMessages.conversationId, [...conversationIds]))
    .orderBy(asc(visitorMessages.conversationId), asc(visitorMessages.number));
}

function readAllNotes(db: Database, conversationIds: readonly string[]) {
  return db
    .select({
      conversationId: conversationNotes.conversationId,
      authorName: profiles.fullName,
      authorEmail: profiles.email,
      program: conversationNotes.program,
      text: conversationNotes.text,
      createdAt: conversationNotes.createdAt,
    })
    .from(conversationNotes)
    .leftJoin(profiles, eq(profiles.id, conversationNotes.authorId))
    .where(inArray(conversationNotes.conversationId, [...conversationIds]))
    .orderBy(asc(conversationNotes.createdAt), asc(conversationNotes.id));
}

function readAllMails(db: Database, conversationIds: readonly string[]) {
  return db
    .select({
      conversationId: visitorMails.conversationId,
      to: visitorMails.mailbox,
      about: visitorMails.purpose,
      decidedAt: visitorMails.createdAt,
      attempts: visitorMails.attempts,
      sentAt: visitorMails.sentAt,
    })
    .from(visitorMails)
    .where(inArray(visitorMails.conversationId, [...conversationIds]))
    .orderBy(asc(visitorMails.createdAt), asc(visitorMails.id));
}

function readAllHosts(db: Database, conversationIds: readonly string[]) {
  return db
    .select()
    .from(conversationHosts)
    .where(inArray(conversationHosts.conversationId, [...conversationIds]));
}

function readAllLinks(db: Database, conversationIds: readonly string[]) {
  return db
    .select({
      conversationId: resumeTokens.conversationId,
      madeAt: resumeTokens.createdAt,
      expiresAt: resumeTokens.expiresAt,
      usedAt: resumeTokens.usedAt,
    })
    .from(resumeTokens)
    .where(inArray(resumeTokens.conversationId, [...conversationIds]))
    .orderBy(asc(resumeTokens.createdAt), asc(resumeTokens.id));
}

function readAllReplyAddresses(db: Database, conversationIds: readonly string[]) {
  return db
    .select({
      conversationId: replyAddresses.conversationId,
      madeAt: replyAddresses.createdAt,
      expiresAt: replyAddresses.expiresAt,
    })
    .from(replyAddresses)
    .where(inArray(replyAddresses.conversationId, [...conversationIds]))
    .orderBy(asc(replyAddresses.createdAt), asc(replyAddresses.id));
}

/** How much the chat holds about an address. */
export async function countAboutVisitor(db: Database, email: string): Promise<Counted[]> {
  const [row] = await db
    .select({
      conversations: sql<string>`count(*)`,
      messages: sql<string>`coalesce(sum(${conversations.lastNumber}), 0)`,
      browsers: sql<string>`count(distinct ${conversations.browserId})`,
    })
    .from(conversations)
    .innerJoin(visitors, eq(visitors.id, conversations.visitorId))
    .where(eq(visitors.email, email));
  const fileCount = await countFilesOf(db, email);
  return [
    { noun: 'conversation', number: Number(row?.conversations ?? 0) },
    { noun: 'message', number: Number(row?.messages ?? 0) },
    ...(fileCount > 0 ? [{ noun: 'file', number: fileCount }] : []),
    { noun: 'browser', number: Number(row?.browsers ?? 0) },
  ];
}

/** The address of a visitor, for links that name a visitor by id. */
export async function readVisitorEmail(
  db: Database,
  visitorId: string,
): Promise<string | undefined> {
  const [row] = await db
    .select({ email: visitors.email })
    .from(visitors)
    .where(eq(visitors.id, visitorId));
  return row?.email;
}
