import type { Clock } from '../clock.ts';
import type { Database } from '../db/database.server.ts';
import type { ScheduledJob } from '../module.ts';
import { change, type ChangeContext } from './change.server.ts';

/** A scheduled job that deletes expired rows every hour, in one transaction. */
export function expireHourly(
  appContext: ChangeContext,
  name: string,
  expire: (tx: Database, clock: Clock) => Promise<unknown>,
): ScheduledJob {
  return {
    name,
    everyMs: 60 * 60 * 1000,
    run: () => change(appContext, undefined, (tx) => expire(tx, appContext.clock)),
  };
}
