import { t } from '../../../i18n/translate.ts';
import { and, asc, desc, eq, gt, gte, ilike, inArray, lte, or, sql, type SQL } from 'drizzle-orm';
import type { Trace } from '../../../platform/change/audit.server.ts';
import { recordAudit, type ChangeContext } from '../../../platform/change/change.server.ts';
import type { Database } from '../../../platform/db/database.server.ts';
import type { SortOf } from '../../../platform/lists/list-state.ts';
import {
  exportList,
  partPattern,
  readCountedPage,
  type CsvColumns,
  type Keyset,
  type Slice,
} from '../../../platform/lists/read-list.server.ts';
import type { Settings } from '../../../platform/settings.server.ts';
import { companies } from '../../../clients/server/tables.server.ts';
import type { Member } from '../../../accounts/protocol/member.ts';
import { may } from '../../../accounts/protocol/permissions.ts';
import { visibleOrders } from '../access.server.ts';
import { deadlineOrCreation } from '../board/order-deadline.ts';
import { readCardSteps } from '../board/read-checklist.server.ts';
import { readStaffOf } from '../board/read-staff.server.ts';
import { effectiveOwner } from '../board/tables.server.ts';
import { readSubscriptionsOfOrders } from '../subscription/name-subscriptions.server.ts';
import { offers, orders, refunds } from '../tables.server.ts';
import { addDays } from '../../../platform/day.ts';
import { toLatinDigits } from '../../../platform/latin-digits.ts';
import { dueOf, endOfDay } from '../../deadlines.ts';
import { AT_RISK_MS, SHOP_DEADLINES } from '../../protocol/due.ts';
import { toDecimal } from '../../protocol/money.ts';
import {
  ORDER_LIST,
  readOrderQuery,
  type OrderFilter,
  type OrderListState,
  type OrderQuery,
} from '../../protocol/order-query.ts';
import type { OrderStaff } from '../../protocol/staff.ts';
import {
  titleOf,
  type CardMilestone,
  type ListedOrder,
  type OwnOrderView,
  type StaffedOrder,
} from '../../protocol/order-view.ts';
import {
  getStateLabel,
  readNumber,
  formatOrderNumber,
  statesWhere,
  type OrderState,
} from '../../protocol/transitions.ts';
import type { Program } from '../../../accounts/protocol/program.ts';
import { orderMessage } from '../../stored-messages.ts';

/** The maximum number of orders shown for one person, in a panel or a chat. */
const OF_A_PERSON = 20;

interface Shop {
  readonly timeZone: string;
  readonly now: Date;
}

/** Returns one page of what the member may see, with the number of orders on all pages. */
export async function listOrders(db: Database, member: Member, state: OrderListState, shop: Shop) {
  const where = whereQuery(member, state.filters, shop);
  const page = await readCountedPage(
    KEYSET,
    state,
    (slice) => readRows(db, where, slice),
    (limit) => countOrders(db, where, limit),
  );
  return { ...page, rows: await withStaff(db, page.rows, shop) };
}

/** The deadline of the order's state; the expression of the indices `orders_board` and `orders_deadline`. */
export const deadline = sql<Date>`${sql.raw(deadlineOrCreation('orders.'))}`.mapWith(
  orders.createdAt,
);

const KEYSET: Keyset<SortOf<typeof ORDER_LIST>> = {
  keys: {
    number: { value: orders.number, kind: 'int' },
    due: { value: deadline, kind: 'timestamptz' },
    amount: { value: orders.amount, kind: 'bigint' },
  },
  id: { value: orders.number, kind: 'int' },
};

function readRows(
  db: Database,
  condition: SQL | undefined,
  { where, orderBy, limit, position }: Slice,
) {
  return selectOrders(db, { position })
    .where(and(condition, where))
    .orderBy(...orderBy)
    .limit(limit);
}

/** Counts orders up to a limit. */
function countOrders(db: Database, where: SQL | undefined, limit: number): Promise<number> {
  const found = db
    .select({ id: orders.id })
    .from(orders)
    .innerJoin(offers, eq(offers.id, orders.offerId))
    .where(where)
    .limit(limit);
  return db.$count(found.as('found'));
}

