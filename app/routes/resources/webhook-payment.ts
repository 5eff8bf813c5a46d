import { hostContext, requestContext } from '../../host.ts';
import { takeWebhook } from '../../orders/payment/take-webhook.server.ts';
import { PROVIDER_WAYS, webhookPathOf } from '../../orders/payment/ways.ts';
import { RefusedError } from '../../platform/errors.ts';
import { addressBlock } from '../../platform/rate-limit.ts';
import type { RouteArgs } from '../../host.ts';
import { answer, json } from './answer.server.ts';

/** A provider that is refused comes again; its events come from few addresses. */
const LIMIT = { name: 'payment-webhook', burst: 240, perMinute: 240 };

/** What payment services tell. Believed by its signature alone; asked for by nobody else. */
export const action = ({ context, request }: RouteArgs) =>
  answer(async () => {
    const host = context.get(hostContext);
    const { pathname } = new URL(request.url);
    const way = PROVIDER_WAYS.find((one) => pathname === webhookPathOf(one));
    if (!way) throw new RefusedError(404, 'There is nothing here.');
    // Whether PayPal signed it PayPal is asked: nobody makes us ask without end.
    await host.limits.take(LIMIT, addressBlock(context.get(requestContext).address));
    const body = await request.text();
    await takeWebhook(host, way, body, request.headers);
    return json({ received: true });
  });

/** Somebody who looks gets no page. */
export const loader = () => new Response('Not found', { status: 404 });
