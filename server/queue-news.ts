import type { Log } from '../app/platform/log.server.ts';
import type { Processes } from '../app/platform/processes.ts';
import { systemTimers, type Timers } from '../app/platform/timers.ts';
import type { Queue } from './tell-places.ts';

/** However fast people come and go, places are read and told twice a second. */
const TELL_EVERY_MS = 500;

interface QueueNews {
  readonly readPlaces: () => Promise<Queue>;
  /** Tells those of this process. */
  readonly tellPlaces: (queue: Queue) => void;
  readonly processes: Processes;
  readonly log: Log;
  readonly timers?: Timers;
}

/**
 * Says that the queue has changed, to every process: each reads it once for all who wait and tells
 * its own visitors. What happens during a reading is read after it.
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

/** Does it at once, and once more after a pause for whatever was asked meanwhile. */
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
