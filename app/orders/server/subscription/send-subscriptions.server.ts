import { and, asc, eq, gt, inArray, isNotNull, lte, sql, type SQL } from 'drizzle-orm';
import { change } from '../../../platform/change/change.server.ts';
import type { OrderContext } from '../order-context.server.ts';
import { openProvider, PAYMENT_PROVIDERS } from '../payment/payment-providers.ts';
import type { PaymentProviderName } from '../../protocol/payment-methods.ts';
import {
  PriceRefusedError,
  ProviderAwayError,
  SubscriptionOverError,
  type SubscriptionProvider,
  type SubscriptionWish,
} from '../payment/provider.ts';
import { takesAmount } from '../payment/accepted-amounts.ts';
import { lookAtSubscription } from './ask-about-subscription.server.ts';
import { bookPeriod, bookSubscriptionStatus } from './book-period.server.ts';
import type { SubscriptionRow } from './change-subscription.server.ts';
import { continueByLink } from './continue-by-link.server.ts';
import { nextPeriodNumber } from './open-period.server.ts';
import { dayOf } from '../../../platform/weekly-hours.ts';
import { daysFrom, periodAt } from './periods.server.ts';
import { quotePeriod } from './quote-period.server.ts';
import { subscriptions } from './tables.server.ts';

const TRACE = { member: undefined, requestId: 'subscriptions' };
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const AT_ONCE = 20;
const PAGE = 200;
/** One subscription of which a provider cannot speak must not keep it from the others. */
const MAX_FAILURES_IN_A_ROW = 3;
/** Providers want to know a price before they prepare the payment. */
const PRICE_BEFORE_DAYS = 10;
/** After this time without news of a new period, the provider is asked. */
const OVERDUE_MS = 2 * HOUR_MS;

/**
 * Sends changes of subscriptions to their providers. A failure is retried with a longer delay each time. A provider that
 * does not answer keeps nobody else waiting.
 */
export async function sendSubscriptions(appContext: OrderContext): Promise<void> {
  // oxlint-disable-next-line no-await-in-loop -- one after the other, so that no provider is overrun
  for (const paymentMethod of PAYMENT_PROVIDERS) await sendTo(appContext, paymentMethod);
}

async function sendTo(appContext: OrderContext, paymentMethod: PaymentProviderName): Promise<void> {
  const due = await appContext.db
    .select({ id: subscriptions.id })
    .from(subscriptions)
    .where(
      and(
        eq(subscriptions.paymentMethod, paymentMethod),
        lte(subscriptions.sendAt, appContext.clock.now()),
      ),
    )
    .orderBy(asc(subscriptions.sendAt))
    .limit(AT_ONCE);
  for (const { id } of due) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other, so that no provider is overrun
    if (!(await withLog(appContext, id, () => send(appContext, id)))) return;
  }
}

async function send(appContext: OrderContext, id: string): Promise<void> {
  const row = await claim(appContext, id);
  if (!row?.providerId) return;
  const provider = await openProvider(appContext.settings, row.paymentMethod);
  if (!provider?.subscriptions) return;
  const { version, providerId } = row;
  const wish = wishOf(appContext, row, await nextPeriodNumber(appContext.db, id));
  // The new period may be charged at once, and its price may have changed during the pause.
  const isResumed = wish.kind === 'continue' && wish.startsNow;
  if (isResumed && !(await sendPrice(appContext, row))) return;
  try {
    await provider.subscriptions.apply(providerId, wish, `${id} ${version}`);
  } catch (error) {
    if (!(error instanceof SubscriptionOverError)) throw error;
    await continueByLink(appContext, id, providerId);
    return;
  }
  await change(appContext, TRACE, (tx) =>
    tx
      .update(subscriptions)
      .set({
        sentVersion: version,
        // A change that came meanwhile is sent at once.
        sendAt: sql`case when ${subscriptions.version} = ${version} then null else ${appContext.clock.now().toISOString()}::timestamptz end`,
      })
      .where(eq(subscriptions.id, id)),
  );
}

