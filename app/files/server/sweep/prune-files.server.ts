import { and, eq, inArray, isNotNull, isNull, lt, or, asc, gt } from 'drizzle-orm';
import { stat } from 'node:fs/promises';
import { files, deletedFiles } from '../../../chat/server/files/tables.server.ts';
import { conversations } from '../../../chat/server/tables.server.ts';
import { change, type ChangeContext } from '../../../platform/change/change.server.ts';
import type { Database } from '../../../platform/db/database.server.ts';
import { publicMedia } from '../../../platform/files/tables.server.ts';
import { clearWorkFolder, type Files } from '../open-files.server.ts';

const MINUTE_MS = 60 * 1000;
const HOUR_MS = 60 * MINUTE_MS;
/** A proxy may hold back the first request of a slow connection until all of it has arrived. */
const ANNOUNCED_MS = 10 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const AT_ONCE = 200;

interface PruneContext extends ChangeContext {
  readonly files: Files;
}

/**
 * Deletes files that were never sent: after ten minutes if nothing of a visitor's file arrived, after an hour in an
 * order form and in a chat that no agent has answered, because strangers can fill the storage there at no cost, and
 * after a day elsewhere.
 */
export async function forgetUnsent(appContext: PruneContext): Promise<void> {
  const now = appContext.clock.now().getTime();
  for (let isFull = true; isFull;) {
    isFull = await change(appContext, undefined, async (tx) => {
      const old = tx
        .select({ id: files.id })
        .from(files)
        .where(
          and(
            isNull(files.position),
            or(
              and(
                lt(files.createdAt, new Date(now - DAY_MS)),
                // The upload of a large file may take most of a day.
                or(isNull(files.storedAt), lt(files.storedAt, new Date(now - DAY_MS))),
              ),
              and(
                lt(files.createdAt, new Date(now - ANNOUNCED_MS)),
                eq(files.isAgent, false),
                eq(files.awaitsBytes, true),
              ),
              and(
                lt(files.createdAt, new Date(now - HOUR_MS)),
                eq(files.isAgent, false),
                or(inArray(files.conversationId, unanswered(tx)), isNotNull(files.formKey)),
              ),
            ),
          ),
        )
        .limit(AT_ONCE)
        .for('update', { skipLocked: true });
      const gone = await tx.delete(files).where(inArray(files.id, old)).returning({ id: files.id });
      return gone.length === AT_ONCE;
    });
  }
}

function unanswered(tx: Database) {
  return tx
    .select({ id: conversations.id })
    .from(conversations)
    .where(isNull(conversations.firstAnsweredAt));
}

/**
 * Removes stored files that no row names, left by a crash or by a restored database. A file is removed only
 * after a day without a row, so that a folder attached to the wrong database loses nothing at once.
 */
export class OrphanPruner {
  readonly #appContext: PruneContext;
  readonly #seen = new Map<string, number>();

  constructor(appContext: PruneContext) {
    this.#appContext = appContext;
  }

  async prune(): Promise<void> {
    const { files: open, clock } = this.#appContext;
    await open.uploads.dataStore.deleteExpired().catch((error: unknown) => {
      this.#appContext.log.error({ err: error }, 'Could not remove expired uploads');
    });
    await clearWorkFolder(open, async (path) => {
      const info = await stat(path).catch(() => undefined);
      return info !== undefined && Date.now() - info.mtimeMs > HOUR_MS;
    });
    const now = clock.now().getTime();
    const orphans = new Set<string>();
    for await (const ids of this.#batches()) {
      for (const id of await this.#withoutRow(ids)) orphans.add(id);
    }
    for (const id of this.#seen.keys()) if (!orphans.has(id)) this.#seen.delete(id);
    for (const id of orphans) {
      const since = this.#seen.get(id) ?? now;
      this.#seen.set(id, since);
      // The row is checked again, because the upload may have started again.
      if (now - since < DAY_MS || (await this.#withoutRow([id])).length === 0) continue;
      try {
        await open.store.remove(id);
        this.#seen.delete(id);
        this.#appContext.log.info({ fileId: id }, 'Removed a file without a database row');
      } catch (error) {
        this.#appContext.log.error(
          { err: error, fileId: id },
          'Could not remove a file without a database row',
        );
      }
    }
  }

  async *#batches(): AsyncGenerator<string[]> {
    let batch = new Set<string>();
    for await (const { fileId } of this.#appContext.files.store.list()) {
      batch.add(fileId);
      if (batch.size < AT_ONCE) continue;
      yield [...batch];
      batch = new Set();
    }
    yield [...batch];
  }

  async #withoutRow(ids: readonly string[]): Promise<string[]> {
    if (ids.length === 0) return [];
    const { db } = this.#appContext;
    const rows = [
      ...(await db
        .select({ id: files.id })
        .from(files)
        .where(inArray(files.id, [...ids]))),
      ...(await db
        .select({ id: publicMedia.id })
        .from(publicMedia)
        .where(inArray(publicMedia.id, [...ids]))),
    ];
    const known = new Set(rows.map(({ id }) => id));
    return ids.filter((id) => !known.has(id));
  }
}

const REMOVED_AT_ONCE = 50;

/** The number of running backups. A backup must not lose bytes that its rows name. */
let holds = 0;

/** Pauses the removal of bytes until the returned function is called. */
export function holdRemovals(): () => void {
  holds += 1;
  let isHeld = true;
  return () => {
    if (isHeld) holds -= 1;
    isHeld = false;
  };
}

/**
 * Removes the bytes of files whose rows are gone: erased visitors, expired conversations, unsent messages. The
 * database keeps a note for each file, so that another run finishes after a crash.
 */
export async function removeDeleted(
  appContext: ChangeContext & { readonly files: Files },
): Promise<void> {
  let last = '';
  for (;;) {
    if (holds > 0) return;
    const rows = await appContext.db
      .select({ id: deletedFiles.id })
      .from(deletedFiles)
      .where(last === '' ? undefined : gt(deletedFiles.id, last))
      .orderBy(asc(deletedFiles.id))
      .limit(REMOVED_AT_ONCE);
    // A failing removal does not stop the others: its note stays for the next run.
    for (const { id } of rows) {
      await remove(appContext, id).catch((error: unknown) => {
        appContext.log.error(
          { err: error, fileId: id },
          'Could not remove the contents of a deleted file',
        );
      });
    }
    last = rows.at(-1)?.id ?? '';
    if (rows.length < REMOVED_AT_ONCE) return;
  }
}

async function remove(
  appContext: ChangeContext & { readonly files: Files },
  id: string,
): Promise<void> {
  const { store, uploads } = appContext.files;
  await store.remove(id);
  await uploads.remove(id);
  await change(appContext, undefined, (tx) =>
    tx.delete(deletedFiles).where(eq(deletedFiles.id, id)),
  );
}
