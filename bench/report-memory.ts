import { monitorEventLoopDelay } from 'node:perf_hooks';

const loop = monitorEventLoopDelay({ resolution: 1 });

/**
 * Preloaded into a server: on SIGUSR2 prints the longest turn of its event loop since the last
 * signal, and its memory after a garbage collection. Idle until the first signal, because sampling
 * costs more CPU than an idle server.
 */
process.on('SIGUSR2', () => {
  const longestTurnMs = loop.max / 1e6;
  globalThis.gc?.();
  // The second collection frees what finalizers have released.
  setTimeout(() => {
    globalThis.gc?.();
    const { rss, heapUsed, external } = process.memoryUsage();
    const report = { rss, heap: heapUsed + external, longestTurnMs };
    console.log(`memory ${JSON.stringify(report)}`);
    loop.reset();
    loop.enable();
  }, 200);
});
