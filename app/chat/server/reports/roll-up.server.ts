import { and, eq, gte, lt, sql } from 'drizzle-orm';
import { change, type ChangeContext } from '../../../platform/change/change.server.ts';
import type { Database } from '../../../platform/db/database.server.ts';
import type { Settings } from '../../../platform/settings.server.ts';
import { dayOf } from '../../../platform/weekly-hours.ts';
import { reportChanges, reportDays, reportMonths } from './tables.server.ts';
import { readFacts, type Began, type ReportSettings } from './facts.server.ts';
import { measureDay, lastSettledDay, measuredBy, monthOf } from './rolled-days.ts';
import { boundsOf } from '../../protocol/report-period.ts';
import { readFirstDay } from './read-rolled-report.server.ts';
import { Tally } from './tally.ts';

/** The limit per run, so that a stopping process need not wait long. The next run continues. */
const AT_ONCE = 60;

/**
 * The key of the advisory lock. Only one process rolls up at a time, or stale counts could overwrite newer
 * ones.
 */
const ROLL_UP_LOCK = 7_304_541;

interface RollUpContext extends ChangeContext {
  readonly settings: Pick<Settings, 'chatHours' | 'supportTimezone'>;
}

type Done = 'day' | 'month' | undefined;

/**
 * Rolls up the data for long reports: first changed days, then days that are missing or have other hours,
 * newest first, then whole months. Each has a transaction of its own. Returns the number of roll-ups.
 */
export async function rollUp(appContext: RollUpContext): Promise<number> {
  let done = 0;
  while (done < AT_ONCE && (await rollUpNext(appContext)) !== undefined) done += 1;
  return done;
}

function rollUpNext(appContext: RollUpContext): Promise<Done> {
  const { chatHours: hours, supportTimezone: timeZone } = appContext.settings;
  const settings: ReportSettings = { hours, timeZone };
  const now = appContext.clock.now();
  return change(appContext, undefined, async (tx) => {
    const { rows } = await tx.execute<{ isMine: boolean }>(
      sql`select pg_try_advisory_xact_lock(${ROLL_UP_LOCK}) as "isMine"`,
    );
    if (!rows[0]?.isMine) return undefined;
    const lastSettled = lastSettledDay(timeZone, now);
    const day =
      (await findChangedDay(tx, timeZone)) ?? (await findMissingDay(tx, settings, lastSettled));
    if (day !== undefined) {
      await countDay(tx, day, day <= lastSettled, now, settings);
      return 'day';
    }
    return (await countMonth(tx, settings, lastSettled)) ? 'month' : undefined;
  });
}

async function findChangedDay(tx: Database, timeZone: string): Promise<string | undefined> {
  const [changed] = await tx
    .select({ startedAt: reportChanges.startedAt })
    .from(reportChanges)
    .orderBy(reportChanges.startedAt)
    .limit(1);
  return changed && dayOf(timeZone, changed.startedAt);
}

async function findMissingDay(
  tx: Database,
  { hours, timeZone }: ReportSettings,
  lastSettled: string,
): Promise<string | undefined> {
  const first = await readFirstDay(tx, timeZone);
  if (first === undefined) return undefined;
  const { rows } = await tx.execute<{ day: string }>(sql`
    select past.day::date::text as day
    from generate_series(${first}::timestamp, ${lastSettled}::timestamp, interval '1 day') past(day)
    where not exists (
      select 1 from report_days d
      where d.day = past.day::date and d.measured_by = ${measuredBy(hours, timeZone)}
    )
    order by 1 desc limit 1`);
  return rows[0]?.day;
}

/**
 * Recounts a day. The change record is deleted first: a change committed later is recorded again, so that the
 * change is either part of this count or causes another one.
 */
async function countDay(
  tx: Database,
  day: string,
  isSettled: boolean,
  now: Date,
  settings: ReportSettings,
): Promise<void> {
  const began = { ...boundsOf({ from: day, to: day }, settings.timeZone), now };
  await tx
    .delete(reportChanges)
    .where(and(gte(reportChanges.startedAt, began.from), lt(reportChanges.startedAt, began.to)));
  // Recent days are computed live and rolled up once they are settled.
  if (!isSettled) return;
  await keepFirstQuestions(tx, began);
  const facts = await readFacts(tx, began, settings);
  const tally = new Tally();
  for (const fact of facts) tally.add(fact);
  const counted = {
    measuredBy: measuredBy(settings.hours, settings.timeZone),
    measures: measureDay(facts),
    tally: tally.toSaved(),
  };
  await tx
    .insert(reportDays)
    .values({ day, ...counted })
    .onConflictDoUpdate({ target: reportDays.day, set: counted });
  await tx.delete(reportMonths).where(eq(reportMonths.month, monthOf(day)));
}

/** Processes of an earlier version did not store the time of the visitor's first message. */
async function keepFirstQuestions(tx: Database, { from, to }: Began): Promise<void> {
  await tx.execute(sql`
    update conversations c set asked_at = m.created_at
    from visitor_messages m
    where c.started_at >= ${from.toISOString()}::timestamptz
      and c.started_at < ${to.toISOString()}::timestamptz
      and c.asked_at is null and m.conversation_id = c.id and m.number = 1 and not m.is_agent
        and m.removal_number is null`);
}

/** Rolls up the newest whole month that is missing. All of its days must be counted before. */
async function countMonth(
  tx: Database,
  { hours, timeZone }: ReportSettings,
  lastSettled: string,
): Promise<boolean> {
  const key = measuredBy(hours, timeZone);
  const { rows } = await tx.execute<{ month: string }>(sql`
    select month::text
    from (
      select distinct date_trunc('month', day::timestamp)::date as month from report_days
      where measured_by = ${key}
    ) counted
    where month + interval '1 month' <= ${lastSettled}::timestamp + interval '1 day'
      and not exists (
        select 1 from report_months m where m.month = counted.month and m.measured_by = ${key}
      )
    order by 1 desc limit 1`);
  const month = rows[0]?.month;
  if (month === undefined) return false;
  const days = await tx
    .select({ tally: reportDays.tally })
    .from(reportDays)
    .where(
      and(
        eq(reportDays.measuredBy, key),
        gte(reportDays.day, month),
        sql`${reportDays.day} < ${month}::date + interval '1 month'`,
      ),
    );
  const tally = new Tally();
  for (const day of days) tally.addSaved(day.tally);
  const counted = { measuredBy: key, tally: tally.toSaved() };
  await tx
    .insert(reportMonths)
    .values({ month, ...counted })
    .onConflictDoUpdate({ target: reportMonths.month, set: counted });
  return true;
}
