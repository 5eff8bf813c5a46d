import { PictureChild } from './picture-child.server.ts';
import { PictureQueue, type PictureAsker } from './picture-queue.ts';
import type { CleanWork, LogoWork, PhotoWork, PictureAnswer } from './picture-work.ts';

type Asked =
  | Omit<CleanWork, 'mostBytes'>
  | Omit<PhotoWork, 'mostBytes'>
  | Omit<LogoWork, 'mostBytes'>;

/** Works on pictures away from the process of the chat. */
export interface Pictures {
  /** Rejects where there is no room to wait in, or the turn did not come in time. */
  work(picture: Asked, asker: PictureAsker): Promise<PictureAnswer>;
  close(): Promise<void>;
}

/** The process limits its time of a processor; this is for a machine that has none left for it. */
const TIME_LIMIT_MS = 150_000;

/** One process for all pictures, started with the first and ended when there are none. */
export function openPictures(memoryMib: number): Pictures {
  const mostBytes = memoryMib * 1024 * 1024;
  const queue = new PictureQueue();
  const child = new PictureChild(mostBytes);
  return {
    work: (picture, asker) =>
      queue.run(asker, () => child.run({ ...picture, mostBytes }, TIME_LIMIT_MS)),
    close: () => child.close(),
  };
}
