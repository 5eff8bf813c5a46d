import { sql, type SQL } from 'drizzle-orm';
import type { Database } from '../../../platform/db/database.server.ts';
import { openingsBetween, type WeeklyHours } from '../../../platform/weekly-hours.ts';
import type { Fact } from './tally.ts';

/** For answers later than this after the period, no opening hours are computed. */
const HOURS_AFTER_MS = 90 * 24 * 60 * 60 * 1000;

export interface ReportSettings {
  readonly hours: WeeklyHours | undefined;
  readonly timeZone: string;
}

/** Conversations that began between `from` (inclusive) and `to` (exclusive), as seen at `now`. */
export interface Began {
  readonly from: Date;
  readonly to: Date;
  readonly now: Date;
}

type Between = (from: SQL, to: SQL) => SQL;

/**
 * Returns SQL for the seconds between two instants, counting only open time if there are hours. The openings
 * are sorted arrays, in which `width_bucket` uses a binary search.
 */
function secondsBetween(hours: WeeklyHours | undefined, from: Date, to: Date, now: Date): Between {
  if (!hours) return (start, end) => sql`extract(epoch from ${end} - ${start})::float8`;
  const end = new Date(Math.min(now.getTime(), to.getTime() + HOURS_AFTER_MS));
  const openings = openingsBetween(hours, from, end);
  if (openings.length === 0) return () => sql`null::float8`;
  const starts = openings.map((opening) => opening.from / 1000);
  const lengths = openings.map((opening) => (opening.to - opening.from) / 1000);
  let sum = 0;
  const before = lengths.map((length) => (sum += length) - length);
  const array = (values: readonly number[]) => sql.raw(`'{${values.join(',')}}'::float8[]`);
  const openUntil = (instant: SQL) => {
    const epoch = sql`extract(epoch from ${instant})::float8`;
    const place = sql`width_bucket(${epoch}, ${array(starts)})`;
    return sql`coalesce((${array(before)})[${place}] + least(
      ${epoch} - (${array(starts)})[${place}], (${array(lengths)})[${place}]), 0)`;
  };
  // An answer without any open time in between is neither quick nor slow, so it is not measured.
  return (start, last) => sql`nullif(${openUntil(last)} - ${openUntil(start)}, 0)`;
}

/**
 * The only definition of the reported measures, as a row per conversation. First response: first message to
 * first answer. Resolution: start to last message, because many conversations are completed long after that.
 * With hours, both count only open time.
 */
export function factsOf({ from, to, now }: Began, { hours, timeZone }: ReportSettings): SQL {
  const between = secondsBetween(hours, from, to, now);
  return sql`
    select c.agent_id, c.topic, c.service_section, c.service_slug, c.service_title,
      (c.started_at at time zone ${timeZone})::date as day,
      extract(hour from c.started_at at time zone ${timeZone})::int as hour,
      c.visitor_message_count as asked, c.last_number - c.removal_count - c.visitor_message_count as said,
      c.first_answered_at is null and c.visitor_message_count > 0 as is_unanswered,
      case when c.first_answered_at >= first.asked_at
        then ${between(sql`first.asked_at`, sql`c.first_answered_at`)} end as first_response,
      case when c.completed_at is not null and c.first_answered_at is not null
        then ${between(sql`c.started_at`, sql`c.last_message_at`)} end as resolution,
      r.score, r.agent_id as rated_agent_id
    from conversations c
    cross join lateral (
      -- From before it was kept with the conversation, until the roll-up has come by.
      select coalesce(c.asked_at, (
        select m.created_at from visitor_messages m
        where m.conversation_id = c.id and m.number = 1 and not m.is_agent
          and m.removal_number is null
      )) as asked_at
      -- Worked out once, and not wherever it is named.
      offset 0
    ) first
    left join lateral (
      -- By its key: the ratings of all years need not be read for those of a month.
      select score, agent_id from conversation_ratings where conversation_id = c.id offset 0
    ) r on true
    where c.started_at >= ${from.toISOString()}::timestamptz
      and c.started_at < ${to.toISOString()}::timestamptz`;
}

/** Reads the rows into memory, so the period must be a few days at most. */
export async function readFacts(
  db: Database,
  began: Began,
  settings: ReportSettings,
): Promise<(Fact & { readonly day: string })[]> {
  const { rows } = await db.execute<Record<string, unknown> & Fact & { readonly day: string }>(sql`
    select day::text as day, hour, coalesce(agent_id, '') as "agentId", topic,
      case when service_slug is null then '' else concat(service_section, '/', service_slug) end as service,
      coalesce(service_title, '') as "serviceTitle", asked, said, is_unanswered as "isUnanswered",
      first_response as "firstResponse", resolution, score,
      coalesce(rated_agent_id, '') as "ratedAgentId"
    from (${factsOf(began, settings)}) facts`);
  return rows;
}
