import { hostContext } from '../../host.ts';
import { takeWebhook } from '../../orders/payment/take-webhook.server.ts';
import { RefusedError } from '../../platform/errors.ts';
import type { RouteArgs } from '../../host.ts';
import { answer, json } from './answer.server.ts';

/** What payment services tell. Believed by its signature alone; asked for by nobody else. */
export const action = ({ context, request }: RouteArgs) =>
  answer(async () => {
    const { pathname } = new URL(request.url);
    const way = (['stripe', 'paypal'] as const).find((one) => pathname === `/webhooks/${one}`);
    if (!way) throw new RefusedError(404, 'There is nothing here.');
    const body = await request.text();
    await takeWebhook(context.get(hostContext), way, body, request.headers);
    return json({ received: true });
  });

/** Somebody who looks gets no page. */
export const loader = () => new Response('Not found', { status: 404 });
