import { t } from '../../../i18n/translate.ts';
import { and, desc, eq, ilike, or, sql, type SQL, asc, gte, inArray, lte } from 'drizzle-orm';
import type { Trace } from '../../../platform/change/audit.server.ts';
import { recordAudit, type ChangeContext } from '../../../platform/change/change.server.ts';
import type { Database } from '../../../platform/db/database.server.ts';
import { RefusedError } from '../../../platform/errors.ts';
import type { Settings } from '../../../platform/settings.server.ts';
import type { Member } from '../../../accounts/protocol/member.ts';
import { visibleOrders } from '../access.server.ts';
import { offers, orders, refunds } from '../tables.server.ts';
import { dueOf } from '../../deadlines.ts';
import { SHOP_DEADLINES } from '../../protocol/due.ts';
import type { OrderFilter, OrderQuery } from '../../protocol/order-query.ts';
import { titleOf, type ListedOrder, type OwnOrderView } from '../../protocol/order-view.ts';
import {
  getStateLabel,
  readNumber,
  formatOrderNumber,
  statesWhere,
  type OrderState,
} from '../../protocol/transitions.ts';
import { writeOrders } from '../../protocol/write-orders.ts';
import type { Program } from '../../../accounts/protocol/program.ts';
import { orderMessage } from '../../stored-messages.ts';

export const ORDERS_PER_PAGE = 50;
/** Exports with more rows are refused. */
export const EXPORT_AT_MOST = 50_000;
/** The maximum number of orders shown for one person, in a panel or a chat. */
const OF_A_PERSON = 20;

interface Shop {
  readonly timeZone: string;
  readonly now: Date;
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

interface ExportContext extends ChangeContext {
  readonly settings: Pick<Settings, 'supportTimezone'>;
}

/**
 * Exports a list of orders as CSV, and records the export in the audit log. Throws {@link RefusedError} 400 for
 * too many rows.
 */
export async function exportOrderList(
  appContext: ExportContext,
  trace: Trace,
  member: Member,
  query: OrderQuery,
): Promise<string> {
  const shop = { timeZone: appContext.settings.supportTimezone, now: appContext.clock.now() };
  const found = await exportOrders(appContext.db, member, query, shop);
  if (!found)
    throw new RefusedError(
      400,
      t('There are too many orders for one file. Use a filter to narrow them down.'),
    );
  const detail = orderMessage('orders.exported', { show: query.show, rows: found.length });
  await recordAudit(appContext, trace, 'orders-exported', { detail });
  return writeOrders(found);
}

export async function ordersOf(
  db: Database,
  email: string,
  shop: Shop,
  condition?: SQL,
): Promise<OwnOrderView[]> {
  const found = await select(db, and(eq(orders.buyerEmail, email), condition), OF_A_PERSON, 0);
  return found.map((row) => {
    const {
      buyer: _1,
      taxAmount: _2,
      buyerCountry: _3,
      taxNumber: _4,
      isRefundPending,
      ...order
    } = toRow(row, shop);
    const isInProgress = isRefundPending && order.state === 'refunded';
    return { ...order, state: isInProgress ? t('Refund in progress') : getStateLabel(order.state) };
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
    number: formatOrderNumber(order.number),
    state: order.state,
    title: titleOf(lines),
    amount: order.amount,
    taxAmount: order.taxAmount,
    buyerCountry: order.buyerCountry,
    taxNumber: order.taxNumber,
    currency: order.currency,
    createdAt: order.createdAt.toISOString(),
    due: dueOf(order, timeZone, now),
    isRefundPending,
    buyer: order.buyerEmail,
  };
}

function isShown(show: OrderFilter, now: Date): SQL | undefined {
  if (show === 'all') return undefined;
  if (show === 'open') return inArray(orders.state, statesWhere({ isOver: false }));
  if (show !== 'late') return eq(orders.state, show);
  return or(
    ...SHOP_DEADLINES.map((deadline) =>
      and(inArray(orders.state, statesWhere({ deadline })), lte(orders[`${deadline}DueAt`], now)),
    ),
  );
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

interface ChangedOrders {
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
    number: formatOrderNumber(order.number),
    state: order.state,
    title: titleOf(lines),
    currency: order.currency,
    amount: order.amount,
    taxAmount: order.taxAmount,
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
