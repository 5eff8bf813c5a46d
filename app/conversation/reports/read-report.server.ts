import { sql, type SQL } from 'drizzle-orm';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/db/database.server.ts';
import { openingsBetween, type WeeklyHours } from '../../platform/weekly-hours.ts';
import { displayName } from '../wire/views.ts';
import { boundsOf, type Period } from './period.ts';

/** What was measured about one group of conversations; times are seconds. */
export interface Measures {
  readonly conversations: number;
  readonly visitorMessages: number;
  readonly teamMessages: number;
  /** Nobody of the team has written in them yet. */
  readonly unanswered: number;
  readonly firstResponse: Spread;
  readonly resolution: Spread;
  readonly satisfaction: Satisfaction;
}

/** How many were measured, the one in the middle, and what nine of ten stay below. */
export interface Spread {
  readonly count: number;
  readonly median: number | null;
  readonly p90: number | null;
}

export interface Satisfaction {
  readonly count: number;
  readonly average: number | null;
  /** 4 or 5 stars. */
  readonly satisfied: number;
}

export interface Group extends Measures {
  /** A day, an hour, a topic; an agent's or a service's name; '' for those without. */
  readonly name: string;
}

export interface Report {
  readonly total: Measures;
  readonly byDay: readonly Group[];
  readonly byHour: readonly Group[];
  readonly byAgent: readonly Group[];
  readonly byTopic: readonly Group[];
  readonly byService: readonly Group[];
  /** As it is now, whatever the period. */
  readonly waitingNow: { readonly count: number; readonly longestSeconds: number | null };
  /** The newest comments of the period. */
  readonly comments: readonly Comment[];
}

export interface Comment {
  readonly conversationId: string;
  readonly email: string;
  readonly agentName: string | null;
  readonly score: number;
  readonly comment: string;
  readonly at: string;
}

const SERVICES_SHOWN = 50;
const AGENTS_SHOWN = 200;
const COMMENTS_SHOWN = 10;

/** An answer this long after the period is measured by the clock on the wall again. */
const HOURS_AFTER_MS = 90 * 24 * 60 * 60 * 1000;

export interface ReportSettings {
  readonly hours: WeeklyHours | undefined;
  readonly timeZone: string;
}

/**
 * Everything about the conversations that began in the period. First response: from the visitor's
 * first message to the first answer. Resolution: from the beginning to the last message of a
 * completed conversation, because many are completed long after everything was said. With hours,
 * both count open time alone.
 */
export async function readReport(
  db: Database,
  clock: Clock,
  period: Period,
  { hours, timeZone }: ReportSettings,
): Promise<Report> {
  const { from, to } = boundsOf(period, timeZone);
  const now = clock.now();
  const base = baseOf(from, to, timeZone, secondsBetween(hours, from, to, now));
  // One after the other: the embedded database has one connection, and a pool has better to do.
  const groups = await readGroups(db, base);
  const ratings = await readAgentRatings(db, from, to);
  const comments = await readComments(db, from, to);
  const waitingNow = await readWaitingNow(db, now);
  const named = (kind: string) => groups.filter((group) => group.kind === kind);
  const total = groups.find(({ kind }) => kind === 'total');
  return {
    total: total ?? EMPTY,
    byDay: named('day'),
    byHour: named('hour'),
    byAgent: withRatings(named('agent'), ratings).slice(0, AGENTS_SHOWN),
    byTopic: named('topic').sort(mostFirst),
    byService: named('service').sort(mostFirst).slice(0, SERVICES_SHOWN),
    comments,
    waitingNow,
  };
}

const EMPTY: Measures = {
  conversations: 0,
  visitorMessages: 0,
  teamMessages: 0,
  unanswered: 0,
  firstResponse: { count: 0, median: null, p90: null },
  resolution: { count: 0, median: null, p90: null },
  satisfaction: { count: 0, average: null, satisfied: 0 },
};

