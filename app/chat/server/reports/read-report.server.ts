import { displayName } from '../../../accounts/protocol/member.ts';
import { sql, type SQL } from 'drizzle-orm';
import type { Clock } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/db/database.server.ts';
import { type ReportSettings, factsOf, type Began } from './facts.server.ts';
import { boundsOf, daysOf, type Period } from '../../protocol/report-period.ts';
import {
  type Comment,
  type Report,
  EMPTY,
  mostFirst,
  type Figures,
  type Group,
} from '../../protocol/report.ts';
import { readRolledReport } from './read-rolled-report.server.ts';
import { withRatings, type AgentRating } from './tally.ts';
import type { Trace } from '../../../platform/change/audit.server.ts';
import { recordAudit, type ChangeContext } from '../../../platform/change/change.server.ts';
import { writeCsv } from '../../../platform/csv.ts';
import { RefusedError } from '../../../platform/errors.ts';
import { t } from '../../../i18n/translate.ts';
import {
  exportCell,
  exportColumns,
  describeMissingDays,
  toTables,
  type TableName,
} from '../../protocol/report-tables.ts';
import { chatMessage } from '../../stored-messages.ts';

type Kind = 'total' | 'agent' | 'topic' | 'service' | 'hour' | 'day' | 'rating';

interface ReadGroup extends Group {
  readonly kind: Kind;
  readonly agentId: string | null;
}

type GroupRow = Omit<ReadGroup, 'name'> &
  Record<string, unknown> & { readonly name: string | null };

/** Periods of up to a month are computed directly from the conversations. */
export const EXACT_DAYS = 31;

const SERVICES_SHOWN = 50;
const AGENTS_SHOWN = 200;
const COMMENTS_SHOWN = 10;

/**
 * Reads the report on conversations that began in the period (`facts.server.ts` defines the measures). Beyond
 * {@link EXACT_DAYS}, medians and percentiles are estimates, and days that are not rolled up yet are left out
 * and reported as missing.
 */
export async function readReport(
  db: Database,
  clock: Clock,
  period: Period,
  settings: ReportSettings,
): Promise<Report> {
  const began = { ...boundsOf(period, settings.timeZone), now: clock.now() };
  const isEstimate = daysOf(period).length > EXACT_DAYS;
  const { missingDays, ...figures } = isEstimate
    ? await readRolledReport(db, period, began.now, settings)
    : { missingDays: 0, ...(await readExactReport(db, began, settings)) };
  return {
    ...figures,
    byAgent: figures.byAgent.slice(0, AGENTS_SHOWN),
    byService: figures.byService.slice(0, SERVICES_SHOWN),
    comments: await readComments(db, began.from, began.to),
    waitingNow: await readWaitingNow(db, began.now),
    isEstimate,
    missingDays,
  };
}

async function readComments(db: Database, from: Date, to: Date): Promise<Comment[]> {
  const { rows } = await db.execute<
    Omit<Comment, 'agentName' | 'at'> & {
      fullName: string | null;
      agentEmail: string | null;
      at: Date;
    }
  >(sql`
    select c.id as "conversationId", v.email, p.full_name as "fullName", p.email as "agentEmail",
      r.score, r.comment, r.updated_at as at
    from conversations c
    join conversation_ratings r on r.conversation_id = c.id and r.comment is not null
    join visitors v on v.id = c.visitor_id
    left join profiles p on p.id = r.agent_id
    where c.started_at >= ${from.toISOString()}::timestamptz
      and c.started_at < ${to.toISOString()}::timestamptz
      -- Follows from it, and lets the latest be looked for among the latest.
      and r.updated_at >= ${from.toISOString()}::timestamptz
    order by r.updated_at desc, c.id limit ${COMMENTS_SHOWN}`);
  return rows.map(({ fullName, agentEmail, at, ...comment }) => ({
    ...comment,
    agentName: agentEmail === null ? null : displayName(fullName, agentEmail),
    at: new Date(at).toISOString(),
  }));
}

async function readWaitingNow(db: Database, now: Date): Promise<Report['waitingNow']> {
  const { rows } = await db.execute<{ count: string; since: Date | null }>(sql`
    select count(*) as count, min(waiting_since) as since from visitors
    where waiting_since is not null`);
  const since = rows[0]?.since;
  return {
    count: Number(rows[0]?.count ?? 0),
    longestSeconds: since ? Math.max(0, (now.getTime() - new Date(since).getTime()) / 1000) : null,
  };
}

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

/**
 * Returns a table of a report as CSV and records the export in the audit log. Throws {@link RefusedError} 503
 * while the report is incomplete.
 */
export async function exportReport(
  appContext: ChangeContext,
  trace: Trace,
  report: Report,
  period: Period,
  name: TableName,
): Promise<string> {
  // A page can show a note that the report is incomplete, but a file cannot.
  const missing = describeMissingDays(report);
  if (missing) throw new RefusedError(503, missing);
  const table = toTables(report, period).find((one) => one.name === name);
  if (!table) throw new RefusedError(400, t("This table doesn't exist."));
  const { from, to } = period;
  await recordAudit(appContext, trace, 'report-exported', {
    subjectMessage: chatMessage('chat.report-table', { name }),
    detail: chatMessage('chat.report-exported', { from, to, rows: table.rows.length }),
  });
  const rows = table.rows.map((row) => row.map((cell) => exportCell(cell)));
  return writeCsv([exportColumns(table), ...rows]);
}
