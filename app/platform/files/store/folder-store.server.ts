import { createReadStream } from 'node:fs';
import { mkdir, open, readdir, rename, rm, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { syncFolder } from '../../db/sync-folder.server.ts';
import { systemCode } from '../../operator-error.ts';
import {
  FILE_ID,
  isPart,
  type ByteRange,
  type FileStore,
  type Part,
  type StoreEntry,
} from './file-store.server.ts';

/** Stores files in 256 sibling folders under names such as `ab/abcd…/original`. */
export class FolderStore implements FileStore {
  readonly place: string;
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
    this.place = folder;
  }

  async put(fileId: string, part: Part, path: string): Promise<void> {
    const shelf = join(this.#folder, fileId.slice(0, 2));
    const target = this.#path(fileId, part);
    const folder = join(shelf, fileId);
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const handle = await open(path, 'r+');
    try {
      await handle.chmod(0o600);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(path, target);
    // Flushing the parent folders makes the new name itself durable.
    for (const named of [folder, shelf, this.#folder]) await syncFolder(named);
  }

  async open(fileId: string, part: Part, range?: ByteRange) {
    const size = await this.sizeOf(fileId, part);
    if (size === undefined) return undefined;
    const bytes = bytesOf(this.#path(fileId, part), range);
    return { size, stream: Readable.from(bytes, { objectMode: false }) };
  }

  async sizeOf(fileId: string, part: Part): Promise<number | undefined> {
    const info = await stat(this.#path(fileId, part)).catch((error: unknown) => {
      if (systemCode(error) === 'ENOENT') return undefined;
      throw error;
    });
    return info?.size;
  }

  async remove(fileId: string): Promise<void> {
    if (!FILE_ID.test(fileId)) throw new Error('Invalid file ID');
    const shelf = join(this.#folder, fileId.slice(0, 2));
    await rm(join(shelf, fileId), { recursive: true, force: true });
  }

  async *list(): AsyncGenerator<StoreEntry> {
    for (const shelf of await names(this.#folder)) {
      for (const fileId of await names(join(this.#folder, shelf))) {
        if (!FILE_ID.test(fileId)) continue;
        for (const part of await names(join(this.#folder, shelf, fileId))) {
          if (!isPart(part)) continue;
          const info = await stat(this.#path(fileId, part)).catch(() => undefined);
          // The part may have been removed meanwhile.
          if (info) yield { fileId, part, size: info.size };
        }
      }
    }
  }

  async free(): Promise<number> {
    const { bavail, bsize } = await statfs(this.#folder);
    return bavail * bsize;
  }

  #path(fileId: string, part: Part): string {
    if (!FILE_ID.test(fileId) || !isPart(part)) throw new Error('Invalid file name');
    return join(this.#folder, fileId.slice(0, 2), fileId, part);
  }
}

/** Opens the file only when the stream is read, so that an aborted request leaves no open file. */
async function* bytesOf(path: string, range: ByteRange | undefined): AsyncGenerator<Buffer> {
  yield* createReadStream(path, range) as AsyncIterable<Buffer>;
}

async function names(folder: string): Promise<string[]> {
  return readdir(folder).catch((error: unknown) => {
    if (['ENOENT', 'ENOTDIR'].includes(systemCode(error) ?? '')) return [];
    throw error;
  });
}
