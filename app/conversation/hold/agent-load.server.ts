import { sql } from 'drizzle-orm';
import type { Database } from '../../platform/db/database.server.ts';
import { deskSettings } from '../tables.server.ts';

/** Until the operator's number is in the database; the setting's default is the same. */
const CHAT_CAPACITY = 6;

/**
 * How many chats need the person `p` right now. An open chat in which the agent had the last word
 * a quarter of an hour ago is idle: the visitor has what they asked for, and it fills no place.
 */
export const activeChats = sql`(
  select count(*) from visitors v
  join conversations c on c.id = v.conversation_id
  left join visitor_messages m on m.conversation_id = c.id and m.number = c.last_number
  where v.agent_id = p.id and v.completed_at is null
    and not (coalesce(m.is_agent, false)
      and m.created_at < clock_timestamp() - interval '15 minutes'))`;

/** How many chats the person `p` answers at once. */
export const capacity = sql`coalesce(
  p.capacity, (select d.chat_capacity from desk_settings d), ${sql.raw(String(CHAT_CAPACITY))})`;

/** Whether one more chat is within that; `hasRoom` of `wire/desk-state.ts` is the same. */
export const hasRoom = sql`${activeChats} < ${capacity}`;

/** Writes down what the operator set; every process of an installation is given the same. */
export async function saveDeskSettings(db: Database, chatCapacity: number): Promise<void> {
  await db
    .insert(deskSettings)
    .values({ chatCapacity })
    .onConflictDoUpdate({ target: deskSettings.isOnly, set: { chatCapacity } });
}
