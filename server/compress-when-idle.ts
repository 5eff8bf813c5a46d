import { performance, type EventLoopUtilization } from 'node:perf_hooks';
import type { KeptPages } from './kept-pages.ts';

/** Of the time since the last look, at most so much may have been spent working. */
const IDLE_BELOW = 0.5;

/**
 * A chore that compresses one page at a time as small as it goes, while the process has little to do:
 * it takes a third of a second of a processor that nobody should miss.
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
