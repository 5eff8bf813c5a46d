import { t, msg } from '../../i18n/translate.ts';
import { and, count, eq, gte, inArray, isNull, lte, or, sql } from 'drizzle-orm';
import { RefusedError } from '../errors.ts';
import type { SortOf } from '../lists/list-state.ts';
import {
  countUpTo,
  exportList,
  readListPage,
  ROWS_PER_PAGE,
  type CsvColumns,
  type Keyset,
  type Slice,
} from '../lists/read-list.server.ts';
import { JOB_LIST, type JobListState } from './job-list.ts';
import { jobsTable } from '../tables.server.ts';
import type { Trace } from './audit.server.ts';
import type { MoneyKind } from './kind.ts';
import { change, type ChangeContext } from './change.server.ts';
import { showLatest, storedText } from '../stored-message.ts';
import type { Clock } from '../clock.ts';
import type { Database } from '../db/database.server.ts';

const HELD = msg('Its destination is paused. Resume the destination to send it.');
const PROMISED = msg(
  "This job sends money that was promised, so it can't be discarded. Solve the problem in its last error, then send it again.",
);
const GONE = msg("It's already done, or someone else discarded it.");

/**
 * Retries a job at once, with all its attempts. Throws {@link RefusedError}: 404 when the job has
 * ended, 409 while it runs, while it is held, or when a job with the same key was queued meanwhile.
 */
export async function sendAgain(
  appContext: ChangeContext,
  trace: Trace,
  id: string,
): Promise<void> {
  const now = appContext.clock.now();
  await change(appContext, trace, async (tx, after) => {
    const [job] = await tx.select().from(jobsTable).where(eq(jobsTable.id, id)).for('update');
    if (!job || job.state === 'done') throw new RefusedError(404, t(GONE));
    if (job.state === 'held') throw new RefusedError(409, t(HELD));
    const [twin] = await tx
      .select({ id: jobsTable.id })
      .from(jobsTable)
      .where(
        and(
          eq(jobsTable.kind, job.kind),
          eq(jobsTable.key, job.key),
          inArray(jobsTable.state, ['open', 'held']),
          sql`${jobsTable.id} <> ${id}`,
        ),
      );
    if (twin)
      throw new RefusedError(409, t('The same job is already in the queue and will be sent.'));
    const [reopened] = await tx
      .update(jobsTable)
      .set({ state: 'open', attempts: 0, due: now, endedAt: null, lease: null })
      .where(and(eq(jobsTable.id, id), or(isNull(jobsTable.lease), lte(jobsTable.lease, now))))
      .returning({ id: jobsTable.id });
    if (!reopened) throw new RefusedError(409, t("It's being sent right now."));
    after.audit('outbox-sent-again', { subjectId: id, detail: storedText(job.kind) });
    after.hint(() => appContext.afterChange.nudge());
  });
}

export async function hasJobOf(
  db: Database,
  ids: readonly string[],
  kinds: readonly string[],
): Promise<boolean> {
  const found = and(inArray(jobsTable.id, [...ids]), inArray(jobsTable.kind, [...kinds]));
  return (await db.$count(jobsTable, found)) > 0;
}

/**
 * Discards a job that has not ended well. Throws {@link RefusedError}: 404 when the job is gone, 409 while it sends money
 * that was promised.
 */
export async function giveUp(
  appContext: ChangeContext,
  trace: Trace,
  id: string,
  moneyKinds: readonly MoneyKind[],
): Promise<void> {
  const promised = or(
    ...moneyKinds.map(({ name, isPromised }) => and(eq(jobsTable.kind, name), isPromised)),
  );
  await change(appContext, trace, async (tx, after) => {
    if (promised && (await tx.$count(jobsTable, and(eq(jobsTable.id, id), promised))) > 0) {
      throw new RefusedError(409, t(PROMISED));
    }
    const [gone] = await tx
      .delete(jobsTable)
      .where(and(eq(jobsTable.id, id), sql`${jobsTable.state} <> 'done'`))
      .returning({ kind: jobsTable.kind });
    if (!gone) throw new RefusedError(404, t(GONE));
    after.audit('outbox-given-up', { subjectId: id, detail: storedText(gone.kind) });
  });
}

/** Counting further costs more than the number is worth. */
const COUNTED_TO = 10_000;

