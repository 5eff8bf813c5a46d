import type { OrderContext } from '../order-context.server.ts';
import { isOurs } from '../payment/book-payment.server.ts';
import {
  ProviderForgotError,
  type PaymentProvider,
  type ProviderNews,
  type SubscriptionStatus,
} from '../payment/provider.ts';

type SubscriptionNews = Extract<ProviderNews, { kind: 'invoice' | 'subscription' }>;

/**
 * Completes an event about a subscription with its present state, because events arrive late, twice and out of order.
 * Events of other shops in the same account cause no request.
 */
export async function askAboutSubscription(
  appContext: OrderContext,
  { subscriptions }: Pick<PaymentProvider, 'subscriptions'>,
  told: SubscriptionNews,
): Promise<readonly ProviderNews[]> {
  if (!subscriptions || !isOurs(appContext, { site: told.site })) return [];
  if (told.kind === 'invoice') {
    const paid = await subscriptions.readInvoice(told.invoice);
    return paid ? [paid] : [];
  }
  const looked = await subscriptions.look(told.reference).catch(ifForgotten(told));
  return looked.map((news) =>
    news.kind === 'subscription status' && told.isConfirmationNeeded && news.state !== 'active'
      ? { ...news, isConfirmationNeeded: true }
      : news,
  );
}

/** A subscription that the provider has deleted has ended. */
function ifForgotten({
  reference,
  subscription,
  site,
}: Extract<SubscriptionNews, { kind: 'subscription' }>) {
  return (error: unknown): readonly SubscriptionStatus[] => {
    if (!(error instanceof ProviderForgotError)) throw error;
    return [
      {
        kind: 'subscription status',
        reference,
        subscription,
        site,
        state: 'ended',
        paymentUrl: null,
        isConfirmationNeeded: false,
      },
    ];
  };
}
