import { setPriority } from 'node:os';
import { join } from 'node:path';
import sharp, { type Metadata, type Sharp } from 'sharp';
import { PREVIEW_SIDES } from '../../conversation/wire/files.ts';
import type { PictureAnswer, PictureWork } from './picture-work.ts';

// The program of the thread that works on pictures; `pictures.server.ts` begins it.

// Messages go before pictures when there are more of both than processors.
if (process.platform === 'linux') setPriority(10);
// One picture at a time, by one thread, and nothing of it is kept.
sharp.concurrency(1);
sharp.cache(false);

/** The largest photos of telephones in use have 50 million, those of a scanner for A3 60. */
const PIXELS = 64_000_000;
/** Of a moving picture all its pictures together. */
const MOVING_PIXELS = 200_000_000;
const SECONDS = 60;

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

/** Writes a picture anew, upright and without anything but its pixels, and in the sizes it is shown in. */
export default async function work({ source, type, folder }: PictureWork): Promise<PictureAnswer> {
  const write = WRITTEN_AS[type];
  if (!write) return { refused: 'unreadable' };
  try {
    // What a header says is read before anything is made of it.
    const metadata = await sharp(source, { limitInputPixels: false }).metadata();
    const { width, height, pages = 1, autoOrient } = metadata;
    const isMoving = pages > 1 && (type === 'image/gif' || type === 'image/webp');
    // Written anew it would have one.
    if (pages > 1 && !isMoving) return { refused: 'several pages' };
    const pixels = width * height * (isMoving ? pages : 1);
    if (width * height > PIXELS || pixels > MOVING_PIXELS) return { refused: 'too many pixels' };
    const original = isMoving
      ? sharp(source, { limitInputPixels: MOVING_PIXELS, animated: true }).timeout({
          seconds: SECONDS,
        })
      : open(source, PIXELS).autoOrient();
    await write(original, metadata).toFile(join(folder, 'original'));
    for (const [name, side] of Object.entries(PREVIEW_SIDES)) {
      await open(source, PIXELS)
        .autoOrient()
        .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
        .webp({ quality: 80, effort: 3 })
        .toFile(join(folder, name));
    }
    return { width: autoOrient.width, height: autoOrient.height };
  } catch {
    // Whatever a decoder says of it: nobody could look at it either.
    return { refused: 'unreadable' };
  }
}

function open(source: string, limitInputPixels: number): Sharp {
  return sharp(source, { limitInputPixels, failOn: 'error' }).timeout({ seconds: SECONDS });
}
