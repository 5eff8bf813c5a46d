import { msg } from '../../i18n/translate.ts';
import * as v from 'valibot';
import { deliver } from '../../orders/server/delivery/delivery.server.ts';
import { asMember } from '../../orders/server/order/as-actor.server.ts';
import { withdrawRequest } from '../../orders/server/order/withdraw-request.server.ts';
import { cancelOrder } from '../../orders/server/order/cancel-order.server.ts';
import { listChangedOrders } from '../../orders/server/order/list-orders.server.ts';
import { readTeamOrder } from '../../orders/server/order/read-order.server.ts';
import { readNumber } from '../../orders/protocol/transitions.ts';
import { markPaid } from '../../orders/server/payment/settle-paid.server.ts';
import { decideRefund } from '../../orders/server/refund/refund-requests.server.ts';
import { isCurrency } from '../../platform/currencies.ts';
import { toTypedAmount } from '../../platform/read-amount.ts';
import { toDecimal } from '../../orders/protocol/money.ts';
import { instant } from '../../platform/fields.ts';
import type { Program as OrderProgram } from '../../accounts/protocol/program.ts';
import { pageOf, readCursor } from './read-parameters.ts';
import {
  keyedOperation,
  type Answer,
  type ApiContext,
  type KeyedOperation,
  type Program,
} from './operation.ts';
import {
  ChangedOrder,
  OrderDetail,
  orderFilters,
  OrderList,
  orderPath,
  OrderStep,
} from './order-schemas.ts';
import { API_PATH } from '../protocol/rules.ts';
import { SAMPLE_ORDER, SAMPLE_ORDER_DETAIL } from './samples.ts';

const PATH = `${API_PATH}/orders`;

export const ORDER_OPERATIONS: readonly KeyedOperation[] = [
  keyedOperation({
    id: 'listOrders',
    method: 'GET',
    path: PATH,
    scope: 'orders:read',
    title: msg('List orders'),
    description: msg(
      'Least recently changed first. Orders that change while you page through the list appear again at the end; none is skipped.',
    ),
    query: orderFilters,
    answer: OrderList,
    example: `${PATH}?state=delivered&limit=1`,
    sample: { data: [SAMPLE_ORDER], nextCursor: null },
    async run({ db }, { state, updatedSince, limit, cursor }, program) {
      const found = await listChangedOrders(db, asProgram(program), {
        states: state === undefined ? [] : [state],
        since: updatedSince === undefined ? undefined : new Date(updatedSince),
        after: cursor === undefined ? undefined : readPlace(cursor),
        limit: limit + 1,
      });
      return pageOf(found, limit, ({ updatedAt, number }) => [updatedAt, number]);
    },
  }),
  keyedOperation({
    id: 'getOrder',
    method: 'GET',
    path: `${PATH}/{number}`,
    scope: 'orders:read',
    title: msg('Read an order'),
    description: msg(
      'What the team sees of the order, including every event. The address of the buyer’s order page is never included.',
    ),
    parameters: orderPath,
    answer: OrderDetail,
    example: `${PATH}/E-1001`,
    sample: SAMPLE_ORDER_DETAIL,
    run: (appContext, { number }, program) => readDetail(appContext, number, program),
  }),
  keyedOperation({
    id: 'changeOrder',
    method: 'POST',
    path: `${PATH}/{number}/transitions`,
    scope: 'orders:write',
    title: msg('Change an order'),
    description: msg(
      'Does what the team can do with an order in its current status; `may` lists what is possible. The buyer is notified as usual; the order’s history and the audit log name the key. Anything else, including a repeated request, returns 409 with the reason and changes nothing.',
    ),
    parameters: orderPath,
    body: {
      kind: 'json',
      schema: OrderStep,
      sample: { transition: 'deliver', message: 'Your files are in the folder we shared.' },
    },
    answer: ChangedOrder,
    example: `${PATH}/E-1001/transitions`,
    sample: SAMPLE_ORDER_DETAIL,
    async run(appContext, { number }, program, step: v.InferOutput<typeof OrderStep>) {
      await take(appContext, readNumber(number) ?? -1, program, step);
      return readChangedOrder(appContext, number, program);
    },
  }),
];

export const asProgram = ({ name }: Program): OrderProgram => ({ program: name });

async function readDetail(
  { db, clock, settings }: ApiContext,
  number: string,
  program: Program,
): Promise<Answer<typeof OrderDetail> | undefined> {
  const shop = { timeZone: settings.supportTimezone, now: clock.now() };
  const found = await readTeamOrder(db, asProgram(program), number, shop);
  if (!found) return undefined;
  const { order, buyer, company, conversationId, staff, checklist } = found;
  return { ...order, ...staff, checklist, buyer, company, conversationId };
}

/** The answer to a change. A key that only writes learns nothing about the buyer or the team. */
export async function readChangedOrder(
  appContext: ApiContext,
  number: string,
  program: Program,
): Promise<Answer<typeof ChangedOrder> | undefined> {
  const changed = await readDetail(appContext, number, program);
  if (!changed || program.scopes.includes('orders:read')) return changed;
  return {
    ...changed,
    buyer: undefined,
    company: undefined,
    owner: undefined,
    assignees: undefined,
    labels: undefined,
    checklist: undefined,
    brief: undefined,
    answerEdits: undefined,
    refund: undefined,
    events: undefined,
  };
}

/** Performs a transition through the use cases of orders, as the program. */
async function take(
  appContext: ApiContext,
  number: number,
  program: Program,
  step: v.InferOutput<typeof OrderStep>,
): Promise<void> {
  const { trace } = program;
  const by = asProgram(program);
  switch (step.transition) {
    case 'pay':
    case 'pay-milestone':
      return markPaid(appContext, trace, by, number, step.reference, step.milestone);
    case 'cancel':
      return asMember(appContext, trace, by, number, (turn) => cancelOrder(turn, step.why));
    case 'withdraw':
      return asMember(appContext, trace, by, number, (turn) => withdrawRequest(turn, step.why));
    case 'deliver':
      return deliver(appContext, trace, by, number, step.message);
    case 'refund':
    case 'refund-milestone':
      return decideRefund(appContext, trace, by, number, { ...step, outcome: 'full', amount: '' });
    default: {
      step.transition satisfies 'settle-refund';
      const outcome = step.amount === 0 ? 'refuse' : 'part';
      const amount = await formatOrderAmount(appContext, number, program, step.amount);
      return decideRefund(appContext, trace, by, number, { ...step, outcome, amount });
    }
  }
}

/**
 * The use case expects the amount as typed into a form. The currency can be read beforehand, because it never
 * changes.
 */
async function formatOrderAmount(
  appContext: ApiContext,
  number: number,
  program: Program,
  amount: number,
): Promise<string> {
  const currency = (await readDetail(appContext, `E-${number}`, program))?.currency ?? '';
  return isCurrency(currency) ? toTypedAmount(toDecimal(amount, currency)) : '';
}

const place = v.strictTuple([instant, v.pipe(v.string(), v.regex(/^E-\d{1,9}$/))]);

function readPlace(cursor: string) {
  const [updatedAt, number] = readCursor(cursor, place);
  return { updatedAt: new Date(updatedAt), number: readNumber(number) ?? 0 };
}
