import { sql } from 'drizzle-orm';
import type { Clock } from '../clock.ts';
import type { Database } from '../db/database.server.ts';

/** Counting further costs more than the number is worth. */
const COUNTED_TO = 100_000;

export interface WaitingOfKind {
  readonly kind: string;
  readonly waiting: number;
  /** The waiting time of the oldest due job in seconds; zero when none is due. */
  readonly oldestSeconds: number;
}

export async function readWaiting(db: Database, clock: Clock): Promise<WaitingOfKind[]> {
  const now = clock.now();
  const { rows } = await db.execute<{ kind: string; waiting: number; due: Date | string }>(sql`
    select kind, count(*)::int as waiting, min(due) as due from (
      select kind, due from outbox where state = 'open' order by due limit ${COUNTED_TO}
    ) open
    group by kind`);
  return rows.map(({ kind, waiting, due }) => ({
    kind,
    waiting,
    oldestSeconds: Math.max(0, (now.getTime() - new Date(due).getTime()) / 1000),
  }));
}
