import { displayName } from '../../../accounts/protocol/member.ts';
import { asc, desc, eq, getTableColumns, sql, inArray } from 'drizzle-orm';
import type { Database } from '../../../platform/db/database.server.ts';
import type { Member } from '../../../accounts/protocol/member.ts';
import { profiles } from '../../../accounts/server/tables.server.ts';
import { isInvolved, mayRead } from '../access.server.ts';
import { ratingOf, serviceOf } from '../read/read-conversation.server.ts';
import { readFilesOfVisitor } from '../files/read-files.server.ts';
import { mostUrgentOf } from '../read/read-inbox.server.ts';
import { conversationRatings } from '../resolution/tables.server.ts';
import { conversations, visitors } from '../tables.server.ts';
import type { LabelView } from '../../protocol/labels.ts';
import type { EarlierConversation, PersonView, VisitorNote } from '../../protocol/person.ts';
import { labelColumns } from './manage-labels.server.ts';
import { conversationLabels, labels, visitorLabels, visitorNotes } from './tables.server.ts';

/** Earlier conversations are only counted. Search finds them. */
export const CONVERSATIONS_IN_PANEL = 20;

const FILES_IN_PANEL = 20;

/**
 * Returns the data of the panel beside the thread, except reviews, which belong to another module. Undefined
 * if the member has no access to the visitor.
 */
export async function readPersonView(
  db: Database,
  member: Member,
  visitorId: string,
): Promise<Omit<PersonView, 'reviews'> | undefined> {
  const [visitor] = await db
    .select({
      ...getTableColumns(visitors),
      answered: mostUrgentOf(visitorId),
    })
    .from(visitors)
    .where(eq(visitors.id, visitorId));
  if (!visitor) return undefined;
  if (!mayRead(member, visitor) && !(await isInvolved(db, member, visitorId))) return undefined;
  const { answered } = visitor;
  const [marks, chatLabels, latest, count, sent] = await Promise.all([
    readPersonMarks(db, visitorId),
    answered ? readLabelsOfConversation(db, answered) : [],
    readLatest(db, visitorId),
    db.$count(conversations, eq(conversations.visitorId, visitorId)),
    readFilesOfVisitor(db, visitorId, FILES_IN_PANEL),
  ]);
  return {
    visitorId,
    email: visitor.email,
    firstSeenAt: visitor.createdAt.toISOString(),
    ...marks,
    conversationLabels: chatLabels,
    conversations: latest,
    conversationCount: count,
    ...sent,
  };
}

/** Returns the note and labels of a visitor. The caller must check access. */
export async function readPersonMarks(
  db: Database,
  visitorId: string,
): Promise<Pick<PersonView, 'note' | 'labels'>> {
  const [note, put] = await Promise.all([
    readVisitorNote(db, visitorId),
    readLabelsOf(db, visitorId),
  ]);
  return { note, labels: put };
}

export async function readVisitorNote(db: Database, visitorId: string): Promise<VisitorNote> {
  const [row] = await db
    .select({
      text: visitorNotes.text,
      version: visitorNotes.version,
      editedAt: visitorNotes.editedAt,
      editorName: profiles.fullName,
      editorEmail: profiles.email,
    })
    .from(visitorNotes)
    .leftJoin(profiles, eq(profiles.id, visitorNotes.editedBy))
    .where(eq(visitorNotes.visitorId, visitorId));
  if (!row) return { text: '', version: 0, editorName: null, editedAt: null };
  const { text, version, editorName, editorEmail, editedAt } = row;
  return {
    text,
    version,
    editorName: editorEmail === null ? null : displayName(editorName, editorEmail),
    editedAt: editedAt.toISOString(),
  };
}

function readLabelsOf(db: Database, visitorId: string): Promise<LabelView[]> {
  return db
    .select(labelColumns)
    .from(visitorLabels)
    .innerJoin(labels, eq(labels.id, visitorLabels.labelId))
    .where(eq(visitorLabels.visitorId, visitorId))
    .orderBy(sql`lower(${labels.name})`);
}

function readLabelsOfConversation(db: Database, conversationId: string): Promise<LabelView[]> {
  return db
    .select(labelColumns)
    .from(conversationLabels)
    .innerJoin(labels, eq(labels.id, conversationLabels.labelId))
    .where(eq(conversationLabels.conversationId, conversationId))
    .orderBy(sql`lower(${labels.name})`);
}

async function readLatest(db: Database, visitorId: string): Promise<EarlierConversation[]> {
  const rows = await db
    .select({ conversation: conversations, rating: conversationRatings })
    .from(conversations)
    .leftJoin(conversationRatings, eq(conversationRatings.conversationId, conversations.id))
    .where(eq(conversations.visitorId, visitorId))
    .orderBy(desc(conversations.startedAt), asc(conversations.id))
    .limit(CONVERSATIONS_IN_PANEL);
  return rows.map(({ conversation, rating }) => ({
    id: conversation.id,
    topic: conversation.topic,
    startedAt: conversation.startedAt.toISOString(),
    isCompleted: conversation.completedAt !== null,
    service: serviceOf(conversation),
    rating: ratingOf(rating?.score ?? null, rating?.comment ?? null),
  }));
}

export async function exportMarks(db: Database, visitorId: string) {
  const { note, labels: put } = await readPersonMarks(db, visitorId);
  return {
    labels: put.map(({ name }) => name),
    lastingNote:
      note.text === '' ? null : { by: note.editorName, text: note.text, at: note.editedAt },
  };
}

export async function exportLabelsOfConversations(
  db: Database,
  conversationIds: readonly string[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  if (conversationIds.length === 0) return new Map();
  const rows = await db
    .select({ conversationId: conversationLabels.conversationId, name: labels.name })
    .from(conversationLabels)
    .innerJoin(labels, eq(labels.id, conversationLabels.labelId))
    .where(inArray(conversationLabels.conversationId, [...conversationIds]));
  const byConversation = Map.groupBy(rows, ({ conversationId }) => conversationId);
  return new Map(
    [...byConversation].map(([id, put]) => [id, put.map(({ name }) => name).toSorted()]),
  );
}
