import { msg } from '../../i18n/translate.ts';
import * as v from 'valibot';
import { readSubscriptionNumber } from '../../orders/protocol/subscription-transitions.ts';
import {
  actOnSubscription,
  type TeamAction,
} from '../../orders/server/subscription/act-as-team.server.ts';
import { asSubscriptionMember } from '../../orders/server/subscription/act-on-subscription.server.ts';
import { requestWork } from '../../orders/server/subscription/request-work.server.ts';
import { SUBSCRIPTION_LIST } from '../../orders/protocol/subscription-list.ts';
import {
  isSubscriptionCursor,
  listSubscriptions,
  type ListedSubscription,
} from '../../orders/server/subscription/list-subscriptions.server.ts';
import { readTeamSubscription } from '../../orders/server/subscription/read-subscription.server.ts';
import { formatOrderNumber } from '../../orders/protocol/transitions.ts';
import { toDecimal } from '../../orders/protocol/money.ts';
import { toTypedAmount } from '../../platform/read-amount.ts';
import { readListState } from '../../platform/lists/list-state.ts';
import { API_PATH } from '../protocol/rules.ts';
import {
  keyedOperation,
  type Answer,
  type ApiContext,
  type KeyedOperation,
  type Program,
} from './operation.ts';
import { refuseCursor } from './read-parameters.ts';
import { SAMPLE_SUBSCRIPTION, SAMPLE_SUBSCRIPTION_DETAIL } from './samples.ts';
import {
  ChangedSubscription,
  MadeRequest,
  NewRequest,
  type Subscription,
  SubscriptionDetail,
  subscriptionFilters,
  SubscriptionList,
  subscriptionPath,
  SubscriptionStep,
} from './subscription-schemas.ts';

const PATH = `${API_PATH}/subscriptions`;

const CLIENT_ID = '0e1d2c3b-4a59-4687-9756-3c4d5e6f7a8b';

export const SUBSCRIPTION_OPERATIONS: readonly KeyedOperation[] = [
  keyedOperation({
    id: 'listSubscriptions',
    method: 'GET',
    path: PATH,
    scope: 'subscriptions:read',
    title: msg('List subscriptions'),
    description: msg('Newest first. Subscriptions that are added meanwhile change no later page.'),
    query: subscriptionFilters,
    answer: SubscriptionList,
    example: `${PATH}?state=active&limit=1`,
    sample: { data: [SAMPLE_SUBSCRIPTION], nextCursor: null },
    async run(appContext, { state, limit, cursor = '' }, { name }) {
      if (cursor !== '' && !isSubscriptionCursor(cursor)) return refuseCursor();
      const all = readListState(SUBSCRIPTION_LIST, new URLSearchParams());
      const filters = { ...all.filters, state: state ?? '' } as const;
      const list = await listSubscriptions(
        appContext,
        { program: name },
        { ...all, filters, after: cursor },
        limit,
      );
      return { data: list.rows.map(describe), nextCursor: list.next || null };
    },
  }),
  keyedOperation({
    id: 'getSubscription',
    method: 'GET',
    path: `${PATH}/{number}`,
    scope: 'subscriptions:read',
    title: msg('Read a subscription'),
    description: msg(
      'What the team sees of the subscription: periods, planned changes and history. The address of the buyer’s page is never included.',
    ),
    parameters: subscriptionPath,
    answer: SubscriptionDetail,
    example: `${PATH}/S-1001`,
    sample: SAMPLE_SUBSCRIPTION_DETAIL,
    run: (appContext, { number }, program) => readDetail(appContext, number, program),
  }),
  keyedOperation({
    id: 'changeSubscription',
    method: 'POST',
    path: `${PATH}/{number}/transitions`,
    scope: 'subscriptions:write',
    title: msg('Change a subscription'),
    description: msg(
      'Does what the team can do with a subscription in its current state; `may` lists what is possible. The buyer is notified as usual. Anything else, including a repeated request, returns 409 with the reason and changes nothing.',
    ),
    parameters: subscriptionPath,
    body: {
      kind: 'json',
      schema: SubscriptionStep,
      sample: { transition: 'pause', why: 'A break in summer.' },
    },
    answer: ChangedSubscription,
    example: `${PATH}/S-1001/transitions`,
    sample: SAMPLE_SUBSCRIPTION_DETAIL,
    async run(appContext, { number }, program, step: v.InferOutput<typeof SubscriptionStep>) {
      const before = await readDetail(appContext, number, program);
      if (!before) return undefined;
      await actOnSubscription(
        appContext,
        { trace: program.trace, member: { program: program.name } },
        readSubscriptionNumber(number) ?? -1,
        toAction(step, before),
      );
      const changed = await readDetail(appContext, number, program);
      if (!changed || program.scopes.includes('subscriptions:read')) return changed;
      return { ...changed, buyer: undefined, events: undefined };
    },
  }),
  keyedOperation({
    id: 'makeRequest',
    method: 'POST',
    path: `${PATH}/{number}/requests`,
    scope: 'subscriptions:write',
    title: msg('Make a request of a subscription'),
    description: msg(
      'Uses one of the requests that the running period includes: an order without a price in the subscription’s conversation. Returns 409 with the reason if none is left or too many are open.',
    ),
    parameters: subscriptionPath,
    body: { kind: 'json', schema: NewRequest, sample: { clientId: CLIENT_ID } },
    answer: MadeRequest,
    example: `${PATH}/S-1001/requests`,
    sample: { order: 'E-1002' },
    async run(appContext, { number }, { name, trace }, { clientId }) {
      const by = { program: name };
      const typed = readSubscriptionNumber(number) ?? -1;
      if (!(await readDetail(appContext, number, { name }))) return undefined;
      const order = await asSubscriptionMember(appContext, trace, by, typed, (turn) =>
        requestWork(turn, clientId.toLowerCase()),
      );
      return { order: formatOrderNumber(order.number) };
    },
  }),
];

function describe(listed: ListedSubscription): Answer<typeof Subscription> {
  const { number, title, buyer, state, interval, amount, currency, lastDay } = listed;
  return { number, title, buyer, state, interval, amount, currency, lastDay };
}

/** The use case expects a price as typed into a form. */
function toAction(
  step: v.InferOutput<typeof SubscriptionStep>,
  { currency }: Pick<Detail, 'currency'>,
): TeamAction {
  switch (step.transition) {
    case 'plan-price':
      return { intent: 'plan-price', price: toTypedAmount(toDecimal(step.amount, currency)) };
    case 'pause':
    case 'cancel':
    case 'end':
      return { intent: step.transition, why: step.why };
    default:
      return { intent: step.transition };
  }
}

type Detail = NonNullable<Awaited<ReturnType<typeof readDetail>>>;

async function readDetail(appContext: ApiContext, number: string, { name }: Pick<Program, 'name'>) {
  const found = await readTeamSubscription(
    appContext,
    { program: name },
    readSubscriptionNumber(number) ?? -1,
  );
  if (!found) return undefined;
  const { subscription, buyer, conversationId } = found;
  const detail = { ...subscription, buyer, conversationId };
  return detail satisfies Answer<typeof SubscriptionDetail>;
}
