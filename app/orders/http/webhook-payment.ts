import { hostContext, requestContext } from '../../host.ts';
import { takeWebhook } from '../server/payment/take-webhook.server.ts';
import { PROVIDER_WAYS, webhookPathOf } from '../protocol/ways.ts';
import { RefusedError } from '../../platform/errors.ts';
import { addressBlock } from '../../platform/rate-limit.ts';
import type { RouteArgs } from '../../host.ts';
import { answer, json } from '../../http/answer.server.ts';

/** Providers retry rejected events, and their events come from few addresses. */
const LIMIT = { name: 'payment-webhook', burst: 240, perMinute: 240 };

/** The signature is the only authentication of the payment service. */
export const action = ({ context, request }: RouteArgs) =>
  answer(async () => {
    const host = context.get(hostContext);
    const { pathname } = new URL(request.url);
    const way = PROVIDER_WAYS.find((one) => pathname === webhookPathOf(one));
    if (!way) throw new RefusedError(404, 'There is nothing here.');
    // Verifying a PayPal signature sends a request to PayPal, so the rate limit comes first.
    await host.limits.take(LIMIT, addressBlock(context.get(requestContext).address));
    const body = await request.text();
    await takeWebhook(host, way, body, request.headers);
    return json({ received: true });
  });

export const loader = () => new Response('Not found', { status: 404 });
