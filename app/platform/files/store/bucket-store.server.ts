import { rm } from 'node:fs/promises';
import type { Bucket } from './bucket.server.ts';
import {
  FILE_ID,
  isPart,
  type ByteRange,
  type FileStore,
  type Part,
  type StoreEntry,
} from './file-store.server.ts';

const FOLDER = 'files/';

/** Stores files in an S3-compatible bucket under names such as `files/abcd…/original`. */
export class BucketStore implements FileStore {
  readonly place: string;
  readonly #bucket: Bucket;

  constructor(bucket: Bucket) {
    this.#bucket = bucket;
    this.place = `the bucket ${bucket.name}`;
  }

  async put(fileId: string, part: Part, path: string): Promise<void> {
    await this.#bucket.put(keyOf(fileId, part), { path });
    await rm(path);
  }

  async open(fileId: string, part: Part, range?: ByteRange) {
    return this.#bucket.get(keyOf(fileId, part), range);
  }

  async sizeOf(fileId: string, part: Part): Promise<number | undefined> {
    return this.#bucket.sizeOf(keyOf(fileId, part));
  }

  async remove(fileId: string): Promise<void> {
    if (!FILE_ID.test(fileId)) throw new Error('Invalid file ID');
    const keys: string[] = [];
    for await (const { key } of this.#bucket.list(`${FOLDER}${fileId}/`)) keys.push(key);
    await this.#bucket.remove(keys);
  }

  async *list(): AsyncGenerator<StoreEntry> {
    for await (const { key, size } of this.#bucket.list(FOLDER)) {
      const [fileId = '', part = ''] = key.slice(FOLDER.length).split('/');
      if (FILE_ID.test(fileId) && isPart(part)) yield { fileId, part, size };
    }
  }

  free(): Promise<undefined> {
    return Promise.resolve(undefined);
  }
}

function keyOf(fileId: string, part: Part): string {
  if (!FILE_ID.test(fileId) || !isPart(part)) throw new Error('Invalid file name');
  return `${FOLDER}${fileId}/${part}`;
}