/** Counts the member's late orders and, for those who manage orders, the open ones of nobody, up to a limit. */
export async function countOrdersFor(
  db: Database,
  member: Member,
  shop: Shop,
  limit: number,
): Promise<number> {
  const where = (query: Record<string, string>) =>
    whereQuery(member, readOrderQuery(new URLSearchParams(query)), shop);
  const late = where({ show: 'late', who: 'mine' });
  if (!may(member, 'manage-orders')) return countOrders(db, late, limit);
  const unassigned = and(where({ show: 'open', who: 'unassigned' }), eq(orders.isTest, false));
  return countOrders(db, or(late, unassigned), limit);
}

/** The condition of the filters on the tables `orders` and `offers`, with the access of the member. */
export function whereQuery(
  member: Member,
  query: Omit<OrderQuery, 'view' | 'day' | 'span'>,
  shop: Shop,
): SQL | undefined {
  return and(
    visibleOrders(member),
    isShown(query.show, shop.now),
    isSearched(query.q),
    isOf(query.who, member),
    query.service
      ? sql`${offers.lines} @> ${JSON.stringify([{ serviceId: query.service }])}::jsonb`
      : undefined,
    query.label
      ? sql`exists (
          select 1 from order_labels l where l.order_id = ${orders.id} and l.label_id::text = ${query.label}
        )`
      : undefined,
    query.due ? isDueOn(query.due, shop.timeZone) : undefined,
  );
}

function isOf(who: string, member: Member): SQL | undefined {
  if (who === '') return undefined;
  if (who === 'unassigned') {
    return sql`(${effectiveOwner} is null and not exists (
      select 1 from order_assignees a where a.order_id = ${orders.id}
    ))`;
  }
  const id = who === 'mine' ? member.id : who;
  return sql`(${effectiveOwner} = ${id} or exists (
    select 1 from order_assignees a where a.order_id = ${orders.id} and a.member_id = ${id}
  ))`;
}

/** Something of the team is due on this day: a delivery, or the decision about a refund. */
function isDueOn(day: string, timeZone: string): SQL {
  // A deadline is the end of its day.
  const [after, until] = [endOfDay(timeZone, addDays(day, -1)), endOfDay(timeZone, day)];
  return and(isOfShop, gt(deadline, after), lte(deadline, until))!;
}

/** The shop has to do something by the deadline. The team's calendar and marks are about these. */
export const isOfShop = inArray(
  orders.state,
  SHOP_DEADLINES.flatMap((name) => statesWhere({ deadline: name })),
);

interface ExportContext extends ChangeContext {
  readonly settings: Pick<Settings, 'supportTimezone'>;
}

const CELLS: CsvColumns<typeof ORDER_LIST, StaffedOrder> = {
  number: {
    Order: ({ number }) => number,
    State: ({ state }) => state,
    Services: ({ title }) => title,
  },
  buyer: { Buyer: ({ buyer }) => buyer ?? '', Company: ({ company }) => company ?? '' },
  people: {
    Owner: ({ owner }) => owner?.name ?? '',
    Assignees: ({ assignees }) => assignees.map(({ name }) => name).join(', '),
  },
  labels: { Labels: ({ labels }) => labels.map(({ name }) => name).join(', ') },
  due: {
    Due: ({ due }) => (due ? `${due.what} ${due.day}` : ''),
    Late: ({ due }) => (due?.isLate ? 'yes' : 'no'),
  },
  amount: {
    Amount: ({ amount, currency }) => toDecimal(amount, currency),
    Currency: ({ currency }) => currency,
  },
  accepted: { Accepted: ({ createdAt }) => createdAt },
  tax: { Tax: ({ taxAmount, currency }) => toDecimal(taxAmount, currency) },
  country: { Country: ({ buyerCountry }) => buyerCountry ?? '' },
  taxNumber: { 'Tax number': ({ taxNumber }) => taxNumber ?? '' },
};

/**
 * Exports the shown columns of the list as CSV, without the test order, and records the export in the audit log. Throws
 * {@link RefusedError} 400 for too many rows.
 */
export async function exportOrders(
  appContext: ExportContext,
  trace: Trace,
  member: Member,
  state: OrderListState,
): Promise<string> {
  const { db, clock, settings } = appContext;
  const shop = { timeZone: settings.supportTimezone, now: clock.now() };
  const where = and(whereQuery(member, state.filters, shop), eq(orders.isTest, false));
  const { body, rows } = await exportList(ORDER_LIST, CELLS, KEYSET, state, async (slice) =>
    withStaff(db, await readRows(db, where, slice), shop),
  );
  const detail = orderMessage('orders.exported', { show: state.filters.show, rows });
  await recordAudit(appContext, trace, 'orders-exported', { detail });
  return body;
}

