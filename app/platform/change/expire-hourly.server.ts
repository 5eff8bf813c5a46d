import type { Clock } from '../clock.ts';
import type { Database } from '../db/database.server.ts';
import type { ScheduledJob } from '../module.ts';
import { change, type After, type ChangeContext } from './change.server.ts';

/** The next hour continues, so that a process that was off for a month is not busy with deletions alone. */
const BATCHES_PER_HOUR = 100;

/**
 * A scheduled job that deletes expired rows every hour, in batches of one transaction each. `expire` deletes one batch
 * and returns its number of rows: 0 when nothing is left.
 */
export function expireHourly(
  appContext: ChangeContext,
  name: string,
  expire: (tx: Database, clock: Clock, after: After) => Promise<number>,
): ScheduledJob {
  return {
    name,
    everyMs: 60 * 60 * 1000,
    async run() {
      for (let batch = 0; batch < BATCHES_PER_HOUR; batch += 1) {
        // oxlint-disable-next-line no-await-in-loop -- one after the other, so that others can write in between
        const count = await change(appContext, undefined, (tx, after) =>
          expire(tx, appContext.clock, after),
        );
        if (count === 0) return;
      }
    },
  };
}
