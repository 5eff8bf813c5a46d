import { msg, msgIn } from '../../i18n/translate.ts';
import { lineOf, oneOf, type ListShape, type ListState } from '../../platform/lists/list-state.ts';
import { SUBSCRIPTION_STATES, type SubscriptionState } from './subscription-transitions.ts';

export const SUBSCRIPTION_LIST = {
  path: '/team/subscriptions',
  columns: {
    number: { label: msg('Subscription'), sort: 'descending' },
    buyer: { label: msg('Buyer') },
    until: { label: msg('Paid until'), sort: 'ascending' },
    amount: { label: msgIn('subscription', 'Price'), sort: 'descending', isNumber: true },
    method: { label: msg('Payment method'), isOptional: true },
    started: { label: msg('Started'), isOptional: true },
    ended: { label: msg('Ended'), isOptional: true },
  },
  filters: {
    /** A number, or a part of the service's title or the buyer's address. */
    q: lineOf(80),
    /** '' shows all. */
    state: oneOf<'' | SubscriptionState>(['', ...SUBSCRIPTION_STATES]),
  },
  sort: '-number',
} as const satisfies ListShape;

export type SubscriptionListState = ListState<typeof SUBSCRIPTION_LIST>;
