import { t } from '../../i18n/translate.ts';
import { mkdir, readdir, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { MEBIBYTE, type FileLimits } from '../../chat/protocol/files.ts';
import type { FileOwner } from '../../chat/server/files/upload-place.server.ts';
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
  | 'scannerMaxMib'
  | 'fileMaxMib'
  | 'orderFileMaxMib'
  | 'orderFilesMib'
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

/**
 * The limits of a part of an order. Files of buyers must fit into the scanner; what the team delivers may be larger
 * (rule 318). A form without JavaScript has the limit of every other file.
 */
export function limitsOfOrder(
  settings: FileSettings,
  purpose: FileOwner['purpose'],
): Required<FileLimits> {
  const { maxBytes: formMaxBytes, maxCount } = limitsOf(settings);
  const { scanner, scannerMaxMib, orderFileMaxMib } = settings;
  const isBounded = scanner && scannerMaxMib !== undefined && purpose !== 'delivery';
  const mib = isBounded
    ? Math.min(orderFileMaxMib, Math.max(scannerMaxMib, settings.fileMaxMib))
    : orderFileMaxMib;
  return { maxBytes: mib * MEBIBYTE, maxCount, formMaxBytes };
}

/** The limits at the place of an upload. */
export function limitsAt(settings: FileSettings, owner: FileOwner): FileLimits {
  return owner.orderId === null ? limitsOf(settings) : limitsOfOrder(settings, owner.purpose);
}

/** Throws {@link RefusedError} 400 if a message has more files than the settings allow. */
export function refuseTooManyFiles(
  { filesPerMessage }: Pick<Settings, 'filesPerMessage'>,
  fileIds: readonly string[] = [],
): void {
  if (fileIds.length <= filesPerMessage) return;
  throw new RefusedError(
    400,
    t('A message can have up to {count, plural, one {# file} other {# files}}.', {
      count: filesPerMessage,
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
