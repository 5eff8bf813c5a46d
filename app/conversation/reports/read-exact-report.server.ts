import { sql, type SQL } from 'drizzle-orm';
import type { Database } from '../../platform/db/database.server.ts';
import { factsOf, type Began, type ReportSettings } from './facts.server.ts';
import { EMPTY, mostFirst, type Figures, type Group, type Spread } from './report.ts';
import { withRatings, type AgentRating } from './with-ratings.ts';

/** All figures to the second, from the conversations themselves: for a month at most. */
export async function readExactReport(
  db: Database,
  began: Began,
  settings: ReportSettings,
): Promise<Figures> {
  // One after the other: the embedded database has one connection, and a pool has better to do.
  const groups = await readGroups(db, factsOf(began, settings));
  const ratings = await readAgentRatings(db, began);
  const named = (kind: string) => groups.filter((group) => group.kind === kind);
  return {
    total: groups.find(({ kind }) => kind === 'total') ?? EMPTY,
    byDay: named('day'),
    byHour: named('hour'),
    byAgent: withRatings(named('agent'), ratings),
    byTopic: named('topic').sort(mostFirst),
    byService: named('service').sort(mostFirst),
  };
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
async function readAgentRatings(db: Database, { from, to }: Began): Promise<AgentRating[]> {
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
    cross join lateral (
      select score, agent_id from conversation_ratings where conversation_id = c.id offset 0
    ) r
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