const mostFirst = (one: Group, other: Group) =>
  other.conversations - one.conversations || (one.name < other.name ? -1 : 1);

type Between = (from: SQL, to: SQL) => SQL;

/**
 * Seconds between two instants as SQL; with hours the open ones. The openings travel as sorted
 * arrays, in which `width_bucket` finds an instant's place by halves, however long the period.
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
  // Answered before it ever opened: neither quick nor slow by these hours, so not measured.
  return (start, last) => sql`nullif(${openUntil(last)} - ${openUntil(start)}, 0)`;
}

function baseOf(from: Date, to: Date, timeZone: string, between: Between): SQL {
  return sql`
    select c.id, c.agent_id, c.topic, c.service_section, c.service_slug, c.service_title,
      (c.started_at at time zone ${timeZone})::date::text as day,
      extract(hour from c.started_at at time zone ${timeZone})::int as hour,
      c.visitor_message_count as asked, c.last_number - c.visitor_message_count as said,
      c.first_answered_at is null and c.visitor_message_count > 0 as is_unanswered,
      case when c.first_answered_at >= m.created_at
        then ${between(sql`m.created_at`, sql`c.first_answered_at`)} end as first_response,
      case when c.completed_at is not null and c.first_answered_at is not null
        then ${between(sql`c.started_at`, sql`c.last_message_at`)} end as resolution,
      r.score
    from conversations c
    left join visitor_messages m
      on m.conversation_id = c.id and m.number = 1 and not m.is_agent
    left join conversation_ratings r on r.conversation_id = c.id
    where c.started_at >= ${from.toISOString()}::timestamptz
      and c.started_at < ${to.toISOString()}::timestamptz`;
}

type Kind = 'total' | 'agent' | 'topic' | 'service' | 'hour' | 'day';

interface GroupRow extends Record<string, unknown> {
  kind: Kind;
  name: string | null;
  agent_id: string | null;
  conversations: string;
  asked: string;
  said: string;
  unanswered: string;
  responses: string;
  response: number[] | null;
  resolutions: string;
  resolution: number[] | null;
  ratings: string;
  average: number | null;
  satisfied: string;
}

interface ReadGroup extends Group {
  readonly kind: Kind;
  readonly agentId: string | null;
}

/** All groupings in one reading of the period. */
async function readGroups(db: Database, base: SQL): Promise<ReadGroup[]> {
  const { rows } = await db.execute<GroupRow>(sql`
    with base as materialized (${base}),
    counted as (
      select
        case grouping(agent_id, topic, service_slug, hour, day)
          when 15 then 'agent' when 23 then 'topic' when 27 then 'service'
          when 29 then 'hour' when 30 then 'day' else 'total' end as kind,
        agent_id,
        case grouping(agent_id, topic, service_slug, hour, day)
          when 23 then topic when 27 then max(service_title)
          when 29 then hour::text when 30 then day end as label,
        service_slug,
        count(*) as conversations, sum(asked) as asked, sum(said) as said,
        count(*) filter (where is_unanswered) as unanswered,
        count(first_response) as responses,
        percentile_cont(array[0.5, 0.9]) within group (order by first_response) as response,
        count(resolution) as resolutions,
        percentile_cont(array[0.5, 0.9]) within group (order by resolution) as resolution,
        count(score) as ratings, avg(score)::float8 as average,
        count(*) filter (where score >= 4) as satisfied
      from base
      group by grouping sets
        ((), (agent_id), (topic), (service_section, service_slug), (hour), (day))
    )
    select c.*, case when c.kind = 'agent'
      then coalesce(nullif(trim(p.full_name), ''), split_part(p.email, '@', 1))
      else coalesce(c.label, c.service_slug) end as name
    from counted c left join profiles p on p.id = c.agent_id
    order by c.kind, name`);
  return rows.map((row) => ({
    kind: row.kind,
    agentId: row.agent_id,
    name: row.name ?? '',
    conversations: Number(row.conversations),
    visitorMessages: Number(row.asked ?? 0),
    teamMessages: Number(row.said ?? 0),
    unanswered: Number(row.unanswered),
    firstResponse: spreadOf(row.responses, row.response),
    resolution: spreadOf(row.resolutions, row.resolution),
    satisfaction: {
      count: Number(row.ratings),
      average: row.average,
      satisfied: Number(row.satisfied),
    },
  }));
}

