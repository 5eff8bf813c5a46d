import { sql, type SQL } from 'drizzle-orm';
import type { Database } from '../../../platform/db/database.server.ts';
import {
  isConnected,
  mayGetSql,
} from '../../../accounts/server/members/who-gets-visitors.server.ts';
import { hasCapacity, isAway } from './agent-load.server.ts';
import { isWithin, parseOpenings } from '../../../platform/weekly-hours.ts';

interface TeamRow extends Record<string, unknown> {
  id: string;
  hours: string | null;
  time_zone: string | null;
}

/** The key of the advisory lock. It only has to be the same in all processes of an installation. */
const ASSIGNMENT_LOCK = 7_304_512;

/** The current and the previous agent of the visitor. Null means the queue. */
export interface Assigned {
  readonly agentId: string | null;
  readonly previousAgentId: string | null;
}

interface Asked {
  readonly conversationId: string;
  readonly now: Date;
  /** The visitor's agent already has this visitor and keeps the visitor regardless of capacity. */
  readonly isHeld?: boolean;
  /** The visitor writes in a resolved conversation, whose agent keeps it if not away and with capacity (rule 144). */
  readonly isReopened?: boolean;
  /** Reassigns the visitor from an agent who does not answer to a connected one. */
  readonly toAnother?: boolean;
  /** If nobody is available, the visitor stays with the current agent and does not go to the queue. */
  readonly staysWithAgent?: boolean;
}

/**
 * Assigns the visitor to an agent or the queue (rules 126 and 133). Preference: the previous agent, connected
 * agents, members of a team for the topic, the lowest load. Must run in a transaction: the lock is a separate
 * statement, because the snapshot of the next statement must be taken after the lock.
 */
export async function assignAgent(tx: Database, asked: Asked): Promise<Assigned> {
  const { conversationId, now, staysWithAgent = false } = asked;
  await lockAssignment(tx);
  const teams = sql.param(await readOpenTeams(tx, conversationId, now));
  const { rows } = await tx.execute<{ agent_id: string | null; former_agent_id: string | null }>(
    sql`
    with target as (
      select c.id, c.visitor_id, c.returned_from, v.agent_id as former_agent_id
      from conversations c
      join visitors v on v.id = c.visitor_id
      where c.id = ${conversationId}
    ),
    picked as (
      select p.id
      from profiles p, target
      where p.status = 'active' and ${mayBe(asked)}
      order by
        p.id is not distinct from target.former_agent_id desc,
        ${isConnected('p')} desc,
        exists (
          select 1 from team_members t
          where t.member_id = p.id and t.team_id = any(${teams}::uuid[])) desc,
        (select count(*) from visitors v where v.agent_id = p.id and v.state <> 'resolved'),
        p.last_assigned_at nulls first,
        p.id
      limit 1
    ),
    outcome as (
      select target.*, coalesce(
        picked.id, case when ${staysWithAgent} then target.former_agent_id end) as agent_id
      from target left join picked on true
    ),
    assigned_conversation as (
      update conversations set agent_id = outcome.agent_id,
        assigned_at = case when outcome.agent_id is not null then clock_timestamp() end,
        returned_from = case when outcome.agent_id is null then conversations.returned_from end
      from outcome
      where conversations.id = outcome.id
        and (outcome.agent_id is not null or outcome.former_agent_id is not null)
    ),
    assigned_visitor as (
      update visitors set agent_id = outcome.agent_id,
        assigned_at = case when outcome.agent_id is not null then clock_timestamp() end
      from outcome
      where visitors.id = outcome.visitor_id
        and (outcome.agent_id is not null or outcome.former_agent_id is not null)
    ),
    marked as (
      update profiles set last_assigned_at = clock_timestamp()
      from outcome
      where profiles.id = outcome.agent_id
        and profiles.id is distinct from outcome.former_agent_id
    )
    select agent_id, former_agent_id from outcome`,
  );
  const [outcome] = rows;
  return { agentId: outcome?.agent_id ?? null, previousAgentId: outcome?.former_agent_id ?? null };
}

function mayBe({ toAnother = false, isHeld = false, isReopened = false }: Asked): SQL {
  const isFormer = sql`p.id is not distinct from target.former_agent_id`;
  if (toAnother) return sql`(not ${isFormer} and ${mayGetSql('passed-on', 'p', hasCapacity())})`;
  const hasPlace = hasCapacity(sql`target.visitor_id`);
  const isNobodyExpected = sql`not exists (
    select 1 from profiles o where ${mayGetSql('expected', 'o')})`;
  // Waiting for a connected agent who is full is better than assigning an agent who is away.
  const isGiven = sql`(${mayGetSql('given', 'p', hasPlace)}
    and p.id is distinct from target.returned_from
    and (${isConnected('p')} or ${isNobodyExpected}))`;
  if (isHeld) return sql`(${isFormer} or ${isGiven})`;
  if (!isReopened) return isGiven;
  // A reopened conversation is no new chat, so its agent may have any role and have switched new chats off.
  return sql`((${isFormer} and ${hasPlace} and (not ${isAway('p')} or ${isNobodyExpected}))
    or ${isGiven})`;
}

/** Blocks all other assignments until the transaction ends. */
export async function lockAssignment(tx: Database): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${ASSIGNMENT_LOCK})`);
}

async function readOpenTeams(tx: Database, conversationId: string, now: Date): Promise<string[]> {
  const { rows } = await tx.execute<TeamRow>(sql`
    select t.id, t.hours, (select d.time_zone from desk_settings d) as time_zone
    from conversations c join teams t on c.topic_id = any(t.topics)
    where c.id = ${conversationId}`);
  return rows.filter((team) => isOpen(team, now)).map(({ id }) => id);
}

function isOpen({ hours, time_zone: zone }: TeamRow, now: Date): boolean {
  const openings = hours === null ? undefined : parseOpenings(hours);
  return !openings || isWithin({ timeZone: zone ?? 'America/New_York', openings }, now);
}
