import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { FileStore as TusFolder } from '@tus/file-store';
import type { DataStore } from '@tus/server';
import type { BucketUploads } from '../store/bucket-store.server.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

/** What was taken in of uploads that are not complete, in the stores of the tus protocol. */
export interface UnfinishedUploads {
  readonly dataStore: DataStore;
  /** What the store calls the upload of this file. */
  nameOf(fileId: string): string;
  read(fileId: string): Promise<Readable>;
  /** How much is there; undefined where nothing was begun, or it is too old. */
  takenIn(fileId: string): Promise<number | undefined>;
  /** Removes what there is of it, complete or not. */
  remove(fileId: string): Promise<void>;
  /** Removes what was begun more than a day ago. */
  removeOld(): Promise<void>;
}

/** In a folder beside the files. */
export function uploadsInFolder(folder: string): UnfinishedUploads {
  const dataStore = new TusFolder({ directory: folder, expirationPeriodInMilliseconds: DAY_MS });
  return {
    ...common(dataStore, (fileId) => fileId),
    read: (fileId) => Promise.resolve(dataStore.read(fileId)),
    async remove(fileId) {
      for (const name of [fileId, `${fileId}.json`]) await rm(join(folder, name), { force: true });
    },
  };
}

/** In the bucket, beside the files. */
export function uploadsInBucket(dataStore: BucketUploads): UnfinishedUploads {
  const nameOf = (fileId: string) => `uploads/${fileId}`;
  return {
    ...common(dataStore, nameOf),
    read: (fileId) => dataStore.read(nameOf(fileId)),
    async remove(fileId) {
      const key = nameOf(fileId);
      // What is complete has no parts any more, and the store then leaves the rest where it is.
      await dataStore.remove(key).catch(() => {});
      const names = [key, `${key}.info`, `${key}.part`];
      await dataStore.s3.deleteObjects({
        Bucket: dataStore.bucketName,
        Delete: { Objects: names.map((Key) => ({ Key })) },
      });
    },
  };
}

function common(dataStore: DataStore, nameOf: (fileId: string) => string) {
  return {
    dataStore,
    nameOf,
    async takenIn(fileId: string) {
      const upload = await dataStore.getUpload(nameOf(fileId)).catch(nothing);
      return upload?.offset;
    },
    async removeOld() {
      await dataStore.deleteExpired();
    },
  };
}

/** The protocol's own words for what is not there are no fault. */
function nothing(error: unknown): undefined {
  const status = (error as { status_code?: unknown }).status_code;
  if (status === 404 || status === 410) return undefined;
  throw error;
}
