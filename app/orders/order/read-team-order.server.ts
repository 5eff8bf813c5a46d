import { eq } from 'drizzle-orm';
import type { Database } from '../../platform/db/database.server.ts';
import type { Member } from '../../team/members/member.ts';
import { actorOf, findOrderOfMember } from '../access.server.ts';
import { orders } from '../tables.server.ts';
import type { OrderView } from './order-view.ts';
import { readOrder } from './read-order.server.ts';
import { readNumber } from './transitions.ts';

export interface TeamOrderView {
  readonly order: OrderView;
  /** Null once it was erased. */
  readonly buyer: string | null;
  readonly conversationId: string | null;
}

/** The order of this number with what this member may do; undefined where it is not theirs to see. */
export async function readTeamOrder(
  db: Database,
  member: Member,
  typed: string,
  shop: { readonly timeZone: string; readonly now: Date },
): Promise<TeamOrderView | undefined> {
  const number = readNumber(typed);
  const id = number === undefined ? undefined : await findOrderOfMember(db, member, number);
  if (!id) return undefined;
  const [row] = await db
    .select({ buyer: orders.buyerEmail, conversationId: orders.conversationId })
    .from(orders)
    .where(eq(orders.id, id));
  const actor = row && (await actorOf(db, member, row.conversationId));
  if (!row || !actor) return undefined;
  const order = await readOrder(db, id, actor.kind, shop);
  return order && { order, ...row };
}
