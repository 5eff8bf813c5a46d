import { sql, type SQL } from 'drizzle-orm';
import { lastConnected } from '../../team/members/presence.server.ts';
import { isConnected } from '../../team/members/who-gets-visitors.server.ts';

/** Until the operator's number is in the database; the setting's default is the same. */
const AWAY_AFTER_MINUTES = 5;

/**
 * How many visitors need the person `p` right now, each counted once. An open chat in which nobody
 * waits and nothing was said for a quarter of an hour is idle: the visitor has what they asked for,
 * and it fills no place. `except` leaves out a visitor.
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

/** How many visitors the person `p` answers at once; null for any number. */
export const capacity = sql`coalesce(
  p.capacity, (select d.chat_capacity from desk_settings d))`;

/**
 * Whether the person `p` has room for one more visitor, `except` aside; `hasRoom` of
 * `wire/desk-state.ts` is the same. True for nobody who is full only while the assignment lock is
 * held: taking by hand asks neither.
 */
export function hasRoom(except?: SQL): SQL {
  return sql`(case when ${capacity} is null then true else ${activeChats(except)} < ${capacity} end)`;
}

/** For how long there was no connection, before somebody is away. */
export const awayAfter = sql`make_interval(mins => coalesce(
  (select d.away_after_minutes from desk_settings d), ${sql.raw(String(AWAY_AFTER_MINUTES))}))`;

/** Whether the person `holder` has had no connection for so long (DECISIONS 31). */
export const isAway = sql`(not ${isConnected('holder')} and coalesce(
  ${lastConnected('holder')} <= clock_timestamp() - ${awayAfter}, true))`;
