import type { Clock } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/db/database.server.ts';
import type { Room } from '../../../platform/module.ts';
import type { ShorterPeriod } from './save-settings.server.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

interface ExpiringHost {
  readonly db: Database;
  readonly clock: Clock;
  readonly rooms: readonly Pick<Room<never, never>, 'expiries'>[];
}

/** Counts the rows that each period would delete now. */
export function countExpired(
  host: ExpiringHost,
  periods: readonly ShorterPeriod[],
): Promise<readonly (ShorterPeriod & { readonly count: number })[]> {
  return Promise.all(
    periods.map(async (period) => ({ ...period, count: await countOf(host, period) })),
  );
}

async function countOf(
  { db, clock, rooms }: ExpiringHost,
  { name, days }: ShorterPeriod,
): Promise<number> {
  const before = new Date(clock.now().getTime() - days * DAY_MS);
  const expiries = rooms
    .flatMap((room) => room.expiries ?? [])
    .filter(({ setting }) => setting === name);
  const counts = await Promise.all(expiries.map(({ count }) => count(db, before)));
  return counts.reduce((sum, count) => sum + count, 0);
}
