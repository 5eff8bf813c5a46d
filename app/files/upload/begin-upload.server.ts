import { and, count, eq, gt, sum } from 'drizzle-orm';
import {
  accessToConversation,
  NO_SUCH_CONVERSATION,
  type Viewer,
} from '../../conversation/access.server.ts';
import { deletedFiles, files } from '../../conversation/files/tables.server.ts';
import { conversations } from '../../conversation/tables.server.ts';
import {
  FILE_NAME_MAX_LENGTH,
  MEBIBYTE,
  sayEmpty,
  sayTooLarge,
} from '../../conversation/wire/files.ts';
import { CHAT_BLOCKED } from '../../conversation/wire/rules.ts';
import { change, type ChangeHost } from '../../platform/change/change.server.ts';
import type { Database } from '../../platform/db/database.server.ts';
import { RefusedError } from '../../platform/errors.ts';
import { toLine } from '../../platform/shown-text.ts';
import { limitsOf, type Files, type FileSettings } from '../open-files.server.ts';

const HOUR_MS = 60 * 60 * 1000;
/** Small files cost rows and names all the same. */
const FILES_PER_HOUR = 200;
/** Of what a header holds; more than any name. */
const LONGEST_NAME_SENT = 4000;
/** Kept free for the database, which does not survive a full disk, and for what is worked on. */
export const RESERVE_BYTES = 256 * MEBIBYTE;

const NO_ROOM = 'There is no room for files at the moment. Please try again later.';
const TOO_MUCH = 'That is more than this chat takes in an hour. Please try again later.';
const STILL_GOING = 'This file is still being taken back. Please try again in a moment.';
const OTHER_FILE = 'Another file has this id already. Please add it again.';

export interface UploadHost extends ChangeHost {
  readonly files: Files;
  readonly settings: FileSettings;
}

/** A file that somebody wants to add. */
export interface NewFile {
  /** Its client's name for it: beginning again begins nothing new. */
  readonly id: string;
  readonly name: string;
  readonly size: number;
}

export type FileRow = typeof files.$inferSelect;

/**
 * Lets a file in before any of it comes: holds its place against the limits, in a row that names
 * its conversation and who adds it. Throws {@link RefusedError}: 404 without access, 403 blocked, 400
 * empty, 413 too large, 429 too much in an hour, 503 while the disk is nearly full or the bytes of an
 * older file of that name are still being removed, 409 when the id is taken.
 */
export async function beginUpload(
  host: UploadHost,
  viewer: Viewer,
  conversationId: string,
  file: NewFile,
): Promise<FileRow> {
  const name = toFileName(file.name);
  const limits = limitsOf(host.settings);
  if (file.size === 0) throw new RefusedError(400, sayEmpty(name), 'file');
  if (file.size > limits.maxBytes) throw new RefusedError(413, sayTooLarge(name, limits), 'file');
  await refuseWithoutRoom(host.files, file.size);
  return change(host, undefined, async (tx) => {
    await requireWriter(tx, viewer, conversationId);
    const [known] = await tx.select().from(files).where(eq(files.id, file.id));
    if (known) {
      const isSame =
        isTheirs(known, viewer, conversationId) &&
        known.declaredSize === file.size &&
        known.storedAt === null;
      if (isSame) return known;
      throw new RefusedError(409, OTHER_FILE, 'file');
    }
    if (await tx.$count(deletedFiles, eq(deletedFiles.id, file.id))) {
      throw new RefusedError(503, STILL_GOING, 'file');
    }
    await refuseTooMuch(tx, host, conversationId, file.size);
    const by =
      viewer.kind === 'member'
        ? { isAgent: true, agentId: viewer.member.id }
        : { isAgent: false, browserId: viewer.browserId };
    const [row] = await tx
      .insert(files)
      .values({
        ...by,
        id: file.id,
        conversationId,
        name,
        declaredSize: file.size,
        createdAt: host.clock.now(),
      })
      .onConflictDoNothing()
      .returning();
    if (!row) throw new RefusedError(409, OTHER_FILE, 'file');
    return row;
  });
}

/** The row of a file that this viewer is adding to this conversation; 404 for any other. */
export async function requireOwnFile(
  db: Database,
  viewer: Viewer,
  conversationId: string,
  id: string,
): Promise<FileRow> {
  const [row] = await db.select().from(files).where(eq(files.id, id));
  if (row && isTheirs(row, viewer, conversationId)) return row;
  throw new RefusedError(404, NO_SUCH_CONVERSATION);
}

/** Throws {@link RefusedError} 404 without access to write, 403 for a browser that is blocked. */
export async function requireWriter(
  db: Database,
  viewer: Viewer,
  conversationId: string,
): Promise<void> {
  const access = await accessToConversation(db, viewer, conversationId);
  if (access === 'read' && viewer.kind === 'browser') throw new RefusedError(403, CHAT_BLOCKED);
  if (access !== 'write') throw new RefusedError(404, NO_SUCH_CONVERSATION);
}

/** What a file is called here: one line, no path, nothing that turns the text around it. */
export function toFileName(name: string): string {
  const base = name.replaceAll('\\', '/').split('/').at(-1) ?? '';
  const line = toLine(base, LONGEST_NAME_SENT);
  if (line === '' || /^\.+$/.test(line)) return 'file';
  const letters = Array.from(line);
  if (letters.length <= FILE_NAME_MAX_LENGTH) return line;
  // What a name ends with tells programs what to do with it.
  const [ending = ''] = /\.[\p{L}\p{N}]{1,12}$/u.exec(line) ?? [];
  const kept = FILE_NAME_MAX_LENGTH - Array.from(ending).length;
  return letters.slice(0, kept).join('') + ending;
}

function isTheirs(row: FileRow, viewer: Viewer, conversationId: string): boolean {
  const isSender =
    viewer.kind === 'member'
      ? row.agentId === viewer.member.id
      : row.browserId === viewer.browserId;
  return isSender && row.conversationId === conversationId;
}

async function refuseWithoutRoom({ store }: Files, size: number): Promise<void> {
  const free = await store.free();
  // Twice: what was taken in lies beside what is made of it for a moment.
  if (free !== undefined && free - 2 * size < RESERVE_BYTES) throw new RefusedError(503, NO_ROOM);
}

async function refuseTooMuch(
  tx: Database,
  { clock, settings }: UploadHost,
  conversationId: string,
  size: number,
): Promise<void> {
  // One after the other, so that many at once do not all find room for one.
  await tx
    .select({ id: conversations.id })
    .from(conversations)
    .where(eq(conversations.id, conversationId))
    .for('update');
  const [latest] = await tx
    .select({ bytes: sum(files.declaredSize), number: count() })
    .from(files)
    .where(
      and(
        eq(files.conversationId, conversationId),
        gt(files.createdAt, new Date(clock.now().getTime() - HOUR_MS)),
      ),
    );
  const bytes = Number(latest?.bytes ?? 0) + size;
  const isTooMuch = bytes > settings.filesPerHourMib * MEBIBYTE;
  if (isTooMuch || (latest?.number ?? 0) >= FILES_PER_HOUR) throw new RefusedError(429, TOO_MUCH);
}
