import { and, eq, lt, sql } from 'drizzle-orm';
import type { Clock } from '../clock.ts';
import type { Database } from '../db/database.server.ts';
import { deleteSome } from '../db/delete-some.server.ts';
import { PreparedStatement } from '../db/prepared-statement.server.ts';
import { withoutPersons } from '../log.server.ts';
import { jobsTable } from '../tables.server.ts';
import { change, type ChangeContext } from './change.server.ts';
import type { Job, Outcome, JobKind } from './kind.ts';
import { mapTexts } from '../stored-message.ts';

type JobState = (typeof jobsTable.$inferSelect)['state'];

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
const DUE_GROUPS = new PreparedStatement<{ kind: string; lane: string }>(
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

export function findDueGroups(
  db: Database,
  now: Date,
  { kinds, except }: Wanted,
): Promise<{ readonly kind: string; readonly lane: string }[]> {
  return DUE_GROUPS.execute(db, { now: now.toISOString(), kinds, except });
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
  { name, leaseMs }: JobKind,
  lane: string,
  except: readonly string[] = [],
): Promise<Job | undefined> {
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
    .update(jobsTable)
    .set({ state: 'open' })
    .where(and(eq(jobsTable.kind, kind), eq(jobsTable.lane, lane), eq(jobsTable.state, 'held')));
}

const isStillOurs = ({ id, attempts }: Job) =>
  and(eq(jobsTable.id, id), eq(jobsTable.attempts, attempts), eq(jobsTable.state, 'open'));

/** Returns an aborted job without counting the attempt. */
export async function releaseEntry(db: Database, job: Job, due: Date): Promise<void> {
  await db
    .update(jobsTable)
    .set({ attempts: job.attempts - 1, due, lease: null })
    .where(isStillOurs(job));
}

/**
 * Records the outcome of an attempt together with the handler's own writes. An attempt whose lease
 * has expired and that another process has repeated changes nothing and returns undefined.
 */
export async function settleEntry(
  appContext: ChangeContext,
  kind: JobKind,
  job: Job,
  outcome: Outcome,
): Promise<JobState | undefined> {
  return change(appContext, { member: SERVER, requestId: kind.name }, async (tx, after) => {
    const state = await settle(tx, appContext.clock.now(), kind, job, outcome);
    if (state) await outcome.settle?.(tx, after);
    return state;
  });
}

async function settle(
  tx: Database,
  now: Date,
  kind: JobKind,
  job: Job,
  outcome: Outcome,
): Promise<JobState | undefined> {
  const where = isStillOurs(job);
  if (outcome.result === 'done' && kind.keepDoneMs === 0) {
    const deleted = await tx.delete(jobsTable).where(where).returning({ id: jobsTable.id });
    return deleted.length > 0 ? 'done' : undefined;
  }
  const [settled] = await tx
    .update(jobsTable)
    .set({ ...toChange(now, kind, job, outcome), lease: null })
    .where(where)
    .returning({ state: jobsTable.state });
  return settled?.state;
}

function toChange(
  now: Date,
  kind: JobKind,
  job: Job,
  outcome: Outcome,
): Partial<typeof jobsTable.$inferInsert> {
  if (outcome.result === 'done') {
    return { state: 'done', endedAt: now, lastError: null, lastErrorMessage: null };
  }
  if (outcome.result === 'held') return { state: 'held', attempts: job.attempts - 1 };
  if (outcome.result === 'later') {
    const due = new Date(now.getTime() + outcome.afterMs);
    return { attempts: job.attempts - 1, due };
  }
  const lastErrorMessage = mapTexts(outcome.error, (text) =>
    withoutPersons(text).slice(0, ERROR_LENGTH),
  );
  // A job of the version before has a text, which is older than this error.
  const noted = { lastError: null, lastErrorMessage };
  const wait = kind.retryAfterMs[job.attempts - 1];
  if (outcome.result === 'failed' || wait === undefined) {
    return { state: 'failed', endedAt: now, ...noted };
  }
  const jitter = 1 + (kind.jitter ?? 0) * (2 * Math.random() - 1);
  return { due: new Date(now.getTime() + wait * jitter), ...noted };
}

export async function forgetEnded(
  tx: Database,
  clock: Clock,
  kinds: readonly JobKind[],
): Promise<number> {
  const now = clock.now().getTime();
  let count = 0;
  for (const { name, keepDoneMs, keepFailedMs } of kinds) {
    for (const [state, keepMs] of [
      ['done', keepDoneMs],
      ['failed', keepFailedMs],
    ] as const) {
      if (keepMs === 'until discarded') continue;
      const before = new Date(now - keepMs);
      count += await deleteSome(
        tx,
        jobsTable,
        and(eq(jobsTable.kind, name), eq(jobsTable.state, state), lt(jobsTable.endedAt, before)),
      );
    }
  }
  return count;
}
