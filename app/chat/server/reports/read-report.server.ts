import { sql } from 'drizzle-orm';
import type { Clock } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/db/database.server.ts';
import { displayName } from '../../protocol/views.ts';
import type { ReportSettings } from './facts.server.ts';
import { boundsOf, daysOf, type Period } from '../../protocol/period.ts';
import { readExactReport } from './read-exact-report.server.ts';
import { readRolledReport } from './read-rolled-report.server.ts';
import type { Comment, Report } from '../../protocol/report.ts';

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
