import { and, asc, eq, gt, inArray, lte, sql } from 'drizzle-orm';
import type { Member } from '../../../accounts/protocol/member.ts';
import type { Database } from '../../../platform/db/database.server.ts';
import { dayOf } from '../../../platform/weekly-hours.ts';
import { addDays } from '../../../platform/day.ts';
import { endOfDay } from '../../deadlines.ts';
import type { CalendarView } from '../../protocol/calendar.ts';
import { periodOf } from './calendar-period.ts';
import type { OrderQuery } from '../../protocol/order-query.ts';
import {
  deadline,
  isOfShop,
  selectOrders,
  whereQuery,
  withStaff,
} from '../order/list-orders.server.ts';
import { offers, orders } from '../tables.server.ts';
import { readFeedPath } from './calendar-feed.server.ts';

/** The orders that a day shows; a link leads to the rest. */
const SHOWN = { month: 3, week: 30 } as const;

interface Shop {
  readonly timeZone: string;
  readonly now: Date;
}

/** Reads what is due on each day of a month or a week, in the shop's time zone. */
export async function readCalendar(
  db: Database,
  member: Member,
  query: OrderQuery,
  shop: Shop,
): Promise<CalendarView> {
  const today = dayOf(shop.timeZone, shop.now);
  const period = periodOf(query.span, query.day || today);
  const from = endOfDay(shop.timeZone, addDays(period.days[0]!, -1));
  const to = endOfDay(shop.timeZone, period.days.at(-1)!);
  // A deadline is the first moment of the next day.
  const day = sql<string>`((${deadline} - interval '1 millisecond') at time zone ${shop.timeZone}::text)::date::text`;
  const ranked = db
    .select({
      id: orders.id,
      day: day.as('day'),
      place:
        sql<number>`(row_number() over (partition by ${day} order by ${deadline}, ${orders.number}))::int`.as(
          'place',
        ),
      count: sql<number>`(count(*) over (partition by ${day}))::int`.as('count'),
    })
    .from(orders)
    .innerJoin(offers, eq(offers.id, orders.offerId))
    .where(
      and(
        whereQuery(member, { ...query, due: '' }, shop),
        isOfShop,
        gt(deadline, from),
        lte(deadline, to),
      ),
    )
    .as('ranked');
  const [found, feed] = await Promise.all([
    db.select().from(ranked).where(lte(ranked.place, SHOWN[query.span])),
    readFeedPath(db, member.id),
  ]);
  const rows =
    found.length === 0
      ? []
      : await selectOrders(db, {})
          .where(
            inArray(
              orders.id,
              found.map(({ id }) => id),
            ),
          )
          .orderBy(asc(deadline), asc(orders.number));
  const cards = await withStaff(db, rows, shop);
  const counts = new Map(found.map((row) => [row.day, row.count]));
  return {
    period,
    today,
    days: period.days.map((one) => ({
      day: one,
      count: counts.get(one) ?? 0,
      orders: cards.filter(({ due }) => due?.day === one),
    })),
    feed,
  };
}
