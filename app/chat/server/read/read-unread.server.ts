import { sql } from 'drizzle-orm';
import type { Database } from '../../../platform/db/database.server.ts';

/**
 * Returns the agent's total of unread messages over all visitors in the views 'Open' and 'Snoozed'. The query
 * reads messages only of conversations with news; the counter of a never opened conversation is enough.
 */
export async function readUnread(db: Database, agentId: string): Promise<number> {
  const { rows } = await db.execute<{ unread: string }>(sql`
    select coalesce(sum(case
      when r.number is null then k.visitor_message_count
      else (
        select count(*) from visitor_messages m
        where m.conversation_id = k.id and not m.is_agent and m.number > r.number
          and m.removal_number is null
      )
    end), 0) as unread
    from visitors v
    -- One by one: for all of an agent's visitors the plan would else read everybody's conversations.
    cross join lateral (
      select id, last_number, visitor_message_count from conversations
      where visitor_id = v.id offset 0
    ) k
    left join lateral (
      select number from read_marks where agent_id = ${agentId} and conversation_id = k.id offset 0
    ) r on true
    where v.agent_id = ${agentId} and v.state <> 'resolved' and k.last_number > coalesce(r.number, 0)`);
  return Number(rows[0]?.unread ?? 0);
}
