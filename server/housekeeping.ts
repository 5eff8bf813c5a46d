import type { Log } from '../app/platform/log.server.ts';
import type { Chore } from '../app/platform/room.ts';

/** Multiples of it, without what is whole, lie apart from each other however many there are. */
const GOLDEN = 0.618;

/**
 * Runs each chore at its own interval, never twice at once; one that fails is logged and tried
 * again at its next turn. Each begins at a moment of its own, at the latest when its first interval is over:
 * what is due every five seconds would otherwise be due all at once, in front of everybody's
 * messages on the embedded database. The function returned ends them and waits for those under way, so that
 * the database can be closed after it.
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
