import { and, asc, eq, gte, inArray, sql } from 'drizzle-orm';
import type { Database } from '../../platform/db/database.server.ts';
import type { Program } from '../../team/members/program.ts';
import { visibleOrders } from '../access.server.ts';
import { offers, orders } from '../tables.server.ts';
import { titleOf } from './order-view.ts';
import { sayNumber, type OrderState } from './transitions.ts';

export interface ChangedOrders {
  /** None for all of them. */
  readonly states: readonly OrderState[];
  readonly since: Date | undefined;
  /** Behind which order the page begins, in the order of the list. */
  readonly after: { readonly updatedAt: Date; readonly number: number } | undefined;
  readonly limit: number;
}

/**
 * A page of orders for a program, those changed longest ago first: what changes while it turns the
 * pages comes again behind them, and none is left out.
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
