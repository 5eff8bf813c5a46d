import { eq } from 'drizzle-orm';
import { dayOf } from '../../../platform/weekly-hours.ts';
import { RefusedError } from '../../../platform/errors.ts';
import type { After } from '../../../platform/change/change.server.ts';
import type { Database } from '../../../platform/db/database.server.ts';
import { t } from '../../../i18n/translate.ts';
import { formatDay } from '../../protocol/offer.ts';
import { lastDayBefore } from '../../deadlines.ts';
import type { Actor } from '../access.server.ts';
import type { OrderContext } from '../order-context.server.ts';
import type { OrderRow } from '../tables.server.ts';
import { changeSubscription, type SubscriptionRow } from './change-subscription.server.ts';
import { periodAt } from './periods.server.ts';
import { subscriptionPeriods, subscriptions } from './tables.server.ts';

type PeriodRow = typeof subscriptionPeriods.$inferSelect;

/**
 * Starts or renews the subscription whose period was paid. Does nothing for other orders. The caller holds the order's
 * lock. A provider has stored its own dates with the period before; otherwise the first period begins today.
 */
export async function settlePeriod(
  tx: Database,
  after: After,
  appContext: OrderContext,
  order: OrderRow,
  actor: Actor,
): Promise<void> {
  const found = await findPeriod(tx, order.id);
  if (!found || found.period.state !== 'awaiting payment') return;
  const { period, subscription } = found;
  const now = appContext.clock.now();
  const { supportTimezone } = appContext.settings;
  const today = dayOf(supportTimezone, now);
  const dates =
    period.startsAt && period.endsAt
      ? { startsAt: period.startsAt, endsAt: period.endsAt }
      : periodAt(supportTimezone, today, subscription.interval, 0);
  await tx
    .update(subscriptionPeriods)
    .set({ state: 'paid', ...dates })
    .where(eq(subscriptionPeriods.id, period.id));
  if (subscription.state === 'ended') return;
  const isNewest = subscription.periodEndsAt === null || dates.endsAt > subscription.periodEndsAt;
  const set = {
    amount: order.amount,
    paymentUrl: null,
    ...(isNewest && { periodStartsAt: dates.startsAt, periodEndsAt: dates.endsAt }),
  };
  if (subscription.state === 'awaiting payment') {
    await changeSubscription(tx, after, appContext, subscription, {
      transition: 'start',
      actor,
      set: {
        ...set,
        startedAt: now,
        anchorDay: dayOf(supportTimezone, dates.startsAt),
        anchorPeriod: period.number,
      },
      says: () =>
        t('Your subscription has started. The current period ends on {day}.', {
          day: formatDay(lastDayBefore(supportTimezone, dates.endsAt)),
        }),
    });
    return;
  }
  await changeSubscription(tx, after, appContext, subscription, {
    transition: subscription.state === 'ending' ? 'renew-ending' : 'renew',
    actor,
    set,
    says: () =>
      t('Period {number} is paid. It ends on {day}.', {
        number: period.number,
        day: formatDay(lastDayBefore(supportTimezone, dates.endsAt)),
      }),
    // The order's email says that the payment has arrived.
    isMailed: false,
  });
}

/**
 * Marks the period of a cancelled order as unpaid. A subscription that has not begun ends. Throws {@link RefusedError}
 * 409 if somebody wants to cancel a later period without its subscription.
 */
export async function dropPeriod(
  tx: Database,
  after: After,
  appContext: OrderContext,
  order: OrderRow,
  actor: Actor,
): Promise<void> {
  const found = await findPeriod(tx, order.id);
  if (!found || found.period.state !== 'awaiting payment') return;
  const { period, subscription } = found;
  if (subscription.state !== 'awaiting payment' && actor.kind !== 'house') {
    throw new RefusedError(
      409,
      t('This order is a period of a subscription. Cancel the subscription instead.'),
    );
  }
  await tx
    .update(subscriptionPeriods)
    .set({ state: 'unpaid' })
    .where(eq(subscriptionPeriods.id, period.id));
  if (subscription.state !== 'awaiting payment') return;
  await changeSubscription(tx, after, appContext, subscription, {
    transition: 'end',
    actor: { kind: 'house' },
    says: () => t('Your subscription was not started, because its order was cancelled.'),
    isMailed: false,
  });
}

/** Reads the period of an order, and locks its subscription. */
async function findPeriod(
  tx: Database,
  orderId: string,
): Promise<{ period: PeriodRow; subscription: SubscriptionRow } | undefined> {
  const [of] = await tx
    .select({ id: subscriptionPeriods.subscriptionId })
    .from(subscriptionPeriods)
    .where(eq(subscriptionPeriods.orderId, orderId));
  if (!of) return undefined;
  const [subscription] = await tx
    .select()
    .from(subscriptions)
    .where(eq(subscriptions.id, of.id))
    .for('update');
  const [period] = await tx
    .select()
    .from(subscriptionPeriods)
    .where(eq(subscriptionPeriods.orderId, orderId));
  return subscription && period ? { period, subscription } : undefined;
}
