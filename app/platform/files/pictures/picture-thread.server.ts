import { setPriority } from 'node:os';
import sharp from 'sharp';
import { cleanPicture } from './clean-picture.server.ts';
import { makeLogo } from './make-logo.server.ts';
import { makePhoto } from './make-photo.server.ts';
import type { PictureAnswer, PictureWork } from './picture-work.ts';

// The program of the thread that works on pictures; `pictures.server.ts` begins it.

// Messages go before pictures when there are more of both than processors.
if (process.platform === 'linux') setPriority(10);
// One picture at a time, by one thread, and nothing of it is kept.
sharp.concurrency(1);
sharp.cache(false);

const WORKERS = { clean: cleanPicture, photo: makePhoto, logo: makeLogo } as const;

/** Writes a picture anew, upright and without anything but its pixels. */
export default async function work(picture: PictureWork): Promise<PictureAnswer> {
  try {
    return await WORKERS[picture.kind](picture as never);
  } catch {
    // Whatever a decoder says of it: nobody could look at it either.
    return { refused: 'unreadable' };
  }
}
