import * as v from 'valibot';
import { requestContext } from '../../host.ts';
import { NO_SUCH_OFFER } from '../../orders/server/offer/answer-offer.server.ts';
import { withdrawOffer } from '../../orders/server/offer/withdraw-offer.server.ts';
import { RefusedError } from '../../platform/errors.ts';
import { team } from '../../http/calls.server.ts';
import { isUuid } from '../../platform/fields.ts';

export const action = team.write(v.object({}), async (_, { host, who, id, params, context }) => {
  const offerId = params.offer ?? '';
  if (!isUuid(offerId)) throw new RefusedError(404, NO_SUCH_OFFER);
  const trace = { member: who, requestId: context.get(requestContext).id };
  await withdrawOffer(host, trace, who, id, offerId);
});
