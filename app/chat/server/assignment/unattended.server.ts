import { sql, type Placeholder, type SQL } from 'drizzle-orm';
import type { Database } from '../../../platform/db/database.server.ts';
import { PreparedStatement } from '../../../platform/db/prepared-statement.server.ts';
import { mayGetSql } from '../../../accounts/server/members/who-gets-visitors.server.ts';
import { awayAfter, isAway } from './agent-load.server.ts';

const AT_ONCE = 50;

// The query runs every few seconds, and planning is most of its cost.
const UNATTENDED = new PreparedStatement<{ id: string }>(
  'unattended',
  sql`
    select c.id from conversations c where ${isUnattended(sql.placeholder('now'))}
    order by c.waiting_since limit ${sql.raw(String(AT_ONCE))}`,
);

export async function findUnattended(db: Database, now: Date): Promise<string[]> {
  const rows = await UNATTENDED.execute(db, { now: now.toISOString() });
  return rows.map(({ id }) => id);
}

/**
 * True if the conversation `c` waits and nobody is online for it: either in the queue without any connected
 * agent, or with an agent who is away and no colleague to take over.
 */
export function isUnattended(now: string | Placeholder): SQL {
  return sql`c.managers_told_at is null
    and c.waiting_since <= ${now}::timestamptz - ${awayAfter}
    and c.waiting_since is not null and c.completed_at is null
    and exists (
      select 1 from visitors v left join profiles holder on holder.id = v.agent_id
      where v.id = c.visitor_id
        and case
          when v.agent_id is null
            then not exists (select 1 from profiles p where ${mayGetSql('there', 'p')})
          else ${isAway}
            and not exists (select 1 from profiles p where ${mayGetSql('expected', 'p')})
        end)`;
}
