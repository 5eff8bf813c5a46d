import { randomUUID } from 'node:crypto';
import { asc, eq, sql } from 'drizzle-orm';
import { sendMessage } from '../../app/chat/server/messages/send-message.server.ts';
import { confirmedBrowsers } from '../../app/chat/server/email-verification/tables.server.ts';
import { conversations, visitorBrowsers, visitors } from '../../app/chat/server/tables.server.ts';
import { newConversationId } from '../../app/chat/protocol/rules.ts';
import type { ChatPublisher } from '../../app/chat/protocol/events.ts';
import { tickItem } from '../../app/orders/server/board/edit-checklist.server.ts';
import { orderChecklistItems } from '../../app/orders/server/board/tables.server.ts';
import {
  acceptDelivery,
  requestRevision,
  deliver,
} from '../../app/orders/server/delivery/delivery.server.ts';
import { answerOffer } from '../../app/orders/server/offer/answer-offer.server.ts';
import { makeOffer } from '../../app/orders/server/offer/make-offer.server.ts';
import type { OrderContext } from '../../app/orders/server/order-context.server.ts';
import { asBuyer } from '../../app/orders/server/order/as-actor.server.ts';
import { cancelOrder } from '../../app/orders/server/order/cancel-order.server.ts';
import { completeBrief } from '../../app/orders/server/order/complete-brief.server.ts';
import { secretOf } from '../../app/orders/server/access.server.ts';
import { readNumber } from '../../app/orders/protocol/transitions.ts';
import { issueInvoiceOnRequest } from '../../app/orders/server/invoices/manage-invoices.server.ts';
import { markPaid } from '../../app/orders/server/payment/settle-paid.server.ts';
import {
  decideRefund,
  requestRefund,
} from '../../app/orders/server/refund/refund-requests.server.ts';
import { orders } from '../../app/orders/server/tables.server.ts';
import { addDays } from '../../app/platform/day.ts';
import type { Catalogue } from '../../app/shop/catalogue.ts';
import type { Clock } from '../../app/platform/clock.ts';
import type { Database } from '../../app/platform/db/database.server.ts';
import { createLog } from '../../app/platform/log.server.ts';
import { readSettings } from '../../app/platform/settings.server.ts';
import { webhookListeners } from '../../app/webhooks/server/record-event.server.ts';
import type { Member } from '../../app/accounts/protocol/member.ts';
import type { DemoOrder, DemoStep } from './demo-orders.ts';
import { topicIdOf } from './topic-id.ts';

const HOUR_MS = 60 * 60 * 1000;
const DAY_MS = 24 * HOUR_MS;

/** The time of the demo data, which moves on with each step. */
export class PastClock implements Clock {
  at: number;

  constructor(at: number) {
    this.at = at;
  }

  now(): Date {
    return new Date(this.at);
  }
}

/** No clients are connected yet. */
const SILENT = new Proxy({} as ChatPublisher, { get: () => () => {} });

export function createOrderContext(db: Database, clock: Clock, catalogue: Catalogue): OrderContext {
  return {
    catalogue,
    db,
    clock,
    log: createLog('silent'),
    chat: SILENT,
    afterChange: { nudge() {}, pageChanged() {}, committed() {} },
    // The process's own listeners: a second instance would use the same names for its prepared
    // statements.
    listeners: webhookListeners,
    mail: { send() {} },
    settings: readSettings({}),
  };
}

/** Creates an order through the use cases. */
export async function loadOrder(
  appContext: OrderContext,
  clock: PastClock,
  demo: DemoOrder,
  { maya, ines }: Readonly<Record<'maya' | 'ines', string>>,
): Promise<void> {
  const agent: Member = {
    id: maya,
    email: 'maya.okafor@embarka.example',
    fullName: 'Maya Okafor',
    role: 'agent',
  };
  const lead: Member = {
    id: ines,
    email: 'ines.duarte@embarka.example',
    fullName: 'Ines Duarte',
    role: 'manager',
  };
  const { conversationId, browserId } = await openConversation(appContext, demo, maya);
  const viewer = { kind: 'browser', browserId } as const;
  const sendText = (text: string) =>
    sendMessage(appContext, viewer, { conversationId, clientId: randomUUID(), text });
  await sendText(demo.asks);
  clock.at += HOUR_MS;
  const today = clock.now().toISOString().slice(0, 10);
  const { offerId } = await makeOffer(appContext, agent, conversationId, {
    clientId: randomUUID(),
    ...demo.offer,
    currency: 'USD',
    validDay: addDays(today, 14),
    note: '',
  });
  if (demo.steps.length === 0) return;
  clock.at += HOUR_MS;
  const { order = '' } = await answerOffer(appContext, viewer, conversationId, offerId, 'accepted');
  const number = readNumber(order) ?? 0;
  const [row] = await appContext.db
    .select({ id: orders.id })
    .from(orders)
    .where(sql`${orders.number} = ${number}`);
  const secret = await secretOf(appContext.db, row?.id ?? '');
  for (const step of demo.steps) {
    clock.at += HOUR_MS;
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    const position = await readPosition(appContext.db, number);
    // oxlint-disable-next-line no-await-in-loop -- as above
    await take(appContext, { agent, lead, number, secret, position }, step, demo);
  }
}

