import * as v from 'valibot';
import { requestLink } from '../../conversation/mail/request-link.server.ts';
import { requestContext } from '../../host.ts';
import { addressBlock } from '../../platform/rate-limit.ts';
import { visitor } from './calls.server.ts';

/** Mails go to an address that nobody has confirmed: few from one place, whatever it calls itself. */
const LINK_LIMIT = { name: 'chat-link', burst: 4, perMinute: 0.1 };

/** Mails a link with which the conversation goes on in another browser. */
export const action = visitor.write(v.object({}), async (_, { host, who, id, context }) => {
  const { id: requestId, address } = context.get(requestContext);
  await host.limits.take(LINK_LIMIT, addressBlock(address));
  await requestLink(host, { member: undefined, requestId }, who, id);
});
