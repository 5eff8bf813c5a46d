import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { BackupEntry, BackupPart, RestoredPart } from '../../../platform/backup/manifest.ts';
import { OperatorError } from '../../../platform/operator-error.ts';
import {
  FILE_ID,
  inOrderOfPutting,
  isLastPart,
  isPart,
  type FileStore,
} from '../../../platform/files/store/file-store.server.ts';
import { holdRemovals } from '../sweep/prune-files.server.ts';

/** Selects the ids of all files that the chat and the catalogue refer to. */
const NAMED =
  'select id from files where stored_at is not null union all select id from public_media';

/** Lists all stored files as backup entries. Works for the folder store and the bucket store alike. */
export function backUpFiles(store: FileStore): BackupPart {
  return {
    hold: holdRemovals,
    async *entries(): AsyncGenerator<BackupEntry> {
      for await (const { fileId, part, size } of store.list()) {
        yield {
          name: `${fileId}/${part}`,
          size,
          open: async () => (await store.open(fileId, part))?.stream,
        };
      }
    },
  };
}

export function restoreFiles(store: FileStore): RestoredPart {
  return {
    async check(folder, query) {
      const unpacked = new Set(await names(folder));
      const missing = (await query<{ id: string }>(NAMED)).filter(({ id }) => !unpacked.has(id));
      if (missing.length === 0) return;
      throw new OperatorError(
        `The backup lacks ${missing.length} of the files that its database refers to.`,
      );
    },
    async put(folder) {
      for (const fileId of await names(folder)) {
        if (!FILE_ID.test(fileId)) continue;
        const there = (await names(join(folder, fileId))).filter(isPart);
        for (const part of inOrderOfPutting(there)) {
          await store.put(fileId, part, join(folder, fileId, part));
        }
      }
    },
  };
}

export async function compareFiles(
  store: FileStore,
  query: <R>(text: string) => Promise<readonly R[]>,
): Promise<{ readonly named: number; readonly missing: number }> {
  const stored = new Set<string>();
  for await (const { fileId, part } of store.list()) if (isLastPart(part)) stored.add(fileId);
  const rows = await query<{ id: string }>(NAMED);
  return { named: rows.length, missing: rows.filter(({ id }) => !stored.has(id)).length };
}

async function names(folder: string): Promise<string[]> {
  const info = await stat(folder).catch(() => undefined);
  return info?.isDirectory() ? readdir(folder) : [];
}
