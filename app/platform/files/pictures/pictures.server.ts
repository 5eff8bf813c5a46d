import { PictureChild } from './picture-child.server.ts';
import { PictureQueue, type PictureAsker } from './picture-queue.ts';
import type { CleanWork, LogoWork, PhotoWork, PictureAnswer } from './picture-work.ts';

type Asked =
  | Omit<CleanWork, 'mostBytes'>
  | Omit<PhotoWork, 'mostBytes'>
  | Omit<LogoWork, 'mostBytes'>;

export interface Pictures {
  /** Rejects when the queue is full or the turn does not come in time. */
  work(picture: Asked, asker: PictureAsker): Promise<PictureAnswer>;
  close(): Promise<void>;
}

/** The process limits its own CPU time; this limit is for a machine without any left for it. */
const TIME_LIMIT_MS = 150_000;

/** Uses one process for all pictures, started with the first picture and ended when idle. */
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
