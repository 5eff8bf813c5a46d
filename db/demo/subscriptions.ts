import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { change } from '../../app/platform/change/change.server.ts';
import { periodOf } from '../../app/orders/pricing/direct-order.ts';
import { answerField } from '../../app/orders/protocol/order-form.ts';
import { secretOf } from '../../app/orders/server/access.server.ts';
import { insertDirectOffer } from '../../app/orders/server/checkout/insert-direct-offer.server.ts';
import { intakeOf, quoteService } from '../../app/orders/server/checkout/quote-service.server.ts';
import { completeBrief } from '../../app/orders/server/order/complete-brief.server.ts';
import { notifyThread } from '../../app/orders/server/order/change-state.server.ts';
import type { OrderRow } from '../../app/orders/server/tables.server.ts';
import {
  beginPayment,
  insertOrder,
  takeOrderNumber,
} from '../../app/orders/server/order/insert-order.server.ts';
import type { OrderContext } from '../../app/orders/server/order-context.server.ts';
import { markPaid } from '../../app/orders/server/payment/settle-paid.server.ts';
import {
  asSubscriber,
  cancelSubscription,
} from '../../app/orders/server/subscription/act-on-subscription.server.ts';
import { insertSubscription } from '../../app/orders/server/subscription/insert-subscription.server.ts';
import { requestWork } from '../../app/orders/server/subscription/request-work.server.ts';
import { runSubscriptions } from '../../app/orders/server/subscription/run-subscriptions.server.ts';
import { secretOfSubscription } from '../../app/orders/server/subscription/subscription-access.server.ts';
import { subscriptions } from '../../app/orders/server/subscription/tables.server.ts';
import { openConversation, type PastClock } from './orders.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

export interface DemoSubscription {
  readonly email: string;
  readonly daysAgo: number;
  readonly becomes: 'active' | 'past due' | 'ending';
}

/** A month has 31 days at most, so the second period of the oldest has begun. */
export const DEMO_SUBSCRIPTIONS: readonly DemoSubscription[] = [
  { email: 'clara.jensen@lighthousecafe.example', daysAgo: 35, becomes: 'past due' },
  { email: 'mateo.silva@riograndetours.example', daysAgo: 14, becomes: 'ending' },
  { email: 'aisha.khan@harbourclinic.example', daysAgo: 9, becomes: 'active' },
];

const SECTION = 'programming';
const SLUG = 'website-maintenance';
/** The payment link of the second period has been sent by then. */
const RENEWED_AFTER_DAYS = 28;

/** Creates a subscription to a service that includes requests, through the use cases. */
export async function loadSubscription(
  appContext: OrderContext,
  clock: PastClock,
  demo: DemoSubscription,
  maya: string,
): Promise<void> {
  const begin = clock.at;
  const { conversationId } = await openConversation(appContext, demo, maya);
  const order = await subscribe(appContext, conversationId, demo.email);
  const agent = {
    id: maya,
    email: 'maya.okafor@embarka.example',
    fullName: 'Maya Okafor',
    role: 'agent',
  } as const;
  const trace = { member: agent, requestId: 'demo' };
  await markPaid(appContext, trace, agent, order.number, `DEMO-${order.number}`);
  await completeBrief(appContext, await secretOf(appContext.db, order.id), ANSWERS);
  const [row] = await appContext.db
    .select({ id: subscriptions.id })
    .from(subscriptions)
    .where(sql`${subscriptions.conversationId} = ${conversationId}`);
  const secret = await secretOfSubscription(appContext.db, row?.id ?? '');
  clock.at += DAY_MS;
  switch (demo.becomes) {
    case 'active':
      await asSubscriber(appContext, secret, (turn) => requestWork(turn, randomUUID()));
      return;
    case 'ending':
      await asSubscriber(appContext, secret, (turn) => cancelSubscription(turn));
      return;
    default:
      clock.at = begin + RENEWED_AFTER_DAYS * DAY_MS;
      await runSubscriptions(appContext);
      clock.at = begin + demo.daysAgo * DAY_MS;
      await runSubscriptions(appContext);
  }
}

/** The questions of the service's section. */
const ANSWERS = {
  [answerField('task')]: 'Please keep our website up to date.',
  [answerField('system')]: 'WordPress',
  [answerField('website')]: 'https://website.example',
};

/** Places an order as the form does for a buyer whose address is proved. */
function subscribe(
  appContext: OrderContext,
  conversationId: string,
  email: string,
): Promise<OrderRow> {
  const service = appContext.catalogue.findService(SECTION, SLUG);
  const interval = service && periodOf(service.price.unit);
  if (!interval) throw new Error('The demo has no service to subscribe to');
  const choice = { package: null, quantity: 1, options: [] };
  const { quote } = quoteService(service, choice, ['link']);
  if (!quote) throw new Error('The service of the demo has no price');
  return change(appContext, undefined, async (tx, after) => {
    const number = await takeOrderNumber(tx);
    const offer = await insertDirectOffer(tx, appContext, {
      conversationId,
      clientId: randomUUID(),
      quote,
      form: intakeOf(service),
      couponId: null,
    });
    const key = randomUUID();
    const order = await insertOrder(tx, appContext, offer, {
      number,
      email,
      event: 'place',
      direct: { formKey: key, sentFormKey: key, catalogueRevision: 1 },
    });
    await insertSubscription(tx, after, appContext, order, interval, {
      service,
      choice,
      pricesIncludeTax: false,
      coupon: null,
      couponId: null,
    });
    const text = `Order E-${number}: ${service.title}\nSubscription, paid every ${interval}`;
    await notifyThread(tx, after, appContext, order, { kind: 'buyer' }, text);
    await beginPayment(tx, after, appContext, order, email, 'place');
    return order;
  });
}
