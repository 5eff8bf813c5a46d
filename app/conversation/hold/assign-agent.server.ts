import { sql } from 'drizzle-orm';
import type { Database } from '../../platform/db/database.server.ts';
import { isConnected, mayGetSql } from '../../team/members/who-gets-visitors.server.ts';
import { hasRoom } from './agent-load.server.ts';

/** Any constant; it only has to be the same in every process of one installation. */
const ASSIGNMENT_LOCK = 7_304_512;

/**
 * Gives the visitor of this conversation an agent (DECISIONS 16) and returns the agent's id, or
 * null when there is nobody and the conversation waits in the queue. A visitor whose agent still
 * works here keeps that agent. Capacity only orders those who are there: when all are at theirs,
 * a visitor is with the least busy of them sooner than in a queue.
 *
 * `toAnother` passes the visitor on from an agent who does not answer: to one who is connected, or
 * to nobody.
 *
 * Must run inside a transaction. The lock is a statement of its own on purpose: taken inside the
 * picking statement it would be younger than that statement's snapshot, and two visitors at once
 * would both see the same agent as the least busy one.
 */
export async function assignAgent(
  tx: Database,
  conversationId: string,
  { toAnother = false } = {},
): Promise<string | null> {
  await lockAssignment(tx);
  const mayBe = toAnother
    ? sql`p.id is distinct from target.former_agent_id and ${mayGetSql('passed-on', 'p')}`
    : sql`(p.id = target.former_agent_id or ${mayGetSql('given', 'p')})`;
  const { rows } = await tx.execute<{ agent_id: string }>(sql`
    with target as (
      select c.id, c.visitor_id, v.agent_id as former_agent_id
      from conversations c
      join visitors v on v.id = c.visitor_id
      where c.id = ${conversationId}
    ),
    picked as (
      select p.id
      from profiles p, target
      where p.status = 'active'
        and ${mayBe}
      order by
        p.id is not distinct from target.former_agent_id desc,
        ${isConnected('p')} desc,
        ${hasRoom} desc,
        (select count(*) from visitors v where v.agent_id = p.id and v.completed_at is null),
        p.last_assigned_at nulls first,
        p.id
      limit 1
    ),
    assigned_conversation as (
      update conversations set agent_id = picked.id, assigned_at = clock_timestamp()
      from picked where conversations.id = ${conversationId}
    ),
    assigned_visitor as (
      update visitors set agent_id = picked.id, assigned_at = clock_timestamp()
      from picked, target where visitors.id = target.visitor_id
    ),
    marked as (
      update profiles set last_assigned_at = clock_timestamp()
      from picked, target
      where profiles.id = picked.id and profiles.id is distinct from target.former_agent_id
    )
    select id as agent_id from picked`);
  return rows[0]?.agent_id ?? null;
}

/** Until the transaction ends nobody is assigned to anybody by another one. */
export async function lockAssignment(tx: Database): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${ASSIGNMENT_LOCK})`);
}
