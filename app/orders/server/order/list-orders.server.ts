import { and, desc, eq, ilike, or, sql, type SQL } from 'drizzle-orm';
import type { Database } from '../../../platform/db/database.server.ts';
import type { Member } from '../../../accounts/protocol/member.ts';
import { visibleOrders } from '../access.server.ts';
import { offers, orders, refunds } from '../tables.server.ts';
import { dueOf } from './due-of.ts';
import type { OrderFilter, OrderQuery } from '../../protocol/order-query.ts';
import { titleOf, type OrderRowView, type OwnOrderView } from '../../protocol/order-view.ts';
import { readNumber, sayNumber } from '../../protocol/transitions.ts';

export const ORDERS_PER_PAGE = 50;
/** Exports with more rows are refused. */
export const EXPORT_AT_MOST = 50_000;
/** The maximum number of orders shown for one person, in a panel or a chat. */
const OF_A_PERSON = 20;

interface Shop {
  readonly timeZone: string;
  readonly now: Date;
}

export interface ListedOrder extends OrderRowView {
  readonly buyer: string | null;
}

export async function listOrders(db: Database, member: Member, query: OrderQuery, shop: Shop) {
  const found = await select(
    db,
    and(visibleOrders(member), isShown(query.show, shop.now), isSearched(query.search)),
    ORDERS_PER_PAGE + 1,
    (query.page - 1) * ORDERS_PER_PAGE,
  );
  return {
    orders: found.slice(0, ORDERS_PER_PAGE).map((row) => toRow(row, shop)),
    hasMore: found.length > ORDERS_PER_PAGE,
  };
}

/** Returns `undefined` if there are too many orders for one file. */
export async function exportOrders(
  db: Database,
  member: Member,
  query: OrderQuery,
  shop: Shop,
): Promise<ListedOrder[] | undefined> {
  const where = and(visibleOrders(member), isShown(query.show, shop.now), isSearched(query.search));
  const found = await select(db, where, EXPORT_AT_MOST + 1, 0);
  return found.length > EXPORT_AT_MOST ? undefined : found.map((row) => toRow(row, shop));
}

export async function ordersOf(
  db: Database,
  email: string,
  shop: Shop,
  condition?: SQL,
): Promise<OwnOrderView[]> {
  const found = await select(db, and(eq(orders.buyerEmail, email), condition), OF_A_PERSON, 0);
  return found.map((row) => {
    const { buyer: _, isRefundPending, ...order } = toRow(row, shop);
    const isUnderWay = isRefundPending && order.state === 'refunded';
    return { ...order, state: isUnderWay ? 'refund in progress' : order.state };
  });
}

function select(db: Database, where: SQL | undefined, limit: number, offset: number) {
  return db
    .select({
      order: orders,
      lines: offers.lines,
      isRefundPending: sql<boolean>`exists (
        select 1 from ${refunds}
        where ${refunds.orderId} = ${orders.id} and ${refunds.state} in ('due', 'sent')
      )`,
    })
    .from(orders)
    .innerJoin(offers, eq(offers.id, orders.offerId))
    .where(where)
    .orderBy(desc(orders.number))
    .limit(limit)
    .offset(offset);
}

type Row = Awaited<ReturnType<typeof select>>[number];

function toRow({ order, lines, isRefundPending }: Row, { timeZone, now }: Shop): ListedOrder {
  return {
    number: sayNumber(order.number),
    state: order.state,
    title: titleOf(lines),
    amount: order.amount,
    currency: order.currency,
    createdAt: order.createdAt.toISOString(),
    due: dueOf(order, timeZone, now),
    isRefundPending,
    buyer: order.buyerEmail,
  };
}

function isShown(show: OrderFilter, now: Date): SQL | undefined {
  if (show === 'all') return undefined;
  if (show === 'open') return sql`${orders.state} not in ('completed', 'refunded', 'cancelled')`;
  if (show !== 'late') return eq(orders.state, show);
  const at = sql`${now.toISOString()}::timestamptz`;
  return sql`case ${orders.state}
    when 'in progress' then ${orders.deliveryDueAt} <= ${at}
    when 'revision requested' then ${orders.deliveryDueAt} <= ${at}
    when 'refund requested' then ${orders.refundDueAt} <= ${at}
    else false end`;
}

function isSearched(search: string): SQL | undefined {
  if (search === '') return undefined;
  const number = readNumber(search);
  const part = `%${search.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
  return or(
    number === undefined ? undefined : eq(orders.number, number),
    ilike(orders.buyerEmail, part),
    sql`exists (
      select 1 from jsonb_array_elements(${offers.lines}) line where line ->> 'title' ilike ${part}
    )`,
  );
}