export async function ordersOf(
  db: Database,
  email: string,
  shop: Shop,
  condition?: SQL,
): Promise<OwnOrderView[]> {
  const found = await select(db, and(eq(orders.buyerEmail, email), condition), OF_A_PERSON);
  const subscriptions = await readSubscriptionsOfOrders(
    db,
    found.map(({ order }) => order.id),
  );
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
    return {
      ...order,
      state: isInProgress ? t('Refund in progress') : getStateLabel(order.state),
      subscription: subscriptions.get(row.order.id) ?? null,
    };
  });
}

function select(db: Database, where: SQL | undefined, limit: number) {
  return selectOrders(db, {}).where(where).orderBy(desc(orders.number)).limit(limit);
}

/** The rows of lists, with more columns if wanted. */
export function selectOrders<More extends Record<string, SQL>>(db: Database, more: More) {
  return db
    .select({
      order: orders,
      lines: offers.lines,
      plan: offers.plan,
      source: offers.source,
      company: sql<
        string | null
      >`(select name from ${companies} where ${companies.id} = ${orders.companyId})`,
      isRefundPending: sql<boolean>`exists (
        select 1 from ${refunds}
        where ${refunds.orderId} = ${orders.id} and ${refunds.state} in ('due', 'sent')
      )`,
      ...more,
    })
    .from(orders)
    .innerJoin(offers, eq(offers.id, orders.offerId))
    .$dynamic();
}

interface Row {
  readonly order: typeof orders.$inferSelect;
  readonly lines: (typeof offers.$inferSelect)['lines'];
  readonly plan: (typeof offers.$inferSelect)['plan'];
  readonly source: (typeof offers.$inferSelect)['source'];
  readonly company: string | null;
  readonly isRefundPending: boolean;
  /** Only rows of the list have a position. */
  readonly position?: string;
}

/** Adds the people, the labels, the milestone and the subscription of each order. */
export async function withStaff<One extends Row>(
  db: Database,
  rows: readonly One[],
  shop: Shop,
): Promise<(StaffedOrder & { readonly id: string; readonly position: One['position'] })[]> {
  const ids = rows.map(({ order }) => order.id);
  const [staff, steps, subscriptions] = await Promise.all([
    readStaffOf(db, ids),
    readCardSteps(db, ids, shop),
    readSubscriptionsOfOrders(db, ids),
  ]);
  return rows.map((row) => ({
    ...toRow(row, shop),
    id: formatOrderNumber(row.order.number),
    position: row.position,
    ...(staff.get(row.order.id) ?? NOBODY),
    stateBefore: row.order.stateBefore,
    company: row.company,
    milestone: currentOf(row),
    steps: steps.get(row.order.id) ?? null,
    subscription: subscriptions.get(row.order.id) ?? null,
    isRequest: row.source === 'request',
  }));
}

/** While the next milestone awaits payment, the order is in progress without a due date (decision 066). */
export function currentOf({ order, plan }: Pick<Row, 'order' | 'plan'>): CardMilestone | null {
  const { milestone: position, state, deliveryDueAt } = order;
  const planned = position === null ? undefined : plan?.milestones[position - 1];
  if (!plan || position === null || !planned) return null;
  return {
    position,
    count: plan.milestones.length,
    title: planned.title,
    isUnpaid: state === 'awaiting payment' || (state === 'in progress' && deliveryDueAt === null),
  };
}

const NOBODY: OrderStaff = { owner: null, isOwnerChosen: false, assignees: [], labels: [] };

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

/** The condition of the filter 'Show' on the table `orders`. */
export function isShown(show: OrderFilter, now: Date): SQL | undefined {
  if (show === 'all') return undefined;
  if (show === 'open') return inArray(orders.state, statesWhere({ isOver: false }));
  if (show === 'late') return and(isOfShop, lte(deadline, now));
  if (show !== 'risk') return eq(orders.state, show);
  return and(isOfShop, gt(deadline, now), lte(deadline, new Date(now.getTime() + AT_RISK_MS)));
}

/** The companies are searched once, and not again for each order. */
export function isOfCompany(part: string): SQL {
  return sql`${orders.companyId} = any(array(
    select ${companies.id} from ${companies} where ${companies.name} ilike ${part}))`;
}

function isSearched(search: string): SQL | undefined {
  if (search === '') return undefined;
  const number = readNumber(toLatinDigits(search));
  const part = partPattern(search);
  return or(
    number === undefined ? undefined : eq(orders.number, number),
    ilike(orders.buyerEmail, part),
    isOfCompany(part),
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