/** Returns one page, with the number of jobs by kind and on all pages. */
export async function listJobs(
  db: Database,
  clock: Clock,
  state: JobListState,
  perPage = ROWS_PER_PAGE,
) {
  const { state: wanted, kind } = state.filters;
  const [page, counts] = await Promise.all([
    readListPage(KEYSET, state, perPage, (slice) => readRows(db, clock, state, slice)),
    countByKind(db),
  ]);
  const count = counts
    .filter((each) => kind === '' || each.kind === kind)
    .reduce((sum, each) => sum + each[wanted], 0);
  return { ...page, counts, count };
}

/** A job without its payload or recipient. Times are ISO 8601. */
export type JobView = Awaited<ReturnType<typeof readRows>>[number];

const CELLS: CsvColumns<typeof JOB_LIST, JobView> = {
  kind: { Job: ({ kind }) => kind, State: ({ state, isHeld }) => (isHeld ? 'held' : state) },
  attempts: { Attempts: ({ attempts }) => String(attempts) },
  error: { 'Last error': ({ lastError }) => lastError ?? '' },
  created: { Created: ({ createdAt }) => createdAt },
  at: { 'Next attempt or end': ({ at }) => at },
};

/** Writes the shown columns of the list as CSV. Throws {@link RefusedError} 400 for too many rows. */
export function exportJobs(db: Database, clock: Clock, state: JobListState) {
  return exportList(JOB_LIST, CELLS, KEYSET, state, (slice) => readRows(db, clock, state, slice));
}

const KEYSET: Keyset<SortOf<typeof JOB_LIST>> = {
  keys: {
    created: { value: jobsTable.createdAt, kind: 'timestamptz' },
    at: { value: sql`coalesce(${jobsTable.endedAt}, ${jobsTable.due})`, kind: 'timestamptz' },
  },
  id: { value: jobsTable.id, kind: 'uuid' },
};

async function readRows(
  db: Database,
  clock: Clock,
  { filters: { state, kind } }: JobListState,
  { where, orderBy, limit, position }: Slice,
) {
  const rows = await db
    .select({
      id: jobsTable.id,
      kind: jobsTable.kind,
      // A held job waits until its target is resumed.
      isHeld: sql<boolean>`${jobsTable.state} = 'held'`,
      attempts: jobsTable.attempts,
      lastError: jobsTable.lastError,
      lastErrorMessage: jobsTable.lastErrorMessage,
      createdAt: jobsTable.createdAt,
      due: jobsTable.due,
      endedAt: jobsTable.endedAt,
      lease: jobsTable.lease,
      position,
    })
    .from(jobsTable)
    .where(
      and(
        inArray(jobsTable.state, state === 'open' ? ['open', 'held'] : ['failed']),
        kind === '' ? undefined : eq(jobsTable.kind, kind),
        where,
      ),
    )
    .orderBy(...orderBy)
    .limit(limit);
  const now = clock.now();
  return rows.map(({ due, endedAt, lease, lastErrorMessage, ...row }) => ({
    ...row,
    lastError: showLatest(lastErrorMessage, row.lastError),
    state,
    createdAt: row.createdAt.toISOString(),
    // The time of the next attempt or of the failure.
    at: (endedAt ?? due).toISOString(),
    isBeingSent: lease !== null && lease > now,
  }));
}

/** Counts the jobs that failed in the last week, up to a limit. */
export function countFailedJobs(db: Database, clock: Clock, limit: number): Promise<number> {
  const weekAgo = new Date(clock.now().getTime() - 7 * 24 * 60 * 60 * 1000);
  const failed = and(gte(jobsTable.endedAt, weekAgo), eq(jobsTable.state, 'failed'));
  return countUpTo(db, limit, jobsTable, failed);
}

async function countByKind(db: Database) {
  const some = db
    .select({ kind: jobsTable.kind, state: jobsTable.state })
    .from(jobsTable)
    .where(sql`${jobsTable.state} <> 'done'`)
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

/** Counting further costs more than the number is worth. */
const METERED_TO = 100_000;

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
      select kind, due from outbox where state = 'open' order by due limit ${METERED_TO}
    ) open
    group by kind`);
  return rows.map(({ kind, waiting, due }) => ({
    kind,
    waiting,
    oldestSeconds: Math.max(0, (now.getTime() - new Date(due).getTime()) / 1000),
  }));
}
