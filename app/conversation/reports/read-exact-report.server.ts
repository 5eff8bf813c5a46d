import { sql, type SQL } from 'drizzle-orm';
import type { Database } from '../../platform/db/database.server.ts';
import { factsOf, type Began, type ReportSettings } from './facts.server.ts';
import { EMPTY, mostFirst, type Figures, type Group } from './report.ts';
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

interface ReadGroup extends Group {
  readonly kind: Kind;
  readonly agentId: string | null;
}

type GroupRow = Omit<ReadGroup, 'name'> &
  Record<string, unknown> & { readonly name: string | null };

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
        count(*)::int as conversations,
        coalesce(sum(asked), 0)::int as "visitorMessages",
        coalesce(sum(said), 0)::int as "teamMessages",
        (count(*) filter (where is_unanswered))::int as unanswered,
        ${spreadOf(sql`first_response`)} as "firstResponse",
        ${spreadOf(sql`resolution`)} as resolution,
        json_build_object('count', count(score), 'average', avg(score)::float8,
          'satisfied', count(*) filter (where score >= 4)) as satisfaction
      from base
      group by grouping sets
        ((), (agent_id), (topic), (service_section, service_slug), (hour), (day))
    )
    select c.kind, c.agent_id as "agentId", c.conversations, c."visitorMessages", c."teamMessages",
      c.unanswered, c."firstResponse", c.resolution, c.satisfaction, case when c.kind = 'agent'
      then coalesce(nullif(trim(p.full_name), ''), split_part(p.email, '@', 1))
      else coalesce(c.label, c.service_slug) end as name
    from counted c left join profiles p on p.id = c.agent_id
    order by c.kind, name`);
  return rows.map((row) => ({ ...row, name: row.name ?? '' }));
}

/** Of what took so many seconds, as a `Spread`. */
function spreadOf(seconds: SQL): SQL {
  const parts = sql`(percentile_cont(array[0.5, 0.9]) within group (order by ${seconds}))`;
  return sql`json_build_object('count', count(${seconds}), 'median', ${parts}[1], 'p90', ${parts}[2])`;
}

/** A rating is of the agent who had the visitor then, not of whoever has them now. */
async function readAgentRatings(db: Database, { from, to }: Began): Promise<AgentRating[]> {
  const { rows } = await db.execute<AgentRating & Record<string, unknown>>(sql`
    select r.agent_id as "agentId",
      coalesce(max(coalesce(nullif(trim(p.full_name), ''), split_part(p.email, '@', 1))), '') as name,
      count(*)::int as count, avg(r.score)::float8 as average,
      (count(*) filter (where r.score >= 4))::int as satisfied
    from conversations c
    cross join lateral (
      select score, agent_id from conversation_ratings where conversation_id = c.id offset 0
    ) r
    left join profiles p on p.id = r.agent_id
    where c.started_at >= ${from.toISOString()}::timestamptz
      and c.started_at < ${to.toISOString()}::timestamptz
    group by r.agent_id`);
  return rows;
}
