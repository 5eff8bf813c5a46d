import { monitorEventLoopDelay } from 'node:perf_hooks';

const loop = monitorEventLoopDelay({ resolution: 1 });

/**
 * Loaded into a server under test: on SIGUSR2 it prints how long it was deaf at most since the last time,
 * collects its garbage and prints its memory. Nothing before that: looking at the loop every millisecond
 * takes more than all that an idle server does.
 */
process.on('SIGUSR2', () => {
  const longestTurnMs = loop.max / 1e6;
  globalThis.gc?.();
  // A second time after what the first one's finalisers let go of.
  setTimeout(() => {
    globalThis.gc?.();
    const { rss, heapUsed, external } = process.memoryUsage();
    const report = { rss, heap: heapUsed + external, longestTurnMs };
    console.log(`memory ${JSON.stringify(report)}`);
    loop.reset();
    loop.enable();
  }, 200);
});
