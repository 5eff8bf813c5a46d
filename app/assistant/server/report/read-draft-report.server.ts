import { displayName } from '../../../accounts/protocol/member.ts';
import { sql } from 'drizzle-orm';
import type { Database } from '../../../platform/db/database.server.ts';
import type { DraftCounts } from '../../protocol/draft.ts';

const ROWS_SHOWN = 200;

interface Row extends Omit<DraftCounts, 'agent'>, Record<string, unknown> {
  readonly name: string | null;
  readonly email: string | null;
}

/**
 * Counts the drafts requested in the period and their outcomes per agent. Callers must check the permission
 * 'read-reports'.
 */
export async function readDraftReport(
  db: Database,
  { from, to }: { readonly from: Date; readonly to: Date },
): Promise<DraftCounts[]> {
  const { rows } = await db.execute<Row>(sql`
    select p.id as "agentId", p.full_name as name, p.email, d.kind,
      count(*)::int as asked,
      (count(*) filter (where d.outcome = 'taken'))::int as taken,
      (count(*) filter (where d.outcome = 'edited'))::int as edited,
      (count(*) filter (where d.outcome = 'dropped'))::int as dropped,
      (count(*) filter (where d.state = 'drafting' or (d.state = 'ready' and d.outcome is null)))::int
        as open,
      (count(*) filter (where d.state in ('failed', 'stopped')))::int as without,
      (count(*) filter (where d.warning_count > 0))::int as doubted
    from answer_drafts d
    left join profiles p on p.id = d.agent_id
    where d.created_at >= ${from.toISOString()}::timestamptz
      and d.created_at < ${to.toISOString()}::timestamptz
    group by p.id, p.full_name, p.email, d.kind
    order by asked desc, p.email, d.kind
    limit ${ROWS_SHOWN}`);
  return rows.map(({ name, email, ...counts }) => ({
    ...counts,
    agent: email === null ? null : displayName(name, email),
  }));
}
