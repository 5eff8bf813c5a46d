import * as v from 'valibot';
import { NO_SUCH_OFFER, answerOffer } from '../../orders/server/offer/answer-offer.server.ts';
import { RefusedError } from '../../platform/errors.ts';
import { visitor } from '../../http/calls.server.ts';
import { isUuid } from '../../platform/fields.ts';

const LIMIT = { name: 'offer-answer', burst: 20, perMinute: 20 };

const body = v.object({ answer: v.picklist(['accepted', 'declined']) });

export const action = visitor.write(
  body,
  async ({ answer }, { host, who, id, params }) => {
    const offerId = params.offer ?? '';
    if (!isUuid(offerId)) throw new RefusedError(404, NO_SUCH_OFFER);
    return answerOffer(host, who, id, offerId, answer);
  },
  LIMIT,
);
