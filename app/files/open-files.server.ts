import { mkdir, readdir, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { MEBIBYTE, sayFileCount, type FileLimits } from '../conversation/wire/files.ts';
import { RefusedError } from '../platform/errors.ts';
import type { Settings } from '../platform/settings.server.ts';
import { openPictures, type Pictures } from './pictures/pictures.server.ts';
import type { FileStore } from './store/file-store.server.ts';
import { FolderStore } from './store/folder-store.server.ts';
import type { Scan } from './upload/scan.server.ts';
import {
  uploadsInBucket,
  uploadsInFolder,
  type UnfinishedUploads,
} from './upload/unfinished-uploads.server.ts';

/** What a process keeps open for files. */
export interface Files {
  readonly store: FileStore;
  readonly uploads: UnfinishedUploads;
  readonly pictures: Pictures;
  /** Undefined where no scanner is set. */
  readonly scan: Scan | undefined;
  /** Where a file lies while it is looked at. */
  readonly workFolder: string;
  close(): Promise<void>;
}

export type FileSettings = Pick<
  Settings,
  'dataDir' | 'bucket' | 'scanner' | 'fileMaxMib' | 'filesPerMessage' | 'filesPerHourMib'
>;

/** What one file, and one message, can have here. */
export function limitsOf(settings: FileSettings): FileLimits {
  return { maxBytes: settings.fileMaxMib * MEBIBYTE, maxCount: settings.filesPerMessage };
}

/** Throws {@link RefusedError} 400 where a message would carry more files than one can. */
export function refuseTooManyFiles(
  { filesPerMessage }: Pick<Settings, 'filesPerMessage'>,
  fileIds: readonly string[] = [],
): void {
  if (fileIds.length <= filesPerMessage) return;
  throw new RefusedError(
    400,
    `A message can have up to ${sayFileCount(filesPerMessage)}.`,
    'files',
  );
}

/** Where the files of this installation are. Nothing is written before something is put. */
export async function openStore(settings: FileSettings): Promise<Pick<Files, 'store' | 'uploads'>> {
  if (settings.bucket) {
    // With it comes a whole client: loaded where it is used.
    const { BucketStore, BucketUploads } = await import('./store/bucket-store.server.ts');
    const uploads = new BucketUploads(settings.bucket);
    return { store: new BucketStore(uploads), uploads: uploadsInBucket(uploads) };
  }
  const folder = filesFolder(settings);
  for (const part of ['stored', 'uploads']) {
    // oxlint-disable-next-line no-await-in-loop -- two folders, once
    await mkdir(join(folder, part), { recursive: true, mode: 0o700 });
  }
  return {
    store: new FolderStore(join(folder, 'stored')),
    uploads: uploadsInFolder(join(folder, 'uploads')),
  };
}

export async function openFiles(settings: FileSettings): Promise<Files> {
  const workFolder = join(filesFolder(settings), 'work');
  await mkdir(workFolder, { recursive: true, mode: 0o700 });
  const pictures = openPictures();
  return {
    ...(await openStore(settings)),
    pictures,
    scan: settings.scanner && (await openScanner(settings.scanner)),
    workFolder,
    close: () => pictures.close(),
  };
}

async function openScanner(address: NonNullable<Settings['scanner']>): Promise<Scan> {
  const { scanWithClamd } = await import('./upload/scan.server.ts');
  return scanWithClamd(address);
}

/** What a process left that died over a file: nobody looks at it any more. */
export async function clearWorkFolder(
  { workFolder }: Pick<Files, 'workFolder'>,
  isOld: (name: string) => Promise<boolean>,
) {
  for (const name of await readdir(workFolder)) {
    // oxlint-disable-next-line no-await-in-loop -- seldom any
    if (await isOld(join(workFolder, name)))
      await rm(join(workFolder, name), { recursive: true, force: true });
  }
}

function filesFolder({ dataDir }: FileSettings): string {
  return join(resolve(dataDir), 'files');
}
