import { sql } from 'drizzle-orm';
import type { After } from '../../../platform/change/change.server.ts';
import type { Database } from '../../../platform/db/database.server.ts';
import type { OrderContext } from '../order-context.server.ts';
import type { orders } from '../tables.server.ts';

/**
 * Tells the screens of those who work on an order that it changed. `also` names members who worked on it before this
 * change. Managers hear of every order.
 */
export async function hintOrder(
  tx: Database,
  after: After,
  { chat }: Pick<OrderContext, 'chat'>,
  { id }: Pick<typeof orders.$inferSelect, 'id'>,
  also: readonly string[] = [],
): Promise<void> {
  const { rows } = await tx.execute<{ id: string }>(sql`
    select owner_id as id from orders where id = ${id} and owner_id is not null
    union
    select member_id from order_assignees where order_id = ${id}
    union
    select v.agent_id from orders o
    join conversations c on c.id = o.conversation_id
    join visitors v on v.id = c.visitor_id
    where o.id = ${id} and v.agent_id is not null`);
  const watchers = new Set([...rows.map((row) => row.id), ...also]);
  after.hint(() => chat.ordersChanged([...watchers]));
}
