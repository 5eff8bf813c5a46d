import { eq } from 'drizzle-orm';
import { t } from '../../../i18n/translate.ts';
import { labelOfMethod } from '../payment/payment-providers.ts';
import type { OrderContext } from '../order-context.server.ts';
import {
  asSubscriptionSystem,
  cancelOpenPeriod,
  PERIOD_UNPAID,
} from './act-on-subscription.server.ts';
import { changeSubscription } from './change-subscription.server.ts';
import { datesOfPeriod, nextPeriodNumber, requestPeriodPayment } from './open-period.server.ts';
import { subscriptions } from './tables.server.ts';

/**
 * Continues a subscription by payment link, because its provider cannot charge it any more. Nobody is charged without
 * paying each period. Later reports of the provider are ignored, and its payments are held.
 */
export function continueByLink(
  appContext: OrderContext,
  id: string,
  providerId: string,
): Promise<void> {
  return asSubscriptionSystem(appContext, id, async (turn) => {
    const { tx, after, subscription, orderNumber, actor } = turn;
    const { state, paymentMethod, version } = subscription;
    if (subscription.providerId !== providerId) return;
    if (state !== 'active' && state !== 'past due') return;
    const [left] = await tx
      .update(subscriptions)
      .set({
        paymentMethod: 'link',
        providerId: null,
        providerAmount: null,
        paymentUrl: null,
        sentVersion: version,
        sendAt: null,
      })
      .where(eq(subscriptions.id, id))
      .returning();
    if (!left) throw new Error(`Subscription ${id} vanished under its lock`);
    // The provider has charged another amount for it, and the link is a new order.
    await cancelOpenPeriod(turn, PERIOD_UNPAID);
    await changeSubscription(tx, after, appContext, left, {
      transition: 'pay-by-link',
      actor,
      says: () =>
        t(
          '{provider} no longer pays this subscription automatically. We send you a payment link before each period.',
          { provider: labelOfMethod(paymentMethod) },
        ),
    });
    if (state === 'active') return;
    // The scheduled job requests the payment of an active subscription. This period has begun.
    const number = await nextPeriodNumber(tx, id);
    const dates = datesOfPeriod(appContext.settings.supportTimezone, left, number);
    await requestPeriodPayment(tx, after, appContext, left, { orderNumber, number, dates });
  });
}
