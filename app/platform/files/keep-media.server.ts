import { t, msg, type Sentence } from '../../i18n/translate.ts';
import { randomUUID } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { change, type ChangeContext } from '../change/change.server.ts';
import { RefusedError } from '../errors.ts';
import { findType } from './find-type.server.ts';
import { removeMetadata } from './metadata/remove-metadata.server.ts';
import type { Crop } from './pictures/picture-work.ts';
import type { Pictures } from './pictures/pictures.server.ts';
import { ScannerAwayError, type Scan } from './scan.server.ts';
import { inOrderOfPutting, type FileStore } from './store/file-store.server.ts';
import { publicMedia, type MEDIA_PURPOSES } from './tables.server.ts';

export interface MediaFiles {
  readonly store: FileStore;
  readonly pictures: Pictures;
  /** Undefined without a virus scanner. */
  readonly scan: Scan | undefined;
  readonly workFolder: string;
}

export interface MediaContext extends ChangeContext {
  readonly files: MediaFiles;
}

type Row = typeof publicMedia.$inferInsert;

export interface BroughtFile {
  readonly purpose: (typeof MEDIA_PURPOSES)[number];
  readonly name: string;
  /** A path that nothing else writes to. */
  readonly source: string;
}

export interface StoredPhoto {
  readonly id: string;
  readonly width: number;
  readonly height: number;
}

export type VideoFormat = 'mp4' | 'webm';

const PHOTO_TYPES = ['image/jpeg', 'image/png', 'image/webp', 'image/avif'];
const VIDEO_FORMATS: Readonly<Record<string, VideoFormat>> = {
  'video/mp4': 'mp4',
  'video/webm': 'webm',
};

/**
 * Stores a picture as a photo: upright, without metadata, in every size and format that pages use,
 * encoded in a separate process. Throws {@link RefusedError} 422 for other files and 503 while
 * pictures cannot be processed; then nothing is stored.
 */
export async function keepPhoto(appContext: MediaContext, file: BroughtFile): Promise<StoredPhoto> {
  const type = await findType(file.source);
  if (!PHOTO_TYPES.includes(type)) throw refuse(file.name, WRONG_TYPE.picture);
  return makePhoto(appContext, file, { type });
}

/** The same for a shop's logo, in smaller sizes and with transparency. */
export async function keepLogo(appContext: MediaContext, file: BroughtFile): Promise<StoredPhoto> {
  const type = await findType(file.source);
  if (!PHOTO_TYPES.includes(type)) throw refuse(file.name, WRONG_TYPE.picture);
  return makePhoto(appContext, file, { type }, { kind: 'logo' });
}

export function keepCrop(
  appContext: MediaContext,
  file: BroughtFile,
  whole: { readonly id: string; readonly type: string },
  crop: Crop,
): Promise<StoredPhoto> {
  const { left, top, width, height } = crop;
  const part = { sourceId: whole.id, crop: [left, top, width, height].join(',') };
  return makePhoto(appContext, file, { type: whole.type, ...part }, { kind: 'photo', crop });
}

/**
 * Stores a video unchanged apart from removed metadata, after checking its type and scanning it for
 * viruses.
 */
export async function keepVideo(
  appContext: MediaContext,
  file: BroughtFile,
): Promise<{ readonly id: string; readonly format: VideoFormat }> {
  const { purpose, name, source } = file;
  await refuseInfected(appContext, file);
  const type = await findType(source);
  const format = VIDEO_FORMATS[type];
  if (!format) throw refuse(name, WRONG_TYPE.video);
  const told = await removeMetadata(source, type, (work) =>
    appContext.files.pictures.inTurn(CATALOGUE, work),
  ).catch((error: unknown) => refuseForNow(appContext, name, error));
  if (told) throw refuse(name, UNREADABLE_VIDEO);
  const id = randomUUID();
  await appContext.files.store.put(id, format, source);
  await insert(appContext, { id, purpose, kind: 'video', type });
  return { id, format };
}

