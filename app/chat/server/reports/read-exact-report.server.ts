import { sql, type SQL } from 'drizzle-orm';
import type { Database } from '../../../platform/db/database.server.ts';
import { factsOf, type Began, type ReportSettings } from './facts.server.ts';
import { EMPTY, mostFirst, type Figures, type Group } from '../../protocol/report.ts';
import { withRatings, type AgentRating } from './with-ratings.ts';

/** Computes exact figures from the conversations, for a month at most. */
export async function readExactReport(
  db: Database,
  began: Began,
  settings: ReportSettings,
): Promise<Figures> {
  const { groups, ratings } = await readGroups(db, factsOf(began, settings));
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

type Kind = 'total' | 'agent' | 'topic' | 'service' | 'hour' | 'day' | 'rating';

interface ReadGroup extends Group {
  readonly kind: Kind;
  readonly agentId: string | null;
}

type GroupRow = Omit<ReadGroup, 'name'> &
  Record<string, unknown> & { readonly name: string | null };

/**
 * Reads all groupings with a single scan of the period. A rating counts for the agent at that time and not
 * for the current one.
 */
async function readGroups(
  db: Database,
  base: SQL,
): Promise<{ readonly groups: ReadGroup[]; readonly ratings: AgentRating[] }> {
  const satisfaction = sql`json_build_object('count', count(score), 'average', avg(score)::float8,
    'satisfied', count(*) filter (where score >= 4))`;
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
          when 29 then hour::text when 30 then day::text end as label,
        service_slug,
        count(*)::int as conversations,
        coalesce(sum(asked), 0)::int as "visitorMessages",
        coalesce(sum(said), 0)::int as "teamMessages",
        (count(*) filter (where is_unanswered))::int as unanswered,
        ${spreadOf(sql`first_response`)} as "firstResponse",
        ${spreadOf(sql`resolution`)} as resolution,
        ${satisfaction} as satisfaction
      from base
      group by grouping sets
        ((), (agent_id), (topic), (service_section, service_slug), (hour), (day))
      union all
      select 'rating', rated_agent_id, null, null, 0, 0, 0, 0, null, null, ${satisfaction}
      from base where score is not null group by rated_agent_id
    )
    select c.kind, c.agent_id as "agentId", c.conversations, c."visitorMessages", c."teamMessages",
      c.unanswered, c."firstResponse", c.resolution, c.satisfaction,
      case when c.kind in ('agent', 'rating')
      then coalesce(nullif(trim(p.full_name), ''), split_part(p.email, '@', 1))
      else coalesce(c.label, c.service_slug) end as name
    from counted c left join profiles p on p.id = c.agent_id
    order by c.kind, name`);
  const groups = rows.map((row) => ({ ...row, name: row.name ?? '' }));
  const ratings = groups
    .filter(({ kind }) => kind === 'rating')
    .map(({ agentId, name, satisfaction: rated }) => ({ agentId, name, ...rated }));
  return { groups, ratings };
}

function spreadOf(seconds: SQL): SQL {
  const parts = sql`(percentile_cont(array[0.5, 0.9]) within group (order by ${seconds}))`;
  return sql`json_build_object('count', count(${seconds}), 'median', ${parts}[1], 'p90', ${parts}[2])`;
}
