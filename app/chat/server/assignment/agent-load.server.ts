import { sql, type SQL } from 'drizzle-orm';
import { lastConnected } from '../../../accounts/server/members/availability.server.ts';
import { isConnected } from '../../../accounts/server/members/who-gets-visitors.server.ts';

/** The fallback before the operator's setting is stored. It equals the setting's default. */
const AWAY_AFTER_MINUTES = 5;

/**
 * Counts the visitors who need the person `p` right now, each of them once. An open chat without a waiting
 * visitor and without a message for 15 minutes is idle and does not count. `except` leaves out a visitor.
 */
export function activeChats(except?: SQL): SQL {
  return sql`(
    select count(*) from visitors v
    where v.agent_id = p.id and v.state <> 'resolved'
      ${except ? sql`and v.id is distinct from ${except}` : sql``}
      and (v.state = 'waiting' or exists (
        select 1 from conversations c
        where c.visitor_id = v.id and c.completed_at is null
          and (c.last_message_at is null
            or c.last_message_at >= clock_timestamp() - interval '15 minutes'))))`;
}

export const capacity = sql`coalesce(
  p.capacity, (select d.chat_capacity from desk_settings d))`;

/**
 * True if the person `p` has capacity for another visitor, apart from `except`; `hasCapacity` of
 * `chat/protocol/desk-state.ts` is the same rule. The limit holds only under the assignment lock, and taking a visitor
 * manually ignores the limit.
 */
export function hasCapacity(except?: SQL): SQL {
  return sql`(case when ${capacity} is null then true else ${activeChats(except)} < ${capacity} end)`;
}

export const awayAfter = sql`make_interval(mins => coalesce(
  (select d.away_after_minutes from desk_settings d), ${sql.raw(String(AWAY_AFTER_MINUTES))}))`;

/** True if the person is away (rule 135). */
export function isAway(profile: 'holder' | 'p'): SQL {
  return sql`(not ${isConnected(profile)} and coalesce(
    ${lastConnected(profile)} <= clock_timestamp() - ${awayAfter}, true))`;
}
