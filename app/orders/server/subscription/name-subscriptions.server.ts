import { eq, inArray, sql } from 'drizzle-orm';
import type { Database } from '../../../platform/db/database.server.ts';
import { formatSubscriptionNumber } from '../../protocol/subscription-transitions.ts';
import { describeSubscriptionOf } from '../../protocol/subscriptions.ts';
import { subscriptionPeriods, subscriptionRequests, subscriptions } from './tables.server.ts';

/** Names the subscription of each order that belongs to one, by the order's id, for example 'Period 2 of subscription S-1001'. */
export async function readSubscriptionsOfOrders(
  db: Database,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map();
  const columns = { number: subscriptions.number, period: subscriptionPeriods.number };
  const ofSubscription = eq(subscriptions.id, subscriptionPeriods.subscriptionId);
  const [periods, requests] = await Promise.all([
    db
      .select({ ...columns, orderId: subscriptionPeriods.orderId, request: sql<null>`null` })
      .from(subscriptionPeriods)
      .innerJoin(subscriptions, ofSubscription)
      .where(inArray(subscriptionPeriods.orderId, [...ids])),
    db
      .select({
        ...columns,
        orderId: subscriptionRequests.orderId,
        request: subscriptionRequests.number,
      })
      .from(subscriptionRequests)
      .innerJoin(subscriptionPeriods, eq(subscriptionPeriods.id, subscriptionRequests.periodId))
      .innerJoin(subscriptions, ofSubscription)
      .where(inArray(subscriptionRequests.orderId, [...ids])),
  ]);
  return new Map(
    [...periods, ...requests].map(({ orderId, number, period, request }) => [
      orderId,
      describeSubscriptionOf({ number: formatSubscriptionNumber(number), period, request }),
    ]),
  );
}
