import { t, msg } from '../../../i18n/translate.ts';
import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { and, eq } from 'drizzle-orm';
import { change } from '../../../platform/change/change.server.ts';
import type { Database } from '../../../platform/db/database.server.ts';
import { RefusedError } from '../../../platform/errors.ts';
import { isUuid } from '../../../platform/fields.ts';
import { keepCrop, type StoredPhoto } from '../../../platform/files/keep-media.server.ts';
import { publicMedia } from '../../../platform/files/tables.server.ts';
import type { CatalogueMediaContext } from './take-upload.server.ts';
import type { CropView, PhotoOrigin } from '../../protocol/limits.ts';

const GONE = msg('This photo is not there any more. Please add it again.');

interface Photo extends StoredPhoto {
  readonly type: string;
  readonly sourceId: string | null;
  readonly crop: string | null;
}

export async function readPhotoOrigin(db: Database, id: string): Promise<PhotoOrigin> {
  const { whole, crop } = await findOrigin(db, id);
  return { whole: sizeOf(whole), crop };
}

/**
 * The original is kept, so that the photo can be cropped again. Equal crops return the same photo. Throws {@link
 * RefusedError} 404 for an unknown photo, 400 for a crop outside of it.
 */
export async function cropPhoto(
  appContext: CatalogueMediaContext,
  id: string,
  crop: CropView,
): Promise<StoredPhoto> {
  const { whole } = await findOrigin(appContext.db, id);
  const { left, top, width, height } = crop;
  if (left + width > whole.width || top + height > whole.height) {
    throw new RefusedError(400, t('That is outside of the photo. Please choose again.'));
  }
  if (width === whole.width && height === whole.height) return sizeOf(whole);
  const known = await askAgain(appContext, whole.id, [left, top, width, height].join(','));
  if (known) return known;
  const { store, workFolder } = appContext.files;
  const master = await store.open(whole.id, 'original');
  if (!master) throw new RefusedError(404, t(GONE));
  const folder = await mkdtemp(join(workFolder, 'crop-'));
  try {
    const source = join(folder, 'whole');
    await pipeline(master.stream, createWriteStream(source, { mode: 0o600 }));
    return await keepCrop(appContext, { purpose: 'catalogue', name: 'photo', source }, whole, crop);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function findOrigin(db: Database, id: string) {
  const photo = await find(db, id);
  const whole = photo.sourceId === null ? photo : await find(db, photo.sourceId);
  return { whole, crop: parse(photo.crop) };
}

async function find(db: Database, id: string): Promise<Photo> {
  const [row] = isUuid(id)
    ? await db
        .select()
        .from(publicMedia)
        .where(and(eq(publicMedia.id, id), eq(publicMedia.purpose, 'catalogue')))
    : [];
  const { width, height } = row ?? {};
  if (!row || !width || !height) throw new RefusedError(404, t(GONE));
  return { ...row, width, height };
}

/**
 * Returns an existing crop and renews its `createdAt`, so that the daily cleanup does not delete the photo while it
 * is in use.
 */
function askAgain(
  appContext: CatalogueMediaContext,
  sourceId: string,
  crop: string,
): Promise<StoredPhoto | undefined> {
  return change(appContext, undefined, async (tx) => {
    const [row] = await tx
      .update(publicMedia)
      .set({ createdAt: appContext.clock.now() })
      .where(and(eq(publicMedia.sourceId, sourceId), eq(publicMedia.crop, crop)))
      .returning();
    const { width, height } = row ?? {};
    return row && width && height ? { id: row.id, width, height } : undefined;
  });
}

function parse(crop: string | null): CropView | null {
  if (crop === null) return null;
  const [left = 0, top = 0, width = 0, height = 0] = crop.split(',').map(Number);
  return { left, top, width, height };
}

function sizeOf({ id, width, height }: StoredPhoto): StoredPhoto {
  return { id, width, height };
}
