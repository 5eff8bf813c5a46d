import { eq, inArray, sql } from 'drizzle-orm';
import type { Database } from '../../platform/db/database.server.ts';
import { RefusedError } from '../../platform/errors.ts';
import type { Viewer } from '../access.server.ts';
import { files } from './tables.server.ts';

const NOT_COMPLETE = 'A file of this message is not here yet. It is sent again when it is.';
const NOT_THEIRS = 'A file of this message is not available any more. Please add it again.';
const TAKEN = 'A file of this message was sent with another one already. Please remove it here.';

/**
 * Locks the files that a message is to carry and makes sure that it may: they are of this
 * conversation, of this writer, complete and on the disk, and go with no other message. Throws
 * {@link RefusedError}: 400 for one twice, 409 for one that is not complete or was sent, 410 for
 * one that is not there or somebody else's.
 */
export async function lockFilesToSend(
  tx: Database,
  viewer: Viewer,
  conversationId: string,
  fileIds: readonly string[],
): Promise<void> {
  if (new Set(fileIds).size < fileIds.length) {
    throw new RefusedError(400, 'A message can have a file only once.', 'files');
  }
  const rows = await tx
    .select()
    .from(files)
    .where(inArray(files.id, [...fileIds]))
    .orderBy(files.id)
    .for('update');
  const isTheirs = (row: (typeof rows)[number]) =>
    row.conversationId === conversationId &&
    (viewer.kind === 'member'
      ? row.agentId === viewer.member.id
      : row.browserId === viewer.browserId);
  if (rows.length < fileIds.length || !rows.every(isTheirs)) {
    throw new RefusedError(410, NOT_THEIRS, 'files');
  }
  if (rows.some(({ messageId }) => messageId !== null)) {
    throw new RefusedError(409, TAKEN, 'files');
  }
  if (rows.some(({ storedAt }) => storedAt === null)) {
    throw new RefusedError(409, NOT_COMPLETE, 'files');
  }
}

/** Has the message carry these files, in this order; they are locked. */
export async function attachFiles(
  tx: Database,
  messageId: string,
  fileIds: readonly string[],
): Promise<void> {
  await tx.execute(sql`
    update files set message_id = ${messageId}::uuid, position = sent.position - 1
    from unnest(${sql.param(fileIds)}::uuid[]) with ordinality sent(id, position)
    where files.id = sent.id`);
}

/** Which files a message carries, in their order. */
export async function readFileIds(db: Database, messageId: string): Promise<string[]> {
  const rows = await db
    .select({ id: files.id })
    .from(files)
    .where(eq(files.messageId, messageId))
    .orderBy(files.position);
  return rows.map(({ id }) => id);
}
