import { and, asc, count, desc, eq, sql, type SQL } from 'drizzle-orm';
import type { Member } from '../../../accounts/protocol/member.ts';
import { may } from '../../../accounts/protocol/permissions.ts';
import type { Database } from '../../../platform/db/database.server.ts';
import type { BoardColumn, BoardView } from '../../protocol/board.ts';
import type { OrderQuery } from '../../protocol/order-query.ts';
import { ORDER_STATES, stateOf, type OrderState } from '../../protocol/transitions.ts';
import { deadline, selectOrders, whereQuery, withStaff } from '../order/list-orders.server.ts';
import { offers, orders } from '../tables.server.ts';

export const CARDS_PER_PAGE = 25;
/** A column that is reloaded shows as many cards as before, up to this number. */
export const CARDS_AT_MOST = 500;

interface Shop {
  readonly timeZone: string;
  readonly now: Date;
}

/** Reads the first cards of every column, with the number of all orders in it. */
export async function readBoard(
  db: Database,
  member: Member,
  query: OrderQuery,
  shop: Shop,
): Promise<BoardView> {
  const where = whereBoard(member, query, shop);
  const [counts, pages] = await Promise.all([
    countStates(db, where, query),
    Promise.all(
      ORDER_STATES.map((state) => readCards(db, where, state, undefined, CARDS_PER_PAGE)),
    ),
  ]);
  // One query reads the people of all cards.
  const cards = await withStaff(
    db,
    pages.flatMap(({ rows }) => rows),
    shop,
  );
  return {
    actor: may(member, 'manage-orders') ? 'manager' : 'agent',
    columns: ORDER_STATES.map((state, index) => ({
      state,
      count: counts.get(state) ?? 0,
      orders: cards.filter((card) => card.state === state),
      next: pages[index]?.next ?? '',
    })),
  };
}

/** Reads further cards of a column. `after` is the `next` of the page before, or '' for the first page. */
export async function readColumn(
  db: Database,
  member: Member,
  query: OrderQuery,
  shop: Shop,
  { state, after, take }: { state: OrderState; after: string; take: number },
): Promise<BoardColumn> {
  const where = whereBoard(member, query, shop);
  const [counts, { rows, next }] = await Promise.all([
    countStates(db, where, query),
    readCards(db, where, state, readCursor(after), Math.min(take, CARDS_AT_MOST)),
  ]);
  return {
    state,
    count: counts.get(state) ?? 0,
    orders: await withStaff(db, rows, shop),
    next,
  };
}

function whereBoard(member: Member, query: OrderQuery, shop: Shop): SQL | undefined {
  const show = query.show === 'late' || query.show === 'risk' ? query.show : 'all';
  return whereQuery(member, { ...query, show }, shop);
}

async function countStates(
  db: Database,
  where: SQL | undefined,
  { q, service }: OrderQuery,
): Promise<ReadonlyMap<OrderState, number>> {
  const counted = db.select({ state: orders.state, count: count() }).from(orders).$dynamic();
  // Only these filters look into the lines of the offers, which are in another table.
  const joined =
    q !== '' || service !== '' ? counted.innerJoin(offers, eq(offers.id, orders.offerId)) : counted;
  const rows = await joined.where(where).groupBy(orders.state);
  return new Map(rows.map((row) => [row.state, row.count]));
}

interface Cursor {
  readonly at: Date;
  readonly number: number;
}

/** The most urgent orders come first; orders that are over begin with the newest. */
async function readCards(
  db: Database,
  where: SQL | undefined,
  state: OrderState,
  after: Cursor | undefined,
  take: number,
) {
  const { isOver } = stateOf(state);
  const direction = isOver ? desc : asc;
  const position = after && sql`(${after.at.toISOString()}::timestamptz, ${after.number}::int)`;
  const rows = await selectOrders(db, { at: deadline })
    .where(
      and(
        eq(orders.state, state),
        where,
        position &&
          (isOver
            ? sql`(${deadline}, ${orders.number}) < ${position}`
            : sql`(${deadline}, ${orders.number}) > ${position}`),
      ),
    )
    .orderBy(direction(deadline), direction(orders.number))
    .limit(take + 1);
  const shown = rows.slice(0, take);
  const last = shown.at(-1);
  return {
    rows: shown,
    next: rows.length > take && last ? `${last.at.getTime()}-${last.order.number}` : '',
  };
}

/** PostgreSQL does not read how JavaScript writes later years. */
const LAST_INSTANT = Date.parse('9999-12-31T23:59:59.999Z');

/** The number of milliseconds and the number of the order, such as '1781258400000-1001'. */
function readCursor(text: string): Cursor | undefined {
  const [, at, number] = /^(\d{1,15})-(\d{1,9})$/.exec(text) ?? [];
  if (at === undefined || Number(at) > LAST_INSTANT) return undefined;
  return { at: new Date(Number(at)), number: Number(number) };
}
