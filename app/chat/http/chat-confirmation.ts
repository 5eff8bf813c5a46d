import * as v from 'valibot';
import { askConfirmation } from '../server/email-verification/ask-confirmation.server.ts';
import { requestContext } from '../../host.ts';
import { addressBlock } from '../../platform/rate-limit.ts';
import { visitor } from '../../http/calls.server.ts';

/** The email goes to an unverified address, so each network may request only a few. */
const BY_NETWORK = { name: 'confirmation', burst: 4, perMinute: 0.1 };

export const action = visitor.write(v.object({}), async (_, { host, who, id, context }) => {
  await host.limits.take(BY_NETWORK, addressBlock(context.get(requestContext).address));
  await askConfirmation(host, who, id);
});
