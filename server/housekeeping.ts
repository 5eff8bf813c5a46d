import type { Log } from '../app/platform/log.server.ts';

/**
 * Something nobody's request would do. It runs in every process, perhaps at the same moment, and
 * again after a process died half-way: it claims in the database what it takes.
 */
export interface Chore {
  readonly name: string;
  readonly everyMs: number;
  run(): Promise<unknown>;
}

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
