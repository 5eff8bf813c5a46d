import { msg, sourceOf } from '../../i18n/sentence.ts';
import * as v from 'valibot';
import {
  SUBSCRIPTION_STATES,
  SUBSCRIPTION_TRANSITION_NAMES,
} from '../../orders/protocol/subscription-transitions.ts';
import { ORDER_STATES } from '../../orders/protocol/transitions.ts';
import { MAX_AMOUNT } from '../../orders/protocol/money.ts';
import { REASON_MAX_LENGTH } from '../../orders/rules.ts';
import { text } from '../../platform/fields.ts';
import { count, described, instant, nextCursor, paging, uuid, whole } from '../protocol/schemas.ts';

// The representation of subscriptions for programs with a key. It never contains the secret of the buyer's page.

const amount = (what: string) => count(`${what}, in the smallest unit of the currency`);
const day = (description: string) =>
  v.nullable(v.pipe(v.string(), v.regex(/^\d{4}-\d\d-\d\d$/), v.description(description)));

const subscription = {
  number: described('Number of the subscription: `S-` followed by digits'),
  title: described('Title of the service'),
  state: v.picklist(SUBSCRIPTION_STATES),
  interval: v.picklist(['week', 'month', 'quarter', 'year']),
  currency: described('Three-letter ISO 4217 currency code'),
  amount: amount('Total of the newest period'),
  lastDay: day('Last day of the newest paid period in the shop’s time zone; null before the first'),
  buyer: v.pipe(
    v.nullable(v.string()),
    v.description('Email address of the buyer; null after it was erased'),
  ),
};

export const Subscription = v.object(subscription);

export const SubscriptionList = v.object({ data: v.array(Subscription), nextCursor });

export const SubscriptionDetail = v.object({
  ...subscription,
  conversationId: v.pipe(
    v.nullable(v.string()),
    v.description('ID of the conversation with the periods; it grants no access'),
  ),
  nextAmount: v.pipe(
    v.nullable(amount('Total of the next period')),
    v.description('Total of the next period; null if there will be none'),
  ),
  plannedPrice: v.pipe(
    v.nullable(
      v.object({ amount: amount('Price of one unit'), from: described('First possible day') }),
    ),
    v.description('Announced price; null if there is none'),
  ),
  isPausing: v.pipe(v.boolean(), v.description('Whether it is paused when the paid period ends')),
  periodRequests: v.pipe(
    v.nullable(
      v.object({
        used: count('Requests that were made and not cancelled'),
        included: count('Requests that the period includes'),
        open: count('Requests that are not completed, of all periods'),
        concurrent: count('Requests that can be open at the same time'),
        label: described('Name of the requests; empty for ‘requests’'),
        refusal: v.pipe(
          v.nullable(v.string()),
          v.description('Reason why no request can be made; null if one can be made'),
        ),
      }),
    ),
    v.description('Requests of the running period; null if the service includes none'),
  ),
  requests: v.pipe(
    v.array(
      v.object({
        number: count('Number of the request in its period: 1, 2, 3 …'),
        period: count('Number of the period'),
        order: described('Number of the request’s order, available at /api/v1/orders/{number}'),
        orderState: v.picklist(ORDER_STATES),
        at: instant('Time at which the request was made'),
      }),
    ),
    v.description('The newest fifty requests, newest first'),
  ),
  may: v.pipe(
    v.array(v.picklist(SUBSCRIPTION_TRANSITION_NAMES)),
    v.description('Changes that are possible in the current state'),
  ),
  periods: v.pipe(
    v.array(
      v.object({
        number: count('Number of the period: 1, 2, 3 …'),
        state: v.picklist(['awaiting payment', 'paid', 'unpaid']),
        first: day('First day'),
        last: day('Last day'),
        order: described('Number of the period’s order, available at /api/v1/orders/{number}'),
        orderState: v.picklist(ORDER_STATES),
        amount: amount('Total of the order'),
      }),
    ),
    v.description('The newest fifty periods, newest first'),
  ),
  events: v.array(
    v.object({
      number: count('Number of the event in the subscription’s history: 1, 2, 3 … without gaps'),
      event: described('Description of the event'),
      at: instant('Time at which the event occurred'),
      by: v.string(),
      why: v.nullable(v.string()),
    }),
  ),
});

/** The answer to a change. Keys without `subscriptions:read` do not learn who the buyer is. */
export const ChangedSubscription = v.partial(SubscriptionDetail, ['buyer', 'events']);

const why = v.optional(text(REASON_MAX_LENGTH), '');

export const SubscriptionStep = v.variant('transition', [
  v.strictObject({ transition: v.picklist(['pause', 'cancel', 'end']), why }),
  v.strictObject({ transition: v.picklist(['undo-pause', 'resume', 'keep']) }),
  v.strictObject({
    transition: v.literal('plan-price'),
    amount: whole(1, MAX_AMOUNT, 'New price of one unit in the smallest unit of the currency'),
  }),
]);

export const NewRequest = v.strictObject({
  clientId: uuid('Idempotency key: the same one returns the same order'),
});

export const MadeRequest = v.object({
  order: described('Number of the request’s order, available at /api/v1/orders/{number}'),
});

export const subscriptionPath = v.object({
  number: v.pipe(
    v.string(),
    v.regex(/^S-\d{1,9}$/),
    v.description(sourceOf(msg('Number of a subscription'))),
  ),
});

export const subscriptionFilters = v.object({
  state: v.optional(
    v.pipe(
      v.picklist(SUBSCRIPTION_STATES),
      v.description(sourceOf(msg('Subscriptions in this state'))),
    ),
  ),
  ...paging,
});
