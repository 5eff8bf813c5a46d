import { desc, eq } from 'drizzle-orm';
import type { Database } from '../../../platform/db/database.server.ts';
import type { PaymentProviderName } from '../../protocol/payment-methods.ts';
import { findProviderPayment } from '../refund/book-refund.server.ts';
import { findSubscription } from '../subscription/book-period.server.ts';
import { subscriptionPeriods } from '../subscription/tables.server.ts';
import type { ProviderNews } from './provider.ts';
import { findPage } from './settle-page.server.ts';

/**
 * Finds the order that an event is about, after the event was booked. `undefined` for an event of another shop and for
 * a payment that is held without an order.
 */
export async function findOrderOfNews(
  tx: Database,
  paymentMethod: PaymentProviderName,
  told: readonly ProviderNews[],
): Promise<string | undefined> {
  for (const news of told) {
    // oxlint-disable-next-line no-await-in-loop -- one transaction does one thing at a time
    const orderId = await findOrder(tx, paymentMethod, news);
    if (orderId) return orderId;
  }
  return undefined;
}

async function findOrder(
  tx: Database,
  paymentMethod: PaymentProviderName,
  news: ProviderNews,
): Promise<string | undefined> {
  const ofPage = async (checkout: string) =>
    (await findPage(tx, paymentMethod, checkout))?.orderId ?? undefined;
  const ofPayment = async (reference: string | undefined) =>
    reference === undefined
      ? undefined
      : ((await findProviderPayment(tx, paymentMethod, reference))?.payment.orderId ?? undefined);
  switch (news.kind) {
    case 'approved':
      return ofPage(news.checkout);
    case 'paid':
    case 'page':
      return (await ofPage(news.checkout)) ?? ofPayment(news.payment);
    case 'refund':
      return ofPayment(news.refund.payment);
    case 'dispute':
      return ofPayment(news.dispute.payment);
    case 'refunded':
    case 'reversed':
      return ofPayment(news.payment);
    case 'period paid':
      return (await ofPayment(news.payment)) ?? findOrderOfSubscription(tx, paymentMethod, news);
    case 'subscription':
      return (
        (await ofPayment(news.charge?.payment)) ?? findOrderOfSubscription(tx, paymentMethod, news)
      );
    case 'invoice':
    case 'subscription status':
      return findOrderOfSubscription(tx, paymentMethod, news);
    default:
      return undefined;
  }
}

/** The order of the newest period. All orders of a subscription have the same buyer. */
async function findOrderOfSubscription(
  tx: Database,
  paymentMethod: PaymentProviderName,
  mark: { readonly reference?: string | undefined; readonly subscription?: string | undefined },
): Promise<string | undefined> {
  const found = await findSubscription(tx, paymentMethod, {
    ...mark,
    reference: mark.reference ?? '',
  });
  if (!found) return undefined;
  const [period] = await tx
    .select({ orderId: subscriptionPeriods.orderId })
    .from(subscriptionPeriods)
    .where(eq(subscriptionPeriods.subscriptionId, found.id))
    .orderBy(desc(subscriptionPeriods.number))
    .limit(1);
  return period?.orderId;
}