async function makePhoto(
  appContext: MediaContext,
  { purpose, name, source }: BroughtFile,
  row: Pick<Row, 'type' | 'sourceId' | 'crop'>,
  how: { readonly kind: 'photo'; readonly crop?: Crop } | { readonly kind: 'logo' } = {
    kind: 'photo',
  },
): Promise<StoredPhoto> {
  const { store, pictures, workFolder } = appContext.files;
  const folder = await mkdtemp(join(workFolder, 'photo-'));
  try {
    const answer = await pictures
      .work({ source, folder, ...how }, CATALOGUE)
      .catch((error: unknown) => refuseForNow(appContext, name, error));
    if ('refused' in answer) throw refuse(name, WHY_REFUSED[answer.refused]);
    const id = randomUUID();
    for (const part of inOrderOfPutting(await readdir(folder))) {
      // oxlint-disable-next-line no-await-in-loop -- the master last: then all of it is there
      await store.put(id, part, join(folder, part));
    }
    await insert(appContext, { id, purpose, kind: 'photo', ...row, ...answer });
    return { id, ...answer };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function refuseForNow({ log }: MediaContext, name: string, error: unknown): never {
  log.warn({ err: error }, 'Could not process a photo or video');
  throw new RefusedError(503, t("“{name}” couldn't be processed. Add it again.", { name }), 'file');
}

/**
 * Inserts the row after the file was stored. If the process dies between the two, the cleanup job
 * deletes the file.
 */
function insert(appContext: MediaContext, row: Omit<Row, 'createdAt'>): Promise<unknown> {
  const createdAt = appContext.clock.now();
  return change(appContext, undefined, (tx) =>
    tx.insert(publicMedia).values({ ...row, createdAt }),
  );
}

const CATALOGUE = { isTeam: true, share: 'catalogue' } as const;

const WHY_REFUSED = {
  unreadable: msg("“{name}” wasn''t added. It couldn''t be read as a picture."),
  'too many pixels': msg("“{name}” wasn''t added. It has more than 64 million pixels."),
  'several pages': msg("“{name}” wasn''t added. It has several pages."),
  'too long': msg(
    "“{name}” wasn''t added. All its frames together have more than 64 million pixels.",
  ),
  'too much memory': msg(
    "“{name}” wasn''t added. It would take too much memory or time to process. Make it smaller.",
  ),
  'no photo': msg(
    "“{name}” wasn''t added. Its pixel format isn''t supported. Save it as JPEG or PNG.",
  ),
  'too small': msg(
    "“{name}” wasn''t added. It is smaller than 16 by 16 pixels, too small to show anything.",
  ),
  'nothing to see': msg(
    "“{name}” wasn''t added. It is completely transparent, so nothing would be visible.",
  ),
} as const;

const WRONG_TYPE = {
  picture: msg("“{name}” wasn''t added. It isn''t a JPEG, PNG, WebP or AVIF picture."),
  video: msg("“{name}” wasn''t added. It isn''t an MP4 or WebM video."),
} as const;

const UNREADABLE_VIDEO = msg("“{name}” wasn''t added. It couldn''t be read as a video.");

const INFECTED = msg("“{name}” wasn''t added. It contains a virus.");

/** Whole messages, because other languages change "it" with the noun before. */
function refuse(name: string, why: Sentence): RefusedError {
  return new RefusedError(422, t(why, { name }), 'file');
}

async function refuseInfected(
  appContext: MediaContext,
  { name, source }: BroughtFile,
): Promise<void> {
  if (!appContext.files.scan) return;
  const found = await appContext.files.scan(source).catch((error: unknown) => {
    if (!(error instanceof ScannerAwayError)) throw error;
    appContext.log.error({ err: error }, 'Could not scan a video for viruses');
    throw new RefusedError(
      503,
      t("“{name}” couldn't be checked for viruses. Add it again later.", { name }),
      'file',
    );
  });
  if (found !== undefined) throw refuse(name, INFECTED);
}
