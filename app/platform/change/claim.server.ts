import { and, eq, lt, sql } from 'drizzle-orm';
import type { Clock } from '../clock.ts';
import type { Database } from '../db/database.server.ts';
import { PreparedStatement } from '../db/prepared-statement.server.ts';
import { withoutPersons } from '../log-error.server.ts';
import { outbox } from '../tables.server.ts';
import { change, type ChangeHost } from './change.server.ts';
import type { Entry, Outcome, OutboxKind } from './kind.ts';

type OutboxState = (typeof outbox.$inferSelect)['state'];

const SERVER = { id: 'server', email: 'the server' };

const ERROR_LENGTH = 300;
/** Only the due jobs that have waited longest are searched for concurrency groups. */
const LOOKED_AT = 500;

/** The groups to look for: all groups of these kinds, except the listed 'kind lane' pairs. */
interface Wanted {
  readonly kinds: readonly string[];
  readonly except: readonly string[];
}

// The partial index of due jobs is empty most of the time, and then this query is nearly free.
const DUE_LANES = new PreparedStatement<{ kind: string; lane: string }>(
  'outbox_due_lanes',
  sql`
  select kind, lane from (
    select kind, lane, due from outbox
    where state = 'open' and due <= ${sql.placeholder('now')}::timestamptz
      and (lease is null or lease <= ${sql.placeholder('now')}::timestamptz)
      and kind = any(${sql.placeholder('kinds')}::text[])
      and kind || ' ' || lane <> all(${sql.placeholder('except')}::text[])
    order by due
    limit ${sql.raw(String(LOOKED_AT))}
  ) due
  group by kind, lane
  order by min(due)`,
);

export function findDueLanes(
  db: Database,
  now: Date,
  { kinds, except }: Wanted,
): Promise<{ readonly kind: string; readonly lane: string }[]> {
  return DUE_LANES.execute(db, { now: now.toISOString(), kinds, except });
}

interface Row extends Record<string, unknown> {
  id: string;
  key: string;
  payload: Record<string, unknown>;
  attempts: number;
  created_at: string | Date;
}

const CLAIM = new PreparedStatement<Row>(
  'outbox_claim',
  sql`
  update outbox
  set attempts = attempts + 1, lease = ${sql.placeholder('lease')}::timestamptz
  where id = (
    select id from outbox
    where state = 'open' and kind = ${sql.placeholder('kind')} and lane = ${sql.placeholder('lane')}
      and due <= ${sql.placeholder('now')}::timestamptz
      and (lease is null or lease <= ${sql.placeholder('now')}::timestamptz)
      and id <> all(${sql.placeholder('except')}::uuid[])
    order by due
    limit 1
    for update skip locked
  )
  returning id, key, payload, attempts, created_at`,
);

/**
 * Claims a job until its lease ends; a claim counts as an attempt. `except` lists the jobs of this
 * process, whose lease may have expired because the clock jumped.
 */
export async function claimEntry(
  db: Database,
  now: Date,
  { name, leaseMs }: OutboxKind,
  lane: string,
  except: readonly string[] = [],
): Promise<Entry | undefined> {
  const lease = new Date(now.getTime() + leaseMs).toISOString();
  const at = now.toISOString();
  const [row] = await CLAIM.execute(db, { kind: name, lane, now: at, lease, except });
  if (!row) return undefined;
  const { id, key, payload, attempts, created_at } = row;
  return { id, key, lane, payload, attempts, createdAt: new Date(created_at) };
}

/** Reopens all held jobs of a group, inside the transaction that permits them again. */
export async function releaseLane(tx: Database, kind: string, lane: string): Promise<void> {
  await tx
    .update(outbox)
    .set({ state: 'open' })
    .where(and(eq(outbox.kind, kind), eq(outbox.lane, lane), eq(outbox.state, 'held')));
}

const isStillOurs = ({ id, attempts }: Entry) =>
  and(eq(outbox.id, id), eq(outbox.attempts, attempts), eq(outbox.state, 'open'));

/** Returns an aborted job without counting the attempt. */
export async function releaseEntry(db: Database, entry: Entry, due: Date): Promise<void> {
  await db
    .update(outbox)
    .set({ attempts: entry.attempts - 1, due, lease: null })
    .where(isStillOurs(entry));
}

/**
 * Records the outcome of an attempt together with the handler's own writes. An attempt whose lease
 * has expired and that another process has repeated changes nothing and returns undefined.
 */
export async function settleEntry(
  host: ChangeHost,
  kind: OutboxKind,
  entry: Entry,
  outcome: Outcome,
): Promise<OutboxState | undefined> {
  return change(host, { member: SERVER, requestId: kind.name }, async (tx, after) => {
    const state = await settle(tx, host.clock.now(), kind, entry, outcome);
    if (state) await outcome.settle?.(tx, after);
    return state;
  });
}

async function settle(
  tx: Database,
  now: Date,
  kind: OutboxKind,
  entry: Entry,
  outcome: Outcome,
): Promise<OutboxState | undefined> {
  const where = isStillOurs(entry);
  if (outcome.result === 'done' && kind.keepDoneMs === 0) {
    const deleted = await tx.delete(outbox).where(where).returning({ id: outbox.id });
    return deleted.length > 0 ? 'done' : undefined;
  }
  const [settled] = await tx
    .update(outbox)
    .set({ ...toChange(now, kind, entry, outcome), lease: null })
    .where(where)
    .returning({ state: outbox.state });
  return settled?.state;
}

function toChange(
  now: Date,
  kind: OutboxKind,
  entry: Entry,
  outcome: Outcome,
): Partial<typeof outbox.$inferInsert> {
  if (outcome.result === 'done') return { state: 'done', endedAt: now, lastError: null };
  if (outcome.result === 'held') return { state: 'held', attempts: entry.attempts - 1 };
  if (outcome.result === 'later') {
    const due = new Date(now.getTime() + outcome.afterMs);
    return { attempts: entry.attempts - 1, due };
  }
  const lastError = withoutPersons(outcome.error).slice(0, ERROR_LENGTH);
  const wait = kind.retryAfterMs[entry.attempts - 1];
  if (outcome.result === 'failed' || wait === undefined) {
    return { state: 'failed', endedAt: now, lastError };
  }
  const jitter = 1 + (kind.jitter ?? 0) * (2 * Math.random() - 1);
  return { due: new Date(now.getTime() + wait * jitter), lastError };
}

export async function forgetEnded(
  tx: Database,
  clock: Clock,
  kinds: readonly OutboxKind[],
): Promise<void> {
  const now = clock.now().getTime();
  for (const { name, keepDoneMs, keepFailedMs } of kinds) {
    for (const [state, keepMs] of [
      ['done', keepDoneMs],
      ['failed', keepFailedMs],
    ] as const) {
      const before = new Date(now - keepMs);
      await tx
        .delete(outbox)
        .where(and(eq(outbox.kind, name), eq(outbox.state, state), lt(outbox.endedAt, before)));
    }
  }
}