/** Schedules the next attempt before the provider is asked, because the process may die. */
function claim(appContext: OrderContext, id: string): Promise<SubscriptionRow | undefined> {
  const now = appContext.clock.now();
  return change(appContext, TRACE, async (tx) => {
    const [row] = await tx
      .select()
      .from(subscriptions)
      .where(and(eq(subscriptions.id, id), lte(subscriptions.sendAt, now)))
      .for('update');
    if (!row) return undefined;
    const waitMs = Math.min(MINUTE_MS * 2 ** Math.min(row.sendTries, 10), HOUR_MS);
    await tx
      .update(subscriptions)
      .set({ sendTries: row.sendTries + 1, sendAt: new Date(now.getTime() + waitMs) })
      .where(eq(subscriptions.id, id));
    return row;
  });
}

function wishOf(
  { clock }: Pick<OrderContext, 'clock'>,
  { state, isPausing, periodEndsAt, anchorPeriod }: SubscriptionRow,
  nextNumber: number,
): SubscriptionWish {
  switch (state) {
    case 'ended':
      return { kind: 'end' };
    case 'ending':
      return { kind: 'stop' };
    case 'paused':
      return { kind: 'pause' };
    default: {
      if (isPausing) return { kind: 'pause' };
      // Without a resumption, the provider is about to charge the next period itself.
      const isResumed = anchorPeriod === nextNumber;
      const isOver = periodEndsAt !== null && periodEndsAt <= clock.now();
      return { kind: 'continue', startsNow: isResumed && isOver };
    }
  }
}

/** Tells the providers what the next periods cost, if a tax rate or the price has changed. */
export function sendPrices(appContext: OrderContext): Promise<void> {
  const isActive = eq(subscriptions.state, 'active');
  return forEachAtProvider(appContext, isActive, async (row) => {
    await sendPrice(appContext, row);
  });
}

/** Returns false if the provider refuses the price and the subscription therefore continues by link. */
async function sendPrice(appContext: OrderContext, row: SubscriptionRow): Promise<boolean> {
  const { id, providerId, providerAmount, periodEndsAt, interval, paymentMethod } = row;
  const provider = await openProvider(appContext.settings, paymentMethod);
  if (!provider?.subscriptions || providerId === null || periodEndsAt === null) return true;
  const period = periodOfPrice(appContext, provider.subscriptions, { periodEndsAt, interval });
  if (!period) return true;
  const number = (await nextPeriodNumber(appContext.db, id)) + period.ahead;
  // A resumption anchors the period that it begins.
  const startsAt = row.anchorPeriod === number ? appContext.clock.now() : period.startsAt;
  const { view } = quotePeriod(appContext, row, number, startsAt);
  const { total: amount, currency } = view;
  if (amount === providerAmount) return true;
  try {
    if (!takesAmount(paymentMethod, amount, currency)) {
      throw new PriceRefusedError('The provider does not take this amount');
    }
    // A price may return within the day for which Stripe repeats its answer to a key.
    const key = `${id} price ${number} ${amount} ${row.updatedAt.getTime()}`;
    await provider.subscriptions.changePrice(providerId, { amount, currency, interval }, key);
  } catch (error) {
    if (!(error instanceof PriceRefusedError)) throw error;
    // The provider must not charge the old price, which the team would have to refund each time.
    await provider.subscriptions.apply(providerId, { kind: 'end' }, `${id} price ${number} end`);
    await continueByLink(appContext, id, providerId);
    return false;
  }
  await change(appContext, TRACE, (tx) =>
    tx
      .update(subscriptions)
      .set({ providerAmount: amount, updatedAt: appContext.clock.now() })
      .where(eq(subscriptions.id, id)),
  );
  return true;
}

/**
 * Returns the period whose price the provider must know now, and how many periods are before it. A provider with a notice
 * keeps the old price for earlier periods. Nothing is sent while a period begins near the end of the notice, because the
 * provider may count its days otherwise.
 */
