import { sql, type Placeholder, type SQL } from 'drizzle-orm';
import type { Database } from '../../platform/db/database.server.ts';
import { PreparedStatement } from '../../platform/db/prepared-statement.server.ts';
import { mayGetSql } from '../../team/members/who-gets-visitors.server.ts';
import { awayAfter, isAway } from './agent-load.server.ts';

/** Told in one go; what is left is told at the next turn. */
const AT_ONCE = 50;

// Asked every few seconds, and planning is most of what it takes.
const UNATTENDED = new PreparedStatement<{ id: string }>(
  'unattended',
  sql`
    select c.id from conversations c where ${isUnattended(sql.placeholder('now'))}
    order by c.waiting_since limit ${sql.raw(String(AT_ONCE))}`,
);

/** Those for which nobody is there, whoever has waited longest first. */
export async function findUnattended(db: Database, now: Date): Promise<string[]> {
  const rows = await UNATTENDED.execute(db, { now: now.toISOString() });
  return rows.map(({ id }) => id);
}

/**
 * Whether the conversation `c` waits and nobody is there for it: it is in the queue and nobody who
 * answers visitors is connected, or its agent is away and there was nobody to pass it on to.
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
