/** Loaded into a server under test: on SIGUSR2 it collects its garbage and prints its memory. */
process.on('SIGUSR2', () => {
  globalThis.gc?.();
  // A second time after what the first one's finalisers let go of.
  setTimeout(() => {
    globalThis.gc?.();
    const { rss, heapUsed, external } = process.memoryUsage();
    console.log(`memory ${JSON.stringify({ rss, heap: heapUsed + external })}`);
  }, 200);
});