function periodOfPrice(
  { clock, settings: { supportTimezone: zone } }: Pick<OrderContext, 'clock' | 'settings'>,
  { priceNoticeDays }: Pick<SubscriptionProvider, 'priceNoticeDays'>,
  { periodEndsAt, interval }: { readonly periodEndsAt: Date } & Pick<SubscriptionRow, 'interval'>,
): { readonly ahead: number; readonly startsAt: Date } | undefined {
  const inDays = (days: number) => daysFrom(zone, clock.now(), days);
  if (priceNoticeDays === 0) {
    const isSoon = periodEndsAt <= inDays(PRICE_BEFORE_DAYS);
    return isSoon ? { ahead: 0, startsAt: periodEndsAt } : undefined;
  }
  const day = dayOf(zone, periodEndsAt);
  let ahead = 0;
  let startsAt = periodEndsAt;
  while (startsAt <= inDays(priceNoticeDays - 1)) {
    ahead += 1;
    ({ startsAt } = periodAt(zone, day, interval, ahead));
  }
  return startsAt > inDays(priceNoticeDays + 1) ? { ahead, startsAt } : undefined;
}

/** Asks about subscriptions whose period is over although nothing was heard, in case an event was lost. */
export function checkSubscriptions(appContext: OrderContext): Promise<void> {
  const before = new Date(appContext.clock.now().getTime() - OVERDUE_MS);
  const isOverdue = and(
    inArray(subscriptions.state, ['active', 'past due']),
    lte(subscriptions.periodEndsAt, before),
  );
  return forEachAtProvider(appContext, isOverdue, (row) => checkOne(appContext, row));
}

/**
 * Goes through all subscriptions of providers that meet the condition. A provider that does not answer is left until the
 * next run, because waiting for it once for each subscription would take hours.
 */
async function forEachAtProvider(
  appContext: OrderContext,
  condition: SQL | undefined,
  work: (row: SubscriptionRow) => Promise<void>,
): Promise<void> {
  const failuresInARow = new Map<string, number>();
  let last = 0;
  let rows: SubscriptionRow[];
  do {
    // oxlint-disable-next-line no-await-in-loop -- each page begins after the one before
    rows = await appContext.db
      .select()
      .from(subscriptions)
      .where(and(condition, isNotNull(subscriptions.providerId), gt(subscriptions.number, last)))
      .orderBy(asc(subscriptions.number))
      .limit(PAGE);
    for (const row of rows) {
      const { id, number, paymentMethod } = row;
      last = number;
      const failures = failuresInARow.get(paymentMethod) ?? 0;
      if (failures >= MAX_FAILURES_IN_A_ROW) continue;
      // oxlint-disable-next-line no-await-in-loop -- one after the other, so that no provider is overrun
      const isAnswered = await withLog(appContext, id, () => work(row));
      failuresInARow.set(paymentMethod, isAnswered ? 0 : failures + 1);
    }
  } while (rows.length === PAGE);
}

async function checkOne(
  appContext: OrderContext,
  { providerId, paymentMethod }: SubscriptionRow,
): Promise<void> {
  const provider = await openProvider(appContext.settings, paymentMethod);
  if (!provider?.subscriptions || providerId === null || paymentMethod === 'link') return;
  for (const news of await lookAtSubscription(appContext, provider, { reference: providerId })) {
    // oxlint-disable-next-line no-await-in-loop -- the payment comes before the state
    await change(appContext, TRACE, (tx, after) =>
      news.kind === 'period paid'
        ? bookPeriod(tx, after, appContext, paymentMethod, news)
        : bookSubscriptionStatus(tx, after, appContext, paymentMethod, news),
    );
  }
}

/** Logs an error of the work, and returns whether the provider answered. */
async function withLog(
  appContext: OrderContext,
  subscriptionId: string,
  work: () => Promise<void>,
): Promise<boolean> {
  try {
    await work();
    return true;
  } catch (error) {
    const isAway = error instanceof ProviderAwayError;
    appContext.log[isAway ? 'warn' : 'error'](
      { err: error, subscriptionId },
      'Could not ask the provider about a subscription',
    );
    return !isAway;
  }
}
