import { eq, inArray } from 'drizzle-orm';
import type { Database } from '../../../platform/db/database.server.ts';
import { readPersonMarks } from './read-person-view.server.ts';
import { conversationLabels, labels } from './tables.server.ts';

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
