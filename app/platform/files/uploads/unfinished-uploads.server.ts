import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { FileStore as TusFolder } from '@tus/file-store';
import type { DataStore } from '@tus/server';

const DAY_MS = 24 * 60 * 60 * 1000;

export interface UnfinishedUploads {
  readonly dataStore: DataStore;
  read(fileId: string): Promise<Readable>;
  remove(fileId: string): Promise<void>;
}

export function uploadsInFolder(folder: string): UnfinishedUploads {
  const dataStore = new TusFolder({ directory: folder, expirationPeriodInMilliseconds: DAY_MS });
  return {
    dataStore,
    read: (fileId) => Promise.resolve(dataStore.read(fileId)),
    async remove(fileId) {
      for (const name of [fileId, `${fileId}.json`]) await rm(join(folder, name), { force: true });
    },
  };
}

/** The number of received bytes; undefined for an unknown or expired upload. */
export async function takenIn(
  { dataStore }: UnfinishedUploads,
  fileId: string,
): Promise<number | undefined> {
  try {
    return (await dataStore.getUpload(fileId)).offset;
  } catch (error) {
    // The tus library throws these for a missing upload.
    const status = (error as { status_code?: unknown }).status_code;
    if (status === 404 || status === 410) return undefined;
    throw error;
  }
}
