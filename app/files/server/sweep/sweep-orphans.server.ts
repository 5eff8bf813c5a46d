import { and, eq, inArray, isNull, lt, or } from 'drizzle-orm';
import { stat } from 'node:fs/promises';
import { files } from '../../../chat/server/files/tables.server.ts';
import { conversations } from '../../../chat/server/tables.server.ts';
import { change, type ChangeHost } from '../../../platform/change/change.server.ts';
import type { Database } from '../../../platform/db/database.server.ts';
import { publicMedia } from '../../../platform/files/tables.server.ts';
import { clearWorkFolder, type Files } from '../open-files.server.ts';

const HOUR_MS = 60 * 60 * 1000;
const DAY_MS = 24 * HOUR_MS;
const AT_ONCE = 200;

interface SweepHost extends ChangeHost {
  readonly files: Files;
}

/**
 * Deletes files that were never sent: after an hour in a chat that no agent has answered, because strangers can
 * fill the storage there at no cost, and after a day elsewhere.
 */
export async function forgetUnsent(host: SweepHost): Promise<void> {
  const now = host.clock.now().getTime();
  for (let isFull = true; isFull;) {
    isFull = await change(host, undefined, async (tx) => {
      const old = tx
        .select({ id: files.id })
        .from(files)
        .where(
          and(
            isNull(files.position),
            or(
              lt(files.createdAt, new Date(now - DAY_MS)),
              and(
                lt(files.createdAt, new Date(now - HOUR_MS)),
                eq(files.isAgent, false),
                inArray(files.conversationId, unanswered(tx)),
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
export class OrphanSweep {
  readonly #host: SweepHost;
  readonly #seen = new Map<string, number>();

  constructor(host: SweepHost) {
    this.#host = host;
  }

  async sweep(): Promise<void> {
    const { files: open, clock } = this.#host;
    await open.uploads.dataStore.deleteExpired().catch((error: unknown) => {
      this.#host.log.error({ err: error }, 'Old uploads were not removed');
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
        this.#host.log.info({ fileId: id }, 'A file that no row names was removed');
      } catch (error) {
        this.#host.log.error(
          { err: error, fileId: id },
          'A file that no row names was not removed',
        );
      }
    }
  }

  async *#batches(): AsyncGenerator<string[]> {
    let batch = new Set<string>();
    for await (const { fileId } of this.#host.files.store.list()) {
      batch.add(fileId);
      if (batch.size < AT_ONCE) continue;
      yield [...batch];
      batch = new Set();
    }
    yield [...batch];
  }

  async #withoutRow(ids: readonly string[]): Promise<string[]> {
    if (ids.length === 0) return [];
    const { db } = this.#host;
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
