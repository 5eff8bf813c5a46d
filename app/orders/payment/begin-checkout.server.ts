import { randomUUID } from 'node:crypto';
import { and, desc, eq, gt, isNotNull } from 'drizzle-orm';
import { RefusedError } from '../../platform/errors.ts';
import { change } from '../../platform/change/change.server.ts';
import { readOffer } from '../offer/read-offer.server.ts';
import type { OrderHost } from '../order-host.server.ts';
import { asBuyer } from '../order/as-actor.server.ts';
import type { OrderRow } from '../order/change-state.server.ts';
import { titleOf } from '../order/order-view.ts';
import { requireStep } from '../order/change-state.server.ts';
import { sayNumber } from '../order/transitions.ts';
import { checkouts } from '../tables.server.ts';
import { openProvider } from './open-provider.server.ts';
import { ProviderAwayError, ProviderRefusedError, type PaymentProvider } from './provider.ts';
import { cannotPay } from './steps.ts';
import type { Way } from './ways.ts';

const MINUTE_MS = 60_000;

/** A page that would end while somebody types their card number is not given out again. */
const STILL_GOOD_MS = 10 * MINUTE_MS;

const AWAY =
  'The payment service cannot be reached at the moment. Nothing was charged. Please try again in a few minutes.';
const REFUSED =
  'The payment service did not take this order. Nothing was charged. Please write to us in the chat.';

/**
 * The address of the provider's page on which the buyer pays this order. Pressed twice it is one page: no
 * money moves before the provider tells that it did. Throws {@link RefusedError}: 404, 409 for an order that
 * waits for no payment, 400 for a way that there is not, 503 when the provider is away.
 */
export async function beginCheckout(host: OrderHost, secret: string, way: Way): Promise<string> {
  const provider = await openProvider(host.settings, way);
  if (!provider) throw new RefusedError(400, 'This way of paying is not offered here.');
  const { order, open } = await asBuyer(host, secret, async ({ tx, order }) => {
    requireStep(order, 'pay', 'provider');
    const refusal = cannotPay(way, order.amount - order.creditAmount, order.currency);
    if (refusal !== undefined) throw new RefusedError(400, refusal);
    const [known] = await tx
      .select()
      .from(checkouts)
      .where(
        and(
          eq(checkouts.orderId, order.id),
          eq(checkouts.way, way),
          isNotNull(checkouts.url),
          gt(checkouts.expiresAt, new Date(host.clock.now().getTime() + STILL_GOOD_MS)),
        ),
      )
      .orderBy(desc(checkouts.createdAt))
      .limit(1);
    if (known?.url) return { order, open: { ...known, url: known.url } };
    const id = randomUUID();
    // Before the provider is asked: what it tells may be here before its answer is.
    await tx.insert(checkouts).values({
      id,
      orderId: order.id,
      way,
      amount: order.amount - order.creditAmount,
      currency: order.currency,
      createdAt: host.clock.now(),
    });
    return { order, open: { id, url: null } };
  });
  return open.url ?? openPage(host, provider, order, open.id, secret);
}

async function openPage(
  host: OrderHost,
  provider: PaymentProvider,
  order: OrderRow,
  checkoutId: string,
  secret: string,
): Promise<string> {
  const { lines } = await readOffer(host.db, order.offerId);
  const page = await provider
    .open({
      checkoutId,
      order: sayNumber(order.number),
      title: titleOf(lines),
      amount: order.amount - order.creditAmount,
      currency: order.currency,
      returnUrl: `${host.settings.origin}/order/${secret}`,
    })
    .catch((error: unknown) => {
      host.log.warn({ err: error, way: provider.way }, 'A payment could not be begun');
      if (error instanceof ProviderAwayError) throw new RefusedError(503, AWAY);
      if (error instanceof ProviderRefusedError) throw new RefusedError(502, REFUSED);
      throw error;
    });
  await change(host, undefined, (tx) =>
    tx
      .update(checkouts)
      .set({ reference: page.reference, url: page.url, expiresAt: page.expiresAt })
      .where(eq(checkouts.id, checkoutId)),
  );
  return page.url;
}
