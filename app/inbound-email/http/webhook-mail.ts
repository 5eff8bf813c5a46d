import { hostContext, requestContext } from '../../host.ts';
import { takePostedMail } from '../server/webhook/take-posted-mail.server.ts';
import { addressBlock } from '../../platform/rate-limit.ts';
import type { RouteArgs } from '../../host.ts';
import { answer, json } from '../../http/answer.server.ts';

/** The limit also applies to attempts to guess the secret. */
const LIMIT = { name: 'mail-webhook', burst: 240, perMinute: 240 };

/** The secret is the only authentication of the provider. */
export const action = ({ context, request }: RouteArgs) =>
  answer(async () => {
    const host = context.get(hostContext);
    await host.limits.take(LIMIT, addressBlock(context.get(requestContext).address));
    const outcome = await takePostedMail(host, request.headers, () => request.arrayBuffer());
    return json({ outcome });
  });

export const loader = () => new Response('Not found', { status: 404 });
