import { and, eq } from 'drizzle-orm';
import type { PaymentMethod } from '../../protocol/payment-methods.ts';
import type { OrderContext } from '../order-context.server.ts';
import type { PaymentProvider, RecurringTerms } from '../payment/provider.ts';
import { takesAmount } from '../payment/accepted-amounts.ts';
import { datesOfFirst } from './open-period.server.ts';
import { quotePeriod } from './quote-period.server.ts';
import { subscriptionPeriods, subscriptions } from './tables.server.ts';

/**
 * Returns what a provider charges for later periods, if the order begins a subscription. A subscription whose later
 * periods cost nothing, or an amount that the provider does not take, is paid by link after its first period. Dates count
 * from the beginning of the page, because a provider refuses a repeated request with any difference.
 */
export async function readRecurring(
  appContext: OrderContext,
  { subscriptions: isRecurring }: Pick<PaymentProvider, 'subscriptions'>,
  paymentMethod: PaymentMethod,
  { orderId, createdAt }: { readonly orderId: string; readonly createdAt: Date },
): Promise<{ readonly recurring?: RecurringTerms }> {
  if (!isRecurring) return {};
  const [row] = await appContext.db
    .select({ subscription: subscriptions })
    .from(subscriptionPeriods)
    .innerJoin(subscriptions, eq(subscriptions.id, subscriptionPeriods.subscriptionId))
    .where(
      and(eq(subscriptionPeriods.orderId, orderId), eq(subscriptions.state, 'awaiting payment')),
    );
  if (!row) return {};
  const { subscription } = row;
  const { endsAt } = datesOfFirst(appContext.settings, subscription.interval, createdAt);
  const { view } = quotePeriod(appContext, subscription, 2, endsAt);
  if (view.total === 0 || !takesAmount(paymentMethod, view.total, view.currency)) return {};
  const { id, interval } = subscription;
  return { recurring: { subscription: id, interval, amount: view.total, nextStartsAt: endsAt } };
}
