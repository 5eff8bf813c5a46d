import { displayName } from '../../../accounts/protocol/member.ts';
import { english } from '../../../i18n/translate.ts';
import { and, asc, eq, inArray, ne, sql } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { Database } from '../../../platform/db/database.server.ts';
import { profiles } from '../../../accounts/server/tables.server.ts';
import { confirmationRequests } from '../email-verification/tables.server.ts';
import { conversationHosts } from '../../embed/server/tables.server.ts';
import { conversationRatings } from '../resolution/tables.server.ts';
import { exportFilesOf } from '../files/read-files.server.ts';
import {
  conversationEmails,
  replyAddresses,
  resumeTokens,
  visitorMails,
} from '../email/tables.server.ts';
import { exportLabelsOfConversations } from '../contacts/read-person-view.server.ts';
import { conversationNotes } from '../messages/tables.server.ts';
import { visitorMessages, type conversations } from '../tables.server.ts';
import { MESSAGE_REMOVED, type MessageMail } from '../../protocol/views.ts';
import { showStored } from '../../../platform/stored-message.ts';

type Conversation = typeof conversations.$inferSelect;

/** Exports these conversations in a readable form. Secrets are only listed, never included. */
export async function exportConversations(db: Database, theirs: readonly Conversation[]) {
  const ids = theirs.map(({ id }) => id);
  if (ids.length === 0) return [];
  const [labels, parts] = await Promise.all([
    exportLabelsOfConversations(db, ids),
    Promise.all(
      Object.entries(PARTS).map(async ([name, read]) => [name, await read(db, ids)] as const),
    ),
  ]);
  return theirs.map((conversation) => ({
    id: conversation.id,
    topic: conversation.topic,
    name: conversation.visitorName,
    service: conversation.serviceTitle,
    startedAt: conversation.startedAt,
    completedAt: conversation.completedAt,
    labels: labels.get(conversation.id) ?? [],
    readUpToNumber: conversation.visitorReadNumber,
    ...parts.reduce<Told>((told, [name, of]) => ({ ...told, [name]: of(conversation.id) }), {}),
  }));
}

type Told = { readonly [name in keyof typeof PARTS]?: readonly unknown[] };

function part<Row extends { readonly conversationId: string | null }>(
  read: (db: Database, conversationIds: readonly string[]) => PromiseLike<readonly Row[]>,
  notify: (row: Row) => unknown = ({ conversationId: _, ...row }) => row,
) {
  return async (db: Database, conversationIds: readonly string[]) => {
    const rows = Map.groupBy(await read(db, conversationIds), (row) => row.conversationId);
    return (conversationId: string) => (rows.get(conversationId) ?? []).map(notify);
  };
}

/**
 * Exports the rows of a table, oldest first, with readable column names. `secret` describes the state of the
 * row's secret.
 */
function rowsOf(
  table:
    | typeof visitorMails
    | typeof resumeTokens
    | typeof replyAddresses
    | typeof confirmationRequests,
  columns: Readonly<Record<string, PgColumn>>,
  secret?: string,
) {
  const { conversationId, createdAt, id } = table;
  return part(
    (db, conversationIds) =>
      db
        .select({ ...columns, conversationId })
        .from(table as PgTable)
        .where(inArray(conversationId, [...conversationIds]))
        .orderBy(asc(createdAt), asc(id)),
    ({ conversationId: _, ...row }) => ({ ...row, ...(secret ? { secret } : {}) }),
  );
}

const PARTS = {
  startedOn: part(readHosts, ({ origin, section, subject }) => ({
    site: origin,
    section,
    calledThere: subject,
  })),
  rating: part(readRatings, ({ score, comment, updatedAt }) => ({ score, comment, at: updatedAt })),
  messages: part(readMessages, (row) => ({
    number: row.number,
    from: row.isAgent ? 'us' : 'you',
    agent: row.agentEmail === null ? row.program : displayName(row.agentName, row.agentEmail),
    text: row.isRemoved ? english(MESSAGE_REMOVED) : row.message,
    at: row.createdAt,
    ...(row.mail ? { byMail: describeMail(row.mail) } : {}),
  })),
  files: part(exportFilesOf),
  // Internal notes about a person are personal data of that person, too.
  privateNotes: part(readNotes, ({ authorName, authorEmail, program, text, createdAt }) => ({
    by: authorEmail === null ? program : displayName(authorName, authorEmail),
    text,
    at: createdAt,
  })),
  mails: rowsOf(visitorMails, {
    to: visitorMails.mailbox,
    about: visitorMails.purpose,
    decidedAt: visitorMails.createdAt,
    attempts: visitorMails.attempts,
    sentAt: visitorMails.sentAt,
  }),
  emails: part(readEmails, ({ direction, address, subject, messageId, createdAt }) => ({
    direction,
    address,
    subject,
    messageId,
    at: createdAt,
  })),
  chatLinks: rowsOf(
    resumeTokens,
    {
      madeAt: resumeTokens.createdAt,
      expiresAt: resumeTokens.expiresAt,
      usedAt: resumeTokens.usedAt,
    },
    'It was emailed to you. We store only a hash.',
  ),
  addressesToAnswerAt: rowsOf(
    replyAddresses,
    { madeAt: replyAddresses.createdAt, expiresAt: replyAddresses.expiresAt },
    'It was emailed to you. We store only a hash.',
  ),
  addressConfirmations: rowsOf(
    confirmationRequests,
    {
      askedAt: confirmationRequests.createdAt,
      expiresAt: confirmationRequests.expiresAt,
      wrongCodes: confirmationRequests.attempts,
      usedAt: confirmationRequests.usedAt,
    },
    'The link and the code were emailed to you. We store only hashes.',
  ),
};

function readHosts(db: Database, conversationIds: readonly string[]) {
  return db
    .select()
    .from(conversationHosts)
    .where(inArray(conversationHosts.conversationId, [...conversationIds]));
}

function readEmails(db: Database, conversationIds: readonly string[]) {
  return db
    .select()
    .from(conversationEmails)
    .where(
      and(
        inArray(conversationEmails.conversationId, [...conversationIds]),
        ne(conversationEmails.direction, 'thread'),
      ),
    )
    .orderBy(asc(conversationEmails.position));
}

function readRatings(db: Database, conversationIds: readonly string[]) {
  return db
    .select()
    .from(conversationRatings)
    .where(inArray(conversationRatings.conversationId, [...conversationIds]));
}

function readMessages(db: Database, conversationIds: readonly string[]) {
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

function readNotes(db: Database, conversationIds: readonly string[]) {
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

function describeMail({ notices, notAdded = [], ...mail }: MessageMail) {
  const said = [...(notices ?? []).map((notice) => showStored(notice) ?? ''), ...notAdded];
  return said.length === 0 ? mail : { ...mail, notAdded: said };
}
