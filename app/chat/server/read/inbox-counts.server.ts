import { sql } from 'drizzle-orm';
import { rolesThatMay } from '../../../accounts/protocol/permissions.ts';
import { mayGetSql } from '../../../accounts/server/members/who-gets-visitors.server.ts';
import type { Database } from '../../../platform/db/database.server.ts';
import {
  COUNTED_TO,
  INBOX_VIEWS,
  type InboxView,
  type ViewCounts,
} from '../../protocol/entry-state.ts';
import type { InboxScope } from '../../protocol/views.ts';
import { membersOf, statusIn } from './read-inbox.server.ts';

// Functions in this file check no access. Callers must use access.server.ts first.

/**
 * Counts the entries of a scope in each of these views, each up to one more than {@link COUNTED_TO}. Other
 * views are 0.
 */
export async function countViews(
  db: Database,
  agentId: string,
  scope: InboxScope,
  views: readonly InboxView[] = INBOX_VIEWS,
): Promise<ViewCounts> {
  const counts = views.map(
    (view) => sql`(select count(*) from (
      select 1 from visitors v where ${membersOf(scope, agentId)} and ${statusIn(view)}
      limit ${COUNTED_TO + 1}) standing)::int as ${sql.identifier(view)}`,
  );
  const { rows } = await db.execute<Partial<Record<InboxView, number>>>(
    sql`select ${sql.join(counts, sql`, `)}`,
  );
  return { open: 0, waiting: 0, snoozed: 0, resolved: 0, ...rows[0] };
}

/** True if nobody answers visitors, so that those in the queue need the attention of this member, who may take them. */
const takesForNobody = (memberId: string) => sql`(
  exists (select 1 from profiles p
    where p.id = ${memberId} and p.role = any(${sql.param(rolesThatMay('take-from-queue'))}::text[]))
  and not exists (select 1 from profiles o where ${mayGetSql('handed', 'o')}))`;

/**
 * Returns the member's total of unread messages over all own visitors in the views 'Open' and 'Snoozed'. The query
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
    from (
      select id from visitors where agent_id = ${agentId} and state <> 'resolved'
      union all
      select id from visitors where agent_id is null and state <> 'resolved' and ${takesForNobody(agentId)}
    ) v
    -- One by one: for all of an agent's visitors the plan would else read everybody's conversations.
    cross join lateral (
      select id, last_number, visitor_message_count from conversations
      where visitor_id = v.id offset 0
    ) k
    left join lateral (
      select number from read_marks where agent_id = ${agentId} and conversation_id = k.id offset 0
    ) r on true
    where k.last_number > coalesce(r.number, 0)`);
  return Number(rows[0]?.unread ?? 0);
}
