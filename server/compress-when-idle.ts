import { performance, type EventLoopUtilization } from 'node:perf_hooks';
import type { KeptPages } from './page-cache.ts';

/** Compression runs only when the event loop was busy for less than this fraction of the time. */
const IDLE_BELOW = 0.5;

/**
 * A scheduled job that recompresses one cached page with maximum compression when the process is
 * idle, because a page takes a third of a second of CPU time.
 */
export function compressWhenIdle(
  pages: Pick<KeptPages, 'compressOne'>,
  readUtilization: (since?: EventLoopUtilization) => EventLoopUtilization = (since) =>
    performance.eventLoopUtilization(since),
): () => Promise<void> {
  let last = readUtilization();
  return async () => {
    const { utilization } = readUtilization(last);
    last = readUtilization();
    if (utilization < IDLE_BELOW) await pages.compressOne();
  };
}
