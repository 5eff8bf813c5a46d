import { and, asc, eq, gte, inArray, sql } from 'drizzle-orm';
import type { Database } from '../../../platform/db/database.server.ts';
import type { Program } from '../../../accounts/protocol/program.ts';
import { visibleOrders } from '../access.server.ts';
import { offers, orders } from '../tables.server.ts';
import { titleOf } from '../../protocol/order-view.ts';
import { sayNumber, type OrderState } from '../../protocol/transitions.ts';

export interface ChangedOrders {
  /** An empty list means all states. */
  readonly states: readonly OrderState[];
  readonly since: Date | undefined;
  /** The position after which the page begins. */
  readonly after: { readonly updatedAt: Date; readonly number: number } | undefined;
  readonly limit: number;
}

/**
 * Pages through orders by the time of their last change, oldest first. An order that changes during the paging
 * appears again at the end, so that none is missed.
 */
export async function listChangedOrders(
  db: Database,
  program: Program,
  { states, since, after, limit }: ChangedOrders,
) {
  const rows = await db
    .select({ order: orders, lines: offers.lines })
    .from(orders)
    .innerJoin(offers, eq(offers.id, orders.offerId))
    .where(
      and(
        visibleOrders(program),
        states.length > 0 ? inArray(orders.state, [...states]) : undefined,
        since && gte(orders.updatedAt, since),
        after &&
          sql`(${orders.updatedAt}, ${orders.number}) > (${after.updatedAt.toISOString()}::timestamptz, ${after.number}::int)`,
      ),
    )
    .orderBy(asc(orders.updatedAt), asc(orders.number))
    .limit(limit);
  return rows.map(({ order, lines }) => ({
    number: sayNumber(order.number),
    state: order.state,
    title: titleOf(lines),
    currency: order.currency,
    amount: order.amount,
    creditAmount: order.creditAmount,
    paidAmount: order.paidAmount,
    refundedAmount: order.refundedAmount,
    buyer: order.buyerEmail,
    conversationId: order.conversationId,
    lastEvent: order.lastEvent,
    createdAt: order.createdAt.toISOString(),
    updatedAt: order.updatedAt.toISOString(),
  }));
}
