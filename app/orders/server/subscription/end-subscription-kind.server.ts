import { and, eq, isNotNull, ne, or } from 'drizzle-orm';
import * as v from 'valibot';
import type { After } from '../../../platform/change/change.server.ts';
import type { JobKind } from '../../../platform/change/kind.ts';
import type { Database } from '../../../platform/db/database.server.ts';
import type { PaymentProviderName } from '../../protocol/payment-methods.ts';
import type { OrderContext } from '../order-context.server.ts';
import { openProvider, PAYMENT_PROVIDERS } from '../payment/payment-providers.ts';
import { subscriptions } from './tables.server.ts';

const END_SUBSCRIPTION_KIND = 'end-subscription';
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const RETRY_AFTER_MS = [MINUTE_MS, 10 * MINUTE_MS, HOUR_MS, 6 * HOUR_MS, DAY_MS, DAY_MS];

const payload = v.object({
  paymentMethod: v.picklist(PAYMENT_PROVIDERS),
  reference: v.string(),
});

/** Ends a subscription of a provider that charges for nothing here. */
export function endAtProvider(
  after: Pick<After, 'deliver'>,
  paymentMethod: PaymentProviderName,
  reference: string,
): void {
  after.deliver(END_SUBSCRIPTION_KIND, {
    key: `${paymentMethod} ${reference}`,
    lane: paymentMethod,
    payload: { paymentMethod, reference },
  });
}

/** Ends all subscriptions at their providers, also those whose end a provider has not confirmed yet. */
export async function endSubscriptions(tx: Database, after: Pick<After, 'deliver'>): Promise<void> {
  const running = await tx
    .select({ paymentMethod: subscriptions.paymentMethod, reference: subscriptions.providerId })
    .from(subscriptions)
    .where(or(ne(subscriptions.state, 'ended'), isNotNull(subscriptions.sendAt)));
  for (const { paymentMethod, reference } of running) {
    if (paymentMethod === 'link' || reference === null) continue;
    endAtProvider(after, paymentMethod, reference);
  }
}

/**
 * Creates the job kind of {@link endAtProvider}. Ending it again changes nothing. A subscription whose payment arrived
 * meanwhile, and began ours, goes on.
 */
export function endSubscriptionKind({
  db,
  settings,
}: Pick<OrderContext, 'db' | 'settings'>): JobKind {
  return {
    name: END_SUBSCRIPTION_KIND,
    retryAfterMs: RETRY_AFTER_MS,
    jitter: 0.1,
    leaseMs: 2 * MINUTE_MS,
    concurrencyGroups: 1,
    atOnce: 1,
    keepDoneMs: 0,
    keepFailedMs: 90 * DAY_MS,
    async deliver({ key, payload: stored }) {
      const { paymentMethod, reference } = v.parse(payload, stored);
      const isCharging = and(
        eq(subscriptions.paymentMethod, paymentMethod),
        eq(subscriptions.providerId, reference),
        ne(subscriptions.state, 'ended'),
      );
      if ((await db.$count(subscriptions, isCharging)) > 0) return { result: 'done' };
      const provider = await openProvider(settings, paymentMethod);
      await provider?.subscriptions?.apply(reference, { kind: 'end' }, `end ${key}`);
      return { result: 'done' };
    },
  };
}
