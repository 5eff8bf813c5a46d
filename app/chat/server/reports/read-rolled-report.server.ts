import { displayName } from '../../../accounts/protocol/member.ts';
import { inArray, sql } from 'drizzle-orm';
import type { Database } from '../../../platform/db/database.server.ts';
import { dayOf } from '../../../platform/weekly-hours.ts';
import { profiles } from '../../../accounts/server/tables.server.ts';
import { readFacts, type ReportSettings } from './facts.server.ts';
import { measureDay, lastSettledDay, measuredBy } from './rolled-days.ts';
import { addDays } from '../../../platform/day.ts';
import { boundsOf, daysOf, type Period } from '../../protocol/report-period.ts';
import {
  EMPTY,
  mostFirst,
  type Figures,
  type Group,
  type Measures,
} from '../../protocol/report.ts';
import { Tally, type Grouping, type SavedTally, withRatings } from './tally.ts';

type Days = Pick<Period, 'from' | 'to'>;

/**
 * Computes a long period from rolled-up days and months, plus the conversations of the last days. Counts,
 * ratings and daily figures are exact. Medians and percentiles of several days are estimates
 * (`distribution.ts`).
 */
export async function readRolledReport(
  db: Database,
  { from, to }: Days,
  now: Date,
  settings: ReportSettings,
): Promise<Figures & { readonly missingDays: number }> {
  const lastSettled = lastSettledDay(settings.timeZone, now);
  const settled = { from, to: to < lastSettled ? to : lastSettled };
  const recent = { from: from > settled.to ? from : addDays(settled.to, 1), to };
  const tally = new Tally();
  const byDay = new Map<string, Measures>();
  const missingDays = await addSettled(db, settled, settings, tally, byDay);
  await addRecent(db, recent, now, settings, tally, byDay);
  return { ...(await groupsOf(db, tally, byDay)), missingDays };
}

async function addSettled(
  db: Database,
  settled: Days,
  { hours, timeZone }: ReportSettings,
  tally: Tally,
  byDay: Map<string, Measures>,
): Promise<number> {
  const key = measuredBy(hours, timeZone);
  // A single statement, so that a day that is being recounted is not missing in its month.
  const { rows } = await db.execute<{
    day: string | null;
    measures: Measures | null;
    tally: SavedTally | null;
  }>(sql`
    with whole as materialized (
      select month, tally from report_months
      where measured_by = ${key} and month >= ${settled.from}::date
        and month + interval '1 month' <= ${settled.to}::timestamp + interval '1 day'
    )
    select d.day::text as day, d.measures, case when whole.month is null then d.tally end as tally
    from report_days d
    left join whole on whole.month = date_trunc('month', d.day::timestamp)::date
    where d.measured_by = ${key} and d.day between ${settled.from}::date and ${settled.to}::date
    union all
    select null, null, tally from whole`);
  for (const row of rows) {
    if (row.tally) tally.addSaved(row.tally);
    if (row.day !== null && row.measures) byDay.set(row.day, row.measures);
  }
  const first = await readFirstDay(db, timeZone);
  if (first === undefined) return 0;
  const expected = { from: first > settled.from ? first : settled.from, to: settled.to };
  return daysOf(expected).filter((day) => !byDay.has(day)).length;
}

export async function readFirstDay(db: Database, timeZone: string): Promise<string | undefined> {
  const { rows } = await db.execute<{ first: Date | null }>(
    sql`select min(started_at) as first from conversations`,
  );
  const first = rows[0]?.first;
  return first ? dayOf(timeZone, new Date(first)) : undefined;
}

async function addRecent(
  db: Database,
  recent: Days,
  now: Date,
  settings: ReportSettings,
  tally: Tally,
  byDay: Map<string, Measures>,
): Promise<void> {
  const days = daysOf(recent);
  if (days.length === 0) return;
  const began = { ...boundsOf(recent, settings.timeZone), now };
  const facts = await readFacts(db, began, settings);
  for (const fact of facts) tally.add(fact);
  for (const day of days) byDay.set(day, measureDay(facts.filter((fact) => fact.day === day)));
}

async function groupsOf(
  db: Database,
  tally: Tally,
  byDay: ReadonlyMap<string, Measures>,
): Promise<Figures> {
  const agents = tally.measures('agent');
  const ratings = tally.ratings();
  const names = await readAgentNames(
    db,
    [...agents, ...ratings].map(({ key }) => key),
  );
  const ofAgent = <T extends { readonly key: string }>({ key, ...measured }: T) => ({
    ...measured,
    agentId: names.has(key) ? key : null,
    name: names.get(key) ?? '',
  });
  const groups = (grouping: Grouping, nameOf: (key: string) => string): Group[] =>
    tally.measures(grouping).map(({ key, ...measures }) => ({ ...measures, name: nameOf(key) }));
  const itself = (key: string) => key;
  return {
    total: groups('total', itself)[0] ?? EMPTY,
    byDay: [...byDay]
      .filter(([, { conversations }]) => conversations > 0)
      .map(([name, measures]) => ({ name, ...measures }))
      .sort(byName),
    byHour: groups('hour', itself).sort(byName),
    byAgent: withRatings(agents.map(ofAgent), ratings.map(ofAgent)),
    byTopic: groups('topic', itself).sort(mostFirst),
    byService: groups('service', (key) => tally.titleOf(key)).sort(mostFirst),
  };
}

const byName = (one: Group, other: Group) => (one.name < other.name ? -1 : 1);

async function readAgentNames(
  db: Database,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const rows = await db
    .select({ id: profiles.id, fullName: profiles.fullName, email: profiles.email })
    .from(profiles)
    .where(inArray(profiles.id, [...new Set(ids)]));
  return new Map(rows.map(({ id, fullName, email }) => [id, displayName(fullName, email)]));
}
