import type { Log } from '../app/platform/log.server.ts';
import type { Processes } from '../app/platform/processes.ts';
import { systemTimers, type Timers } from '../app/platform/clock.ts';
import { room, type LiveServer } from './live-rooms.ts';

/** The waiting visitors in order, each with their open conversations. */
export type Queue = readonly (readonly string[])[];

/** Places in the queue are read and published at most twice a second. */
const NOTIFY_EVERY_MS = 500;

interface QueueUpdates {
  readonly readQueuePositions: () => Promise<Queue>;
  readonly notifyQueuePositions: (queue: Queue) => void;
  readonly processes: Processes;
  readonly log: Log;
  readonly timers?: Timers;
}

/**
 * Announces a change of the queue to every process. Each process reads the queue once for all of
 * its visitors; changes during a read cause another read.
 */
export function createQueueUpdates(news: QueueUpdates): () => void {
  const { processes, timers = systemTimers } = news;
  const telling = atMostEvery(NOTIFY_EVERY_MS, timers, () => {
    news.readQueuePositions().then(news.notifyQueuePositions, (error: unknown) => {
      news.log.warn({ err: error }, 'Could not publish the queue positions');
    });
  });
  processes.subscribe('queueChanged', telling);
  processes.onMissed(telling);
  return atMostEvery(NOTIFY_EVERY_MS, timers, () => processes.publish('queueChanged', {}));
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

/**
 * Tells the local visitors their place in the queue, but only visitors whose place has changed.
 * Each process serves its own visitors.
 */
export function createPlaceTeller(
  io: Pick<LiveServer, 'sockets' | 'local'>,
): (queue: Queue) => void {
  let told = new Map<string, number>();
  return (queue) => {
    const positions = new Map(queue.flatMap((ids, index) => ids.map((id) => [id, index + 1])));
    const notify = (conversationId: string, queuePosition: number | null) => {
      const name = room.conversation(conversationId);
      if (!io.sockets.adapter.rooms.has(name)) return;
      io.local.to(name).emit('place', { conversationId, queuePosition });
    };
    for (const [id, place] of positions) if (told.get(id) !== place) notify(id, place);
    for (const id of told.keys()) if (!positions.has(id)) notify(id, null);
    told = positions;
  };
}
