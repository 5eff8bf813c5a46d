import { t } from '../../i18n/translate.ts';
import { mkdir, readdir, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { MEBIBYTE, formatFileCount, type FileLimits } from '../../chat/protocol/files.ts';
import { RefusedError } from '../../platform/errors.ts';
import type { Settings } from '../../platform/settings.server.ts';
import type { MediaFiles } from '../../platform/files/keep-media.server.ts';
import { openPictures } from '../../platform/files/pictures/pictures.server.ts';
import { BucketStore } from '../../platform/files/store/bucket-store.server.ts';
import { FolderStore } from '../../platform/files/store/folder-store.server.ts';
import { scanWithClamd } from '../../platform/files/scan.server.ts';
import {
  uploadsInBucket,
  uploadsInFolder,
  type UnfinishedUploads,
} from '../../platform/files/uploads/unfinished-uploads.server.ts';

export interface Files extends MediaFiles {
  readonly uploads: UnfinishedUploads;
  close(): Promise<void>;
}

export type FileSettings = Pick<
  Settings,
  | 'filesDir'
  | 'bucket'
  | 'scanner'
  | 'fileMaxMib'
  | 'filesPerMessage'
  | 'filesPerHourMib'
  | 'networkFilesPerHourMib'
  | 'memberFilesPerHourMib'
  | 'unsentFilesMib'
  | 'pictureMemoryMib'
>;

export function limitsOf(settings: FileSettings): FileLimits {
  return { maxBytes: settings.fileMaxMib * MEBIBYTE, maxCount: settings.filesPerMessage };
}

/** Throws {@link RefusedError} 400 if a message has more files than the settings allow. */
export function refuseTooManyFiles(
  { filesPerMessage }: Pick<Settings, 'filesPerMessage'>,
  fileIds: readonly string[] = [],
): void {
  if (fileIds.length <= filesPerMessage) return;
  throw new RefusedError(
    400,
    t('A message can have up to {sayFileCount}.', {
      sayFileCount: formatFileCount(filesPerMessage),
    }),
    'files',
  );
}

export async function openStore(
  settings: FileSettings,
): Promise<Pick<Files, 'store' | 'uploads' | 'workFolder'>> {
  const folder = resolve(settings.filesDir);
  const [stored, uploads, workFolder] = ['stored', 'uploads', 'work'].map((one) =>
    join(folder, one),
  ) as [string, string, string];
  await mkdir(workFolder, { recursive: true, mode: 0o700 });
  if (settings.bucket) {
    // The bucket pulls in a whole S3 client, which is therefore loaded only when a bucket is configured.
    const { Bucket } = await import('../../platform/files/store/bucket.server.ts');
    const bucket = new Bucket(settings.bucket);
    const store = new BucketStore(bucket);
    return { store, uploads: uploadsInBucket(bucket, workFolder), workFolder };
  }
  await mkdir(stored, { recursive: true, mode: 0o700 });
  await mkdir(uploads, { recursive: true, mode: 0o700 });
  return { store: new FolderStore(stored), uploads: uploadsInFolder(uploads), workFolder };
}

export async function openFiles(settings: FileSettings): Promise<Files> {
  const pictures = openPictures(settings.pictureMemoryMib);
  return {
    ...(await openStore(settings)),
    pictures,
    scan: settings.scanner && scanWithClamd(settings.scanner),
    close: () => pictures.close(),
  };
}

/** Removes the temporary files of a process that died while working on a file. Nothing reads them any more. */
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
