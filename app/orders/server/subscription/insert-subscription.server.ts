import { randomUUID } from 'node:crypto';
import { hashSecret } from '../../../platform/secrets.server.ts';
import type { After } from '../../../platform/change/change.server.ts';
import type { Database } from '../../../platform/db/database.server.ts';
import type { Period } from '../../pricing/direct-order.ts';
import type { OrderContext } from '../order-context.server.ts';
import type { OrderRow } from '../tables.server.ts';
import { subscriptionChanged, takeSubscriptionNumber } from './change-subscription.server.ts';
import { secretOfSubscription } from './subscription-access.server.ts';
import {
  subscriptionEvents,
  subscriptionPeriods,
  subscriptions,
  type SubscriptionTerms,
} from './tables.server.ts';

/** Inserts a subscription whose first period is the new order. It starts with the payment of that order. */
export async function insertSubscription(
  tx: Database,
  after: After,
  { clock }: Pick<OrderContext, 'clock'>,
  order: OrderRow,
  interval: Period,
  terms: SubscriptionTerms,
): Promise<void> {
  const number = await takeSubscriptionNumber(tx);
  const id = randomUUID();
  const now = clock.now();
  await tx.insert(subscriptions).values({
    id,
    number,
    conversationId: order.conversationId,
    buyerEmail: order.buyerEmail,
    companyId: order.companyId,
    secretHash: hashSecret(await secretOfSubscription(tx, id)),
    state: 'awaiting payment',
    lastEvent: 1,
    interval,
    serviceId: terms.service.id,
    terms,
    currency: order.currency,
    amount: order.amount,
    buyerCountry: order.buyerCountry,
    taxNumber: order.taxNumber,
    createdAt: now,
    updatedAt: now,
  });
  await tx
    .insert(subscriptionPeriods)
    .values({ subscriptionId: id, number: 1, state: 'awaiting payment', orderId: order.id });
  await tx.insert(subscriptionEvents).values({
    subscriptionId: id,
    number: 1,
    transition: 'place',
    toState: 'awaiting payment',
    actor: 'buyer',
    at: now,
  });
  after.happened(subscriptionChanged({ number, state: 'awaiting payment' }, 1, 'place'));
}
