import { join } from 'node:path';
import sharp, { type Metadata, type Sharp } from 'sharp';
import { openPicture, PIXELS, readHeader, SECONDS } from './open-picture.server.ts';
import type { CleanWork, PictureAnswer } from './picture-work.ts';

/** Of a moving picture all its pictures together. */
const MOVING_PIXELS = 200_000_000;

/** As fine as it came: a photo that becomes larger gains nothing. */
const WRITTEN_AS: Readonly<Record<string, (picture: Sharp, metadata: Metadata) => Sharp>> = {
  'image/jpeg': (picture, { chromaSubsampling }) =>
    picture.jpeg({
      quality: 90,
      chromaSubsampling: chromaSubsampling === '4:4:4' ? '4:4:4' : '4:2:0',
    }),
  'image/png': (picture) => picture.png(),
  'image/webp': (picture) => picture.webp({ quality: 92, effort: 3 }),
  'image/gif': (picture) => picture.gif({ effort: 3 }),
  'image/avif': (picture) => picture.avif({ quality: 75, effort: 2 }),
  'image/tiff': (picture) => picture.tiff({ compression: 'lzw' }),
};

/** Writes a picture anew in its own format, and in the sizes it is shown in. */
export async function cleanPicture(work: CleanWork): Promise<PictureAnswer> {
  const { source, type, folder, previews, keepsOriginal = false } = work;
  const write = WRITTEN_AS[type];
  if (!write) return { refused: 'unreadable' };
  const metadata = await readHeader(source);
  const { width, height, pages = 1, autoOrient } = metadata;
  const isMoving = pages > 1 && (type === 'image/gif' || type === 'image/webp');
  // Written anew it would have one.
  if (pages > 1 && !isMoving && !keepsOriginal) return { refused: 'several pages' };
  const pixels = width * height * (isMoving && !keepsOriginal ? pages : 1);
  if (width * height > PIXELS || pixels > MOVING_PIXELS) return { refused: 'too many pixels' };
  const original = isMoving
    ? sharp(source, { limitInputPixels: MOVING_PIXELS, animated: true }).timeout({
        seconds: SECONDS,
      })
    : openPicture(source).autoOrient();
  if (!keepsOriginal) await write(original, metadata).toFile(join(folder, 'original'));
  for (const [name, side] of Object.entries(previews)) {
    await openPicture(source)
      .autoOrient()
      .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
      .webp({ quality: 80, effort: 3 })
      .toFile(join(folder, name));
  }
  return { width: autoOrient.width, height: autoOrient.height };
}
