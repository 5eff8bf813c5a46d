import type { Log } from '../app/platform/log.server.ts';
import type { Chore } from '../app/platform/room.ts';

/**
 * Runs each chore at its own interval, never twice at once; one that fails is logged and tried
 * again at its next turn. The function returned ends them and waits for those under way, so that
 * the database can be closed after it.
 */
export function keepHouse(
  chores: readonly Chore[],
  log: Log,
  onFailure: (chore: string) => void = () => {},
): () => Promise<void> {
  const underWay = new Map<Chore, Promise<unknown>>();
  const timers = chores.map((chore) =>
    setInterval(() => {
      if (underWay.has(chore)) return;
      const run = chore
        .run()
        .catch((error: unknown) => {
          log.error({ err: error, chore: chore.name }, 'A chore failed');
          onFailure(chore.name);
        })
        .finally(() => underWay.delete(chore));
      underWay.set(chore, run);
    }, chore.everyMs),
  );
  return async () => {
    for (const timer of timers) clearInterval(timer);
    await Promise.all(underWay.values());
  };
}