function spreadOf(count: string, percentiles: readonly number[] | null): Spread {
  return {
    count: Number(count),
    median: percentiles?.[0] ?? null,
    p90: percentiles?.[1] ?? null,
  };
}

/** A rating is of the agent who had the visitor then, not of whoever has them now. */
async function readAgentRatings(db: Database, from: Date, to: Date) {
  const { rows } = await db.execute<{
    agent_id: string | null;
    name: string | null;
    count: string;
    average: number;
    satisfied: string;
  }>(sql`
    select r.agent_id, max(coalesce(nullif(trim(p.full_name), ''), split_part(p.email, '@', 1))) as name,
      count(*) as count, avg(r.score)::float8 as average,
      count(*) filter (where r.score >= 4) as satisfied
    from conversations c
    join conversation_ratings r on r.conversation_id = c.id
    left join profiles p on p.id = r.agent_id
    where c.started_at >= ${from.toISOString()}::timestamptz
      and c.started_at < ${to.toISOString()}::timestamptz
    group by r.agent_id`);
  return rows.map((row) => ({
    agentId: row.agent_id,
    name: row.name ?? '',
    count: Number(row.count),
    average: row.average,
    satisfied: Number(row.satisfied),
  }));
}

function withRatings(
  agents: readonly ReadGroup[],
  ratings: Awaited<ReturnType<typeof readAgentRatings>>,
): Group[] {
  const known = new Set(agents.map(({ agentId }) => agentId));
  const handedAway = ratings
    .filter(({ agentId }) => !known.has(agentId))
    .map(({ agentId, name }) => ({ ...EMPTY, kind: 'agent' as const, agentId, name }));
  return [...agents, ...handedAway]
    .map((agent) => {
      const rated = ratings.find(({ agentId }) => agentId === agent.agentId);
      return { ...agent, satisfaction: rated ?? EMPTY.satisfaction };
    })
    .sort(mostFirst);
}

async function readComments(db: Database, from: Date, to: Date): Promise<Comment[]> {
  const { rows } = await db.execute<{
    id: string;
    email: string;
    full_name: string | null;
    agent_email: string | null;
    score: number;
    comment: string;
    updated_at: Date;
  }>(sql`
    select c.id, v.email, p.full_name, p.email as agent_email, r.score, r.comment, r.updated_at
    from conversations c
    join conversation_ratings r on r.conversation_id = c.id and r.comment is not null
    join visitors v on v.id = c.visitor_id
    left join profiles p on p.id = r.agent_id
    where c.started_at >= ${from.toISOString()}::timestamptz
      and c.started_at < ${to.toISOString()}::timestamptz
    order by r.updated_at desc, c.id limit ${COMMENTS_SHOWN}`);
  return rows.map((row) => ({
    conversationId: row.id,
    email: row.email,
    agentName: row.agent_email === null ? null : displayName(row.full_name, row.agent_email),
    score: row.score,
    comment: row.comment,
    at: new Date(row.updated_at).toISOString(),
  }));
}

async function readWaitingNow(db: Database, now: Date): Promise<Report['waitingNow']> {
  const { rows } = await db.execute<{ count: string; since: Date | null }>(sql`
    select count(*) as count, min(waiting_since) as since from conversations
    where waiting_since is not null and completed_at is null`);
  const since = rows[0]?.since;
  return {
    count: Number(rows[0]?.count ?? 0),
    longestSeconds: since ? Math.max(0, (now.getTime() - new Date(since).getTime()) / 1000) : null,
  };
}
