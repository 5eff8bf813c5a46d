import * as v from 'valibot';
import { requestLink } from '../server/email/request-link.server.ts';
import { requestContext } from '../../host.ts';
import { addressBlock } from '../../platform/rate-limit.ts';
import { visitor } from '../../http/calls.server.ts';

/** The email goes to an unverified address, so each network may request only a few. */
const LINK_LIMIT = { name: 'chat-link', burst: 4, perMinute: 0.1 };

/** The link continues the conversation in another browser. */
export const action = visitor.write(v.object({}), async (_, { host, who, id, context }) => {
  const { id: requestId, address } = context.get(requestContext);
  await host.limits.take(LINK_LIMIT, addressBlock(address));
  await requestLink(host, { member: undefined, requestId }, who, id);
});
