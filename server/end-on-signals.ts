const DEADLINE_MS = 30_000;
/**
 * npm forwards Ctrl+C to a process that already received it from the terminal: both count as one
 * signal.
 */
const SAME_SIGNAL_MS = 500;

/**
 * Shuts down cleanly on SIGTERM and Ctrl+C; a second signal or the deadline ends the process at
 * once. No acknowledged data is lost: the database survives a power cut as well.
 */
export function endOnSignals(close: (signal: NodeJS.Signals) => Promise<void>): void {
  let began: number | undefined;
  const begin = (signal: NodeJS.Signals) => {
    if (began !== undefined) {
      if (performance.now() - began > SAME_SIGNAL_MS) endNow('A second signal');
      return;
    }
    began = performance.now();
    setTimeout(endNow, DEADLINE_MS, `The deadline of ${DEADLINE_MS / 1000} seconds`).unref();
    close(signal).then(
      () => process.exit(0),
      (error: unknown) => {
        console.error(error);
        process.exit(1);
      },
    );
  };
  process.on('SIGINT', begin);
  process.on('SIGTERM', begin);
}

function endNow(why: string): never {
  console.error(`${why} ended the process before the shutdown was complete.`);
  process.exit(1);
}
