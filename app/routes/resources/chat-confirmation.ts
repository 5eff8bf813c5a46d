import * as v from 'valibot';
import { askConfirmation } from '../../conversation/confirmation/ask-confirmation.server.ts';
import { requestContext } from '../../host.ts';
import { addressBlock } from '../../platform/rate-limit.ts';
import { visitor } from './calls.server.ts';

/** Mails go to an address that nobody has confirmed: few from one place, whatever it calls itself. */
const BY_NETWORK = { name: 'confirmation', burst: 4, perMinute: 0.1 };

/** Mails a link and a code with which this browser confirms the address of the chat. */
export const action = visitor.write(v.object({}), async (_, { host, who, id, context }) => {
  await host.limits.take(BY_NETWORK, addressBlock(context.get(requestContext).address));
  await askConfirmation(host, who, id);
});