async function readPosition(db: Database, number: number): Promise<number | undefined> {
  const [row] = await db
    .select({ milestone: orders.milestone })
    .from(orders)
    .where(eq(orders.number, number));
  return row?.milestone ?? undefined;
}

async function readChecklistIds(db: Database, number: number): Promise<string[]> {
  const rows = await db
    .select({ id: orderChecklistItems.id })
    .from(orderChecklistItems)
    .innerJoin(orders, eq(orders.id, orderChecklistItems.orderId))
    .where(eq(orders.number, number))
    .orderBy(asc(orderChecklistItems.position));
  return rows.map(({ id }) => id);
}

interface Actors {
  readonly agent: Member;
  readonly lead: Member;
  readonly number: number;
  readonly secret: string;
  /** The current milestone. */
  readonly position: number | undefined;
}

async function take(
  appContext: OrderContext,
  { agent, lead, number, secret, position }: Actors,
  step: DemoStep,
  demo: DemoOrder,
): Promise<void> {
  const by = (member: Member) =>
    [appContext, { member, requestId: 'demo' }, member, number] as const;
  const manager = { trace: { member: lead, requestId: 'demo' }, member: lead };
  const tick = async (count?: number) => {
    const trace = { member: agent, requestId: 'demo' };
    const ids = await readChecklistIds(appContext.db, number);
    for (const id of ids.slice(0, count)) {
      // oxlint-disable-next-line no-await-in-loop -- one transaction does one thing at a time
      await tickItem(appContext, { trace, member: agent, number }, id, true);
    }
  };
  const steps: Readonly<Record<DemoStep, () => Promise<void>>> = {
    accept: () => Promise.resolve(),
    invoice: () => issueInvoiceOnRequest(appContext, manager, number, 14),
    bill: () => issueInvoiceOnRequest(appContext, manager, number, 0),
    pay: () => markPaid(...by(agent), `DEMO-${number}`, position),
    cancel: () => asBuyer(appContext, secret, (turn) => cancelOrder(turn)),
    brief: () =>
      completeBrief(
        appContext,
        secret,
        Object.fromEntries(demo.answers.map((answer, index) => [`answer-${index}`, answer])),
      ),
    tick: () => tick(2),
    'tick all': () => tick(),
    deliver: () => deliver(...by(agent), demo.delivery),
    revise: () => requestRevision(appContext, secret, 'The title could be a little larger.'),
    complete: () => acceptDelivery(appContext, secret, position),
    'ask refund': () =>
      requestRefund(appContext, secret, {
        ground: 'not-as-described',
        explanation: 'We agreed on three drafts, and I found two.',
      }),
    refund: () =>
      decideRefund(...by(lead), {
        outcome: 'full',
        way: 'method',
        amount: '',
        reference: `DEMO-BACK-${number}`,
        reply: 'You are right, and we are sorry.',
      }),
  };
  await steps[step]();
}

/** Creates a visitor with a verified address, assigned to Maya. */
export async function openConversation(
  { db, clock }: OrderContext,
  demo: Pick<DemoOrder, 'email'>,
  agentId: string,
) {
  const at = clock.now();
  const conversationId = newConversationId(at);
  const [browser] = await db
    .insert(visitorBrowsers)
    .values({ secretHash: randomUUID(), createdAt: at })
    .returning({ id: visitorBrowsers.id });
  const [visitor] = await db
    .insert(visitors)
    .values({
      email: demo.email,
      topic: 'Order Fulfillment',
      agentId,
      assignedAt: at,
      createdAt: at,
      updatedAt: at,
    })
    .returning({ id: visitors.id });
  if (!browser || !visitor) throw new Error('The demo could not be inserted');
  await db.insert(conversations).values({
    id: conversationId,
    visitorId: visitor.id,
    browserId: browser.id,
    topic: 'Order Fulfillment',
    topicId: topicIdOf('Order Fulfillment'),
    agentId,
    startedAt: at,
    assignedAt: at,
  });
  await db.insert(confirmedBrowsers).values({
    browserId: browser.id,
    visitorId: visitor.id,
    confirmedAt: at,
    expiresAt: new Date(Date.now() + 90 * DAY_MS),
  });
  return { conversationId, browserId: browser.id };
}
