import { PictureChild } from './picture-child.server.ts';
import { WorkQueue, type Requester, type WorkQueueLimits } from '../../work-queue.server.ts';
import type { CleanWork, LogoWork, PhotoWork, PictureAnswer } from './picture-work.ts';

const PICTURE_QUEUE_LIMITS: WorkQueueLimits = {
  waiting: 64,
  waitingPerShare: 12,
  patienceMs: 25_000,
  teamPatienceMs: 50_000,
};

type Asked =
  | Omit<CleanWork, 'mostBytes'>
  | Omit<PhotoWork, 'mostBytes'>
  | Omit<LogoWork, 'mostBytes'>;

export interface Pictures {
  /** Rejects when the queue is full or the turn does not come in time. */
  work(picture: Asked, asker: Requester): Promise<PictureAnswer>;
  /** Runs other costly work on a file in the queue of the pictures. */
  inTurn(asker: Requester, work: () => Promise<void>): Promise<void>;
  close(): Promise<void>;
}

/** The process limits its own CPU time; this limit is for a machine without any left for it. */
const TIME_LIMIT_MS = 150_000;

/** Uses one process for all pictures, started with the first picture and ended when idle. */
export function openPictures(memoryMib: number): Pictures {
  const mostBytes = memoryMib * 1024 * 1024;
  const queue = new WorkQueue(PICTURE_QUEUE_LIMITS);
  const child = new PictureChild(mostBytes);
  return {
    work: (picture, asker) =>
      queue.run(asker, () => child.run({ ...picture, mostBytes }, TIME_LIMIT_MS)),
    inTurn: (asker, work) => queue.run(asker, work),
    close: () => child.close(),
  };
}
