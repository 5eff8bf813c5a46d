import { and, eq, inArray } from 'drizzle-orm';
import type { PaymentProviderName } from '../../protocol/payment-methods.ts';
import type { OrderContext } from '../order-context.server.ts';
import { isOurs } from '../payment/book-payment.server.ts';
import {
  ProviderForgotError,
  type PaymentProvider,
  type PeriodPaid,
  type ProviderNews,
  type SubscriptionCharge,
  type SubscriptionStatus,
} from '../payment/provider.ts';
import { payments } from '../tables.server.ts';
import { findSubscription } from './book-period.server.ts';

type SubscriptionNews = Extract<ProviderNews, { kind: 'invoice' | 'subscription' }>;

/**
 * Completes an event about a subscription with its present state, because events arrive late, twice and out of order.
 * Events of other shops in the same account cause no request, unless the event does not say whose it is. Subscriptions that
 * began before the shop's domain changed are marked with the earlier one.
 */
export async function askAboutSubscription(
  appContext: OrderContext,
  provider: PaymentProvider,
  paymentMethod: PaymentProviderName,
  told: SubscriptionNews,
): Promise<readonly ProviderNews[]> {
  const { subscriptions } = provider;
  const isAsked =
    told.isUnmarked === true ||
    isOurs(appContext, { site: told.site }) ||
    (await isKnown(appContext, paymentMethod, told));
  if (!subscriptions || !isAsked) return [];
  if (told.kind === 'invoice') {
    const paid = await subscriptions.readInvoice?.(told.invoice);
    return paid ? [paid] : [];
  }
  const { reference, charge } = told;
  const looked = await lookAtSubscription(appContext, provider, { reference, charge }).catch(
    ifForgotten(told),
  );
  return looked.map((news) =>
    news.kind === 'subscription status' && told.isConfirmationNeeded && news.state !== 'active'
      ? { ...news, isConfirmationNeeded: true }
      : news,
  );
}

async function isKnown(
  { db }: Pick<OrderContext, 'db'>,
  paymentMethod: PaymentProviderName,
  { reference }: SubscriptionNews,
): Promise<boolean> {
  if (reference === undefined) return false;
  return (await findSubscription(db, paymentMethod, { reference })) !== undefined;
}

/** Returns the state of a subscription after its payments that are not in the books yet. */
export async function lookAtSubscription(
  { db }: Pick<OrderContext, 'db'>,
  provider: PaymentProvider,
  {
    reference,
    charge,
  }: { readonly reference: string; readonly charge?: SubscriptionCharge | undefined },
): Promise<readonly (SubscriptionStatus | PeriodPaid)[]> {
  const looked = (await provider.subscriptions?.look(reference, charge)) ?? [];
  const told = looked.flatMap((news) => (news.kind === 'period paid' ? [news.payment] : []));
  if (told.length === 0) return looked;
  const known = await db
    .select({ reference: payments.reference })
    .from(payments)
    .where(and(eq(payments.way, provider.way), inArray(payments.reference, told)));
  return looked.filter(
    (news) => news.kind !== 'period paid' || !known.some((row) => row.reference === news.payment),
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
