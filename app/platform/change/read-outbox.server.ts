import { retellAny } from '../retell.ts';
import { and, asc, count, desc, eq, inArray, sql } from 'drizzle-orm';
import type { Clock } from '../clock.ts';
import type { Database } from '../db/database.server.ts';
import { outbox } from '../tables.server.ts';

export const OUTBOX_PAGE_SIZE = 25;
/** Counting further costs more than the number is worth. */
const COUNTED_TO = 10_000;

export interface OutboxQuery {
  readonly state: 'open' | 'failed';
  /** `undefined` means every kind. */
  readonly kind: string | undefined;
  readonly page: number;
}

export async function readOutbox(db: Database, clock: Clock, { state, kind, page }: OutboxQuery) {
  const rows = await db
    .select({
      id: outbox.id,
      kind: outbox.kind,
      // A held job waits until its target is resumed.
      isHeld: sql<boolean>`${outbox.state} = 'held'`,
      attempts: outbox.attempts,
      lastError: outbox.lastError,
      createdAt: outbox.createdAt,
      due: outbox.due,
      endedAt: outbox.endedAt,
      lease: outbox.lease,
    })
    .from(outbox)
    .where(
      and(
        inArray(outbox.state, state === 'open' ? ['open', 'held'] : ['failed']),
        kind === undefined ? undefined : eq(outbox.kind, kind),
      ),
    )
    .orderBy(state === 'open' ? asc(outbox.due) : desc(outbox.endedAt), asc(outbox.id))
    .limit(OUTBOX_PAGE_SIZE + 1)
    .offset((page - 1) * OUTBOX_PAGE_SIZE);
  const now = clock.now();
  return {
    entries: rows.slice(0, OUTBOX_PAGE_SIZE).map(({ due, endedAt, lease, ...row }) => ({
      ...row,
      lastError: row.lastError && retellAny(row.lastError),
      state,
      createdAt: row.createdAt.toISOString(),
      // The time of the next attempt or of the failure.
      at: (endedAt ?? due).toISOString(),
      isUnderWay: lease !== null && lease > now,
    })),
    hasMore: rows.length > OUTBOX_PAGE_SIZE,
    counts: await countByKind(db),
  };
}

async function countByKind(db: Database) {
  const some = db
    .select({ kind: outbox.kind, state: outbox.state })
    .from(outbox)
    .where(sql`${outbox.state} <> 'done'`)
    .limit(COUNTED_TO)
    .as('some');
  const rows = await db
    .select({ kind: some.kind, state: some.state, count: count() })
    .from(some)
    .groupBy(some.kind, some.state)
    .orderBy(some.kind);
  const of = (kind: string, state: string) =>
    rows.find((row) => row.kind === kind && row.state === state)?.count ?? 0;
  return [...new Set(rows.map(({ kind }) => kind))].map((kind) => ({
    kind,
    open: of(kind, 'open') + of(kind, 'held'),
    failed: of(kind, 'failed'),
  }));
}

export type OutboxPage = Awaited<ReturnType<typeof readOutbox>>;

/** A job without its payload or recipient. Times are ISO 8601. */
export type OutboxEntryView = OutboxPage['entries'][number];
