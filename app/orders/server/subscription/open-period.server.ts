import { randomUUID } from 'node:crypto';
import { and, eq, ne, sql } from 'drizzle-orm';
import type { After } from '../../../platform/change/change.server.ts';
import type { Database } from '../../../platform/db/database.server.ts';
import { dayOf } from '../../../platform/weekly-hours.ts';
import { t } from '../../../i18n/translate.ts';
import { lastDayBefore } from '../../deadlines.ts';
import type { Period } from '../../pricing/direct-order.ts';
import { formatMoney } from '../../protocol/money.ts';
import { formatDay } from '../../protocol/offer.ts';
import { formatSubscriptionNumber } from '../../protocol/subscription-transitions.ts';
import { insertDirectOffer } from '../checkout/insert-direct-offer.server.ts';
import { speechOfBuyer } from '../order/reach-buyer.server.ts';
import type { OrderContext } from '../order-context.server.ts';
import { notifyThread } from '../order/change-state.server.ts';
import type { OrderRow } from '../tables.server.ts';
import { beginPayment, insertOrder, takeOrderNumber } from '../order/insert-order.server.ts';
import { lockSubscription, type SubscriptionRow } from './change-subscription.server.ts';
import { periodAt, periodFrom, type PeriodDates } from './periods.server.ts';
import { quotePeriod, serviceFrom } from './quote-period.server.ts';
import { subscriptionPeriods, subscriptions } from './tables.server.ts';

/** Locks in the order that everybody uses: order numbers, order, subscription. */
export async function lockForPeriod(
  tx: Database,
  id: string,
): Promise<{ readonly orderNumber: number; readonly subscription: SubscriptionRow }> {
  const orderNumber = await takeOrderNumber(tx);
  return { orderNumber, subscription: await lockSubscription(tx, id) };
}

export async function nextPeriodNumber(db: Database, subscriptionId: string): Promise<number> {
  const [row] = await db
    .select({ last: sql<number | null>`max(${subscriptionPeriods.number})` })
    .from(subscriptionPeriods)
    .where(
      and(
        eq(subscriptionPeriods.subscriptionId, subscriptionId),
        ne(subscriptionPeriods.state, 'unpaid'),
      ),
    );
  return (row?.last ?? 0) + 1;
}

/**
 * Returns the dates of a period in the shop's calendar. A provider has its own: a period that follows one of a provider
 * begins at the instant at which that one ends.
 */
export function datesOfPeriod(
  timeZone: string,
  { anchorDay, anchorPeriod, periodEndsAt, interval }: SubscriptionRow,
  number: number,
): PeriodDates {
  if (anchorDay === null || anchorPeriod === null || periodEndsAt === null) {
    throw new Error('The subscription has not begun');
  }
  const index = number - anchorPeriod;
  // A resumption begins a period later than the paid one ends.
  return index === 0
    ? periodAt(timeZone, anchorDay, interval, index)
    : periodFrom(timeZone, periodEndsAt, anchorDay, interval, index);
}

/** Returns the dates of a period that begins on the day of `at`. */
export function datesOfFirst(
  { supportTimezone }: Pick<OrderContext['settings'], 'supportTimezone'>,
  interval: Period,
  at: Date,
): PeriodDates {
  return periodAt(supportTimezone, dayOf(supportTimezone, at), interval, 0);
}

interface NextPeriod {
  readonly orderNumber: number;
  readonly number: number;
  readonly dates: PeriodDates;
  readonly reference?: string;
}

/**
 * Creates the order of a later period, which waits for its payment. The work of later periods needs no new answers: the
 * brief of the first period holds until the buyer says otherwise in the thread.
 */
export async function insertPeriod(
  tx: Database,
  after: After,
  appContext: OrderContext,
  subscription: SubscriptionRow,
  { orderNumber, number, dates, reference }: NextPeriod,
): Promise<OrderRow> {
  const { id, conversationId, buyerEmail, companyId, priceFrom, terms } = subscription;
  const quote = quotePeriod(appContext, subscription, number, dates.startsAt);
  if (priceFrom !== null && dates.startsAt >= priceFrom) {
    await tx
      .update(subscriptions)
      .set({
        terms: { ...terms, service: serviceFrom(subscription, dates.startsAt) },
        nextUnitAmount: null,
        priceFrom: null,
      })
      .where(eq(subscriptions.id, id));
  }
  const offer = await insertDirectOffer(tx, appContext, {
    conversationId,
    clientId: randomUUID(),
    quote,
    source: 'subscription',
    form: [],
    couponId: quote.view.coupon ? terms.couponId : null,
  });
  const order = await insertOrder(tx, appContext, offer, {
    number: orderNumber,
    email: buyerEmail,
    companyId,
    event: 'renew',
    actor: { kind: 'house' },
    paymentDueAt: dates.startsAt,
  });
  await tx.insert(subscriptionPeriods).values({
    subscriptionId: id,
    number,
    state: 'awaiting payment',
    startsAt: dates.startsAt,
    endsAt: dates.endsAt,
    orderId: order.id,
    reference: reference ?? null,
  });
  const inBuyersWords = await speechOfBuyer(tx, appContext.settings, conversationId);
  const text = inBuyersWords(() => describePeriod(appContext, subscription, number, dates));
  await notifyThread(tx, after, appContext, order, { kind: 'house' }, text);
  return order;
}

/** A period that is paid by link. The email leads to the order's page, where it is paid. */
export async function requestPeriodPayment(
  tx: Database,
  after: After,
  appContext: OrderContext,
  subscription: SubscriptionRow,
  period: NextPeriod,
): Promise<void> {
  const order = await insertPeriod(tx, after, appContext, subscription, period);
  if (order.buyerEmail === null) return;
  await beginPayment(tx, after, appContext, order, order.buyerEmail, 'renew', (due) => {
    const said = describePeriod(appContext, subscription, period.number, period.dates);
    return due === 0
      ? said
      : t('{said} Amount due: {amount}.', { said, amount: formatMoney(due, order.currency) });
  });
}

function describePeriod(
  { settings: { supportTimezone } }: OrderContext,
  { number: subscription }: SubscriptionRow,
  number: number,
  { startsAt, endsAt }: PeriodDates,
): string {
  return t('Period {number} of subscription {subscription}, from {first} to {last}.', {
    number,
    subscription: formatSubscriptionNumber(subscription),
    first: formatDay(dayOf(supportTimezone, startsAt)),
    last: formatDay(lastDayBefore(supportTimezone, endsAt)),
  });
}
