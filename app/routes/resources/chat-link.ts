import * as v from 'valibot';
import { requestLink } from '../../conversation/mail/request-link.server.ts';
import { hostContext, requestContext } from '../../host.ts';
import { addressBlock } from '../../platform/rate-limit.ts';
import { answer, json, readJson } from './answer.server.ts';
import { requireVisitor } from './visitor.server.ts';
import type { Route } from './+types/chat-link.ts';

/** Mails go to an address that nobody has confirmed: few from one place, whatever it calls itself. */
const LINK_LIMIT = { name: 'chat-link', burst: 4, perMinute: 0.1 };

/** Mails a link with which the conversation goes on in another browser. */
export async function action({ context, params, request }: Route.ActionArgs) {
  const host = context.get(hostContext);
  return answer(async () => {
    const viewer = await requireVisitor(context, request, params.id);
    await host.limits.take(LINK_LIMIT, addressBlock(context.get(requestContext).address));
    await readJson(request, v.object({}));
    const trace = { member: undefined, requestId: context.get(requestContext).id };
    await requestLink(host, trace, viewer, params.id);
    return json({ ok: true });
  });
}
