import type { Log } from '../app/platform/log.server.ts';
import type { Chore } from '../app/platform/module.ts';

/** The fractional parts of its multiples are evenly spread for any number of jobs. */
const GOLDEN = 0.618;

/**
 * Runs each scheduled job at its interval, never twice at once; failures are logged and retried at
 * the next interval. The starting times are spread, because simultaneous jobs would block messages
 * on the embedded database. The returned function stops the jobs and waits for running ones.
 */
export function keepHouse(
  chores: readonly Chore[],
  log: Log,
  onFailure: (chore: string) => void = () => {},
): () => Promise<void> {
  const underWay = new Map<Chore, Promise<unknown>>();
  const timers = new Map<Chore, ReturnType<typeof setTimeout>>();
  function begin(chore: Chore): void {
    if (underWay.has(chore)) return;
    const run = chore
      .run()
      .catch((error: unknown) => {
        log.error({ err: error, chore: chore.name }, 'A chore failed');
        onFailure(chore.name);
      })
      .finally(() => underWay.delete(chore));
    underWay.set(chore, run);
  }
  for (const [index, chore] of chores.entries()) {
    const first = chore.everyMs * (1 - ((index * GOLDEN) % 1) / 2);
    const beginRounds = () => {
      timers.set(
        chore,
        setInterval(() => begin(chore), chore.everyMs),
      );
      begin(chore);
    };
    timers.set(chore, setTimeout(beginRounds, first));
  }
  return async () => {
    for (const timer of timers.values()) clearTimeout(timer);
    await Promise.all(underWay.values());
  };
}
