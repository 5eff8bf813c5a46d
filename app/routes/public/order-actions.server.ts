import * as v from 'valibot';
import { acceptDelivery, requestRevision } from '../../orders/delivery/answer-delivery.server.ts';
import { answersIn, BRIEF_FIELDS } from '../../orders/order/brief-fields.ts';
import { asBuyer } from '../../orders/order/as-actor.server.ts';
import { cancelOrder } from '../../orders/order/cancel-order.server.ts';
import { completeBrief } from '../../orders/order/complete-brief.server.ts';
import { beginCheckout } from '../../orders/payment/begin-checkout.server.ts';
import { WAYS } from '../../orders/payment/ways.ts';
import { requestRefund } from '../../orders/refund/request-refund.server.ts';
import { reviewPurchase } from '../../orders/review/review-purchase.server.ts';
import { MESSAGE_MAX_LENGTH } from '../../orders/rules.ts';
import { field, text } from '../../platform/fields.ts';
import { NAME_MAX_LENGTH, REVIEW_MAX_LENGTH } from '../../reviews/rules.ts';
import { formAction } from '../desk/form-action.server.ts';
import { anybody } from '../desk/form-door.server.ts';

const LIMIT = { name: 'order', burst: 40, perMinute: 20 };

const form = v.variant('intent', [
  v.object({ intent: v.picklist(['accept', 'cancel']) }),
  v.object({ intent: v.literal('pay'), way: v.picklist(WAYS) }),
  v.looseObject({ intent: v.literal('brief'), ...BRIEF_FIELDS }),
  v.object({
    intent: v.literal('review'),
    path: text(200),
    rating: v.pipe(v.picklist(['0', '1', '2', '3', '4', '5']), v.transform(Number)),
    name: text(NAME_MAX_LENGTH),
    text: text(REVIEW_MAX_LENGTH),
  }),
  v.object({ intent: v.literal('revise'), wish: text(MESSAGE_MAX_LENGTH) }),
  v.object({
    intent: v.literal('refund'),
    ground: field(40),
    explanation: text(MESSAGE_MAX_LENGTH),
  }),
]);

/** What came of it; `href` is where the buyer pays, on another site. */
const said = (message: string, href?: string) => ({ message, href });

/** What the buyer does on the page of an order. */
export const action = formAction(
  form,
  { admit: anybody, limit: LIMIT },
  async (sent, { host, params: { secret = '' } }) => {
    switch (sent.intent) {
      case 'brief':
        await completeBrief(host, secret, answersIn(sent));
        return said('Thank you. Work begins.');
      case 'pay':
        // No redirect: the policy lets forms of ours lead to no other site.
        return said('', await beginCheckout(host, secret, sent.way));
      case 'review':
        await reviewPurchase(host, secret, sent);
        return said('Thank you. Your review stands on the page of the service.');
      case 'revise':
        await requestRevision(host, secret, sent.wish);
        return said('Your request is with the team.');
      case 'refund':
        await requestRefund(host, secret, sent);
        return said('Your refund request is with the team. We answer within five business days.');
      case 'accept':
        await acceptDelivery(host, secret);
        return said('Thank you. The order is completed.');
      default:
        await asBuyer(host, secret, (turn) => cancelOrder(turn));
        return said('The order is cancelled.');
    }
  },
);
