import type { Log } from '../app/platform/log.server.ts';
import type { Processes } from '../app/platform/processes.ts';
import { systemTimers, type Timers } from '../app/platform/timers.ts';
import type { Queue } from './tell-places.ts';

/** Places in the queue are read and published at most twice a second. */
const TELL_EVERY_MS = 500;

interface QueueNews {
  readonly readPlaces: () => Promise<Queue>;
  readonly tellPlaces: (queue: Queue) => void;
  readonly processes: Processes;
  readonly log: Log;
  readonly timers?: Timers;
}

/**
 * Announces a change of the queue to every process. Each process reads the queue once for all of
 * its visitors; changes during a read cause another read.
 */
export function createQueueNews(news: QueueNews): () => void {
  const { processes, timers = systemTimers } = news;
  const telling = atMostEvery(TELL_EVERY_MS, timers, () => {
    news.readPlaces().then(news.tellPlaces, (error: unknown) => {
      news.log.warn({ err: error }, 'Places in the queue were not told');
    });
  });
  processes.subscribe('queueChanged', telling);
  processes.onMissed(telling);
  return atMostEvery(TELL_EVERY_MS, timers, () => processes.publish('queueChanged', {}));
}

/** Runs at once, and once more after a pause if called meanwhile. */
function atMostEvery(ms: number, timers: Timers, work: () => void): () => void {
  let isPausing = false;
  let isDue = false;
  return function run(): void {
    if (isPausing) {
      isDue = true;
      return;
    }
    isPausing = true;
    isDue = false;
    work();
    timers.after(ms, () => {
      isPausing = false;
      if (isDue) run();
    });
  };
}
