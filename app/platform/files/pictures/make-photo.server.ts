import { join } from 'node:path';
import type { Sharp } from 'sharp';
import {
  isSeeThrough,
  openPicture,
  openPixels,
  readHeader,
  readPixels,
  refuseSides,
  refuseToDecode,
} from './open-picture.server.ts';
import {
  LINK_PREVIEW,
  MASTER_SIDE,
  partOf,
  PHOTO_FORMATS,
  widthsOf,
  type PhotoFormat,
} from './photo-forms.ts';
import type { PhotoWork, PictureAnswer } from './picture-work.ts';

/** JPEG has no transparency, so this colour fills the background. */
const PAPER = '#fff';

const WRITTEN_AS: Readonly<Record<PhotoFormat, (picture: Sharp) => Sharp>> = {
  avif: (picture) => picture.avif({ quality: 55, effort: 2 }),
  webp: (picture) => picture.webp({ quality: 78, effort: 3 }),
  jpg: (picture) => picture.flatten({ background: PAPER }).jpeg({ quality: 80, progressive: true }),
};

/**
 * Makes the variants of a photo: `original` for later crops, each width in each format, and the
 * link preview. The returned size is that of `original`.
 */
export async function makePhoto(work: PhotoWork): Promise<PictureAnswer> {
  const { source, folder, crop, mostBytes } = work;
  const metadata = await readHeader(source);
  const refused = refuseToDecode(metadata, mostBytes) ?? refuseSides(metadata);
  if (refused) return { refused };
  const upright = openPicture(source).autoOrient();
  const { data, info } = await readPixels(crop ? upright.extract(crop) : upright, MASTER_SIDE);
  if (isSeeThrough(data, info)) return { refused: 'nothing to see' };
  const open = () => openPixels(data, info);
  await open().webp({ quality: 92, effort: 3 }).toFile(join(folder, 'original'));
  for (const each of widthsOf(info.width)) {
    for (const format of PHOTO_FORMATS) {
      await WRITTEN_AS[format](open().resize({ width: each })).toFile(
        join(folder, partOf(each, format)),
      );
    }
  }
  const { part, ...size } = LINK_PREVIEW;
  await WRITTEN_AS.jpg(open().resize({ ...size, fit: 'cover' })).toFile(join(folder, part));
  return { width: info.width, height: info.height };
}
