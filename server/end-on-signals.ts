/** Whatever is still under way after so long is cut off. */
const DEADLINE_MS = 30_000;
/** npm passes Ctrl+C on to a process that has had it from the terminal already: that is one. */
const SAME_SIGNAL_MS = 500;

/**
 * Ends the process as it should on SIGTERM and Ctrl+C; a second signal, or the deadline, ends it
 * at once. Nothing acknowledged is lost by that: the database survives a power cut as well.
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
  console.error(`${why} ended the process before it had finished.`);
  process.exit(1);
}
