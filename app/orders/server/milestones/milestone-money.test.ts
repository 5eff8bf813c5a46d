import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { VISITORS } from '../../../../tests/support/cast.ts';
import { hire, TestClock, useDatabase } from '../../../../tests/support/database.ts';
import { createCheckout, openForm } from '../../../../tests/support/order-form.ts';
import { expectOrdersSound } from '../../../../tests/support/order-invariants.ts';
import {
  createOrderContext,
  creditDecision,
  order,
  orderRow,
  refundDecision,
} from '../../../../tests/support/orders.ts';
import { PayPalPeer } from '../../../../tests/support/paypal-peer.ts';
import { StripePeer } from '../../../../tests/support/stripe-peer.ts';
import { refusalOf, tracedBy } from '../../../../tests/support/team.ts';
import { JobWorker } from '../../../platform/change/job-worker.server.ts';
import { readMessagesAfter } from '../../../chat/server/read/read-messages.server.ts';
import { conversations } from '../../../chat/server/tables.server.ts';
import type { TypedMilestonePlan } from '../../protocol/milestone-terms.ts';
import { acceptDelivery, deliver } from '../delivery/delivery.server.ts';
import { checkInvoices } from '../invoices/check-invoices.server.ts';
import {
  creditPart,
  issueInvoiceOnRequest,
  voidInvoice,
} from '../invoices/manage-invoices.server.ts';
import { issueInvoice } from '../invoices/invoice-order.server.ts';
import { remindOfInvoices } from '../invoices/remind-invoices.server.ts';
import { cancelOrder } from '../order/cancel-order.server.ts';
import { asBuyer, asMember } from '../order/as-actor.server.ts';
import { readOrder } from '../order/read-order.server.ts';
import { secretOf } from '../access.server.ts';
import { beginCheckout } from '../payment/begin-checkout.server.ts';
import { markPaid } from '../payment/settle-paid.server.ts';
import { takeWebhook } from '../payment/take-webhook.server.ts';
import { decideRefund } from '../refund/refund-requests.server.ts';
import { refundKind } from '../refund/refund-kind.server.ts';
import { credits, differences, milestones, offers, payments, refunds } from '../tables.server.ts';
import { readPart } from './part-of-order.server.ts';
import { remindOfMilestones } from './remind-milestones.server.ts';

const store = useDatabase();
const DAY_MS = 24 * 60 * 60 * 1000;

/** 300 dollars in three milestones. */
const plan = (isAllAtOnce = false): TypedMilestonePlan => ({
  isAllAtOnce,
  milestones: [
    { title: 'Sketches', amount: '100', days: 3 },
    { title: 'Draft', amount: '120', days: 5 },
    { title: 'Final files', amount: '80', days: 7 },
  ],
});

async function begin(env: Record<string, string> = {}, isAllAtOnce = false) {
  const appContext = createOrderContext(store.db, new TestClock(), env);
  const one = await order(appContext, { plan: plan(isAllAtOnce) });
  const team = [appContext, tracedBy(one.maya), one.maya, one.number] as const;
  return {
    ...one,
    appContext,
    pay: (position: number) => markPaid(...team, 'PP', position),
    deliver: () => deliver(...team, 'Here it is'),
    accept: (position: number) => acceptDelivery(appContext, one.secret, position),
    see: (actor: 'buyer' | 'agent' | 'manager' = 'buyer') =>
      readOrder(store.db, one.id, actor, {
        timeZone: appContext.settings.supportTimezone,
        now: appContext.clock.now(),
      }),
    states: async () =>
      (
        await store.db
          .select({ state: milestones.state })
          .from(milestones)
          .where(eq(milestones.orderId, one.id))
          .orderBy(milestones.position)
      ).map(({ state }) => state),
  };
}

describe('the order’s page', () => {
  test('shows what is done, what is next and what can be paid', async () => {
    const one = await begin();
    expect(await one.see()).toMatchObject({
      payable: { milestone: 1, amount: 10_000 },
      milestones: [
        { state: 'awaiting payment', isCurrent: true, deliveryDay: null },
        { state: 'awaiting payment', isCurrent: false },
        { state: 'awaiting payment', isCurrent: false },
      ],
    });
    await one.pay(1);
    expect(await one.see()).toMatchObject({
      payable: null,
      milestones: [{ state: 'funded', isCurrent: true, paidBy: 'link' }, {}, {}],
      may: ['request-refund'],
    });
    await one.deliver();
    expect((await one.see())?.may).toEqual(['request-revision', 'complete', 'request-refund']);
    await one.accept(1);
    const waiting = await one.see('agent');
    expect(waiting).toMatchObject({
      state: 'in progress',
      payable: { milestone: 2, amount: 12_000 },
      due: null,
      // The invoice of the next milestone is not issued yet.
      takesBilling: true,
      milestones: [{ state: 'accepted', isCurrent: false }, { isCurrent: true }, {}],
    });
    // Nothing can be delivered before the next milestone is paid.
    expect(waiting?.may).toEqual(['pay-milestone']);
    expect((await one.see('manager'))?.may).toEqual(['pay-milestone', 'refund-milestone']);
    expect(waiting?.events.at(-1)).toMatchObject({ milestone: 1, event: 'Milestone accepted' });
  });

  test('says nothing of the payment page of an earlier milestone', async () => {
    const peer = await StripePeer.start();
    const one = await begin(peer.env, true);
    await beginCheckout(one.appContext, one.secret, 'stripe', 1);
    expect((await one.see())?.payment).toMatchObject({ state: 'open' });
    await one.pay(1);
    expect(await one.see()).toMatchObject({ payment: null, payable: { milestone: 2 } });
    await peer.close();
  });

  test('leads a late press for a paid milestone back to itself, not to the next payment', async () => {
    const peer = await StripePeer.start();
    const one = await begin(peer.env, true);
    await one.pay(1);
    expect(await beginCheckout(one.appContext, one.secret, 'stripe', 1)).toContain(
      `/order/${one.secret}`,
    );
    expect(peer.sessions.size).toBe(0);
    expect(
      peer.pageIdOf(await beginCheckout(one.appContext, one.secret, 'stripe', 2)),
    ).toBeTruthy();
    await peer.close();
  });
});

describe('the buyer is reminded of a milestone that can be paid', () => {
  const remindersOf = ({ appContext: { mail } }: Awaited<ReturnType<typeof begin>>) =>
    mail.sent.filter(({ text }) => text.includes('can be paid: $120.00')).length;

  test('on the days of the setting, and the order is not cancelled', async () => {
    const one = await begin();
    await one.pay(1);
    await one.deliver();
    await one.accept(1);
    for (const [days, sent] of [
      [2, 0],
      [1, 1],
      [6, 1],
      [1, 2],
      [11, 3],
      [40, 3],
    ] as const) {
      one.appContext.clock.advance(days * DAY_MS);
      // oxlint-disable-next-line no-await-in-loop -- one day after the other
      await Promise.all([remindOfMilestones(one.appContext), remindOfMilestones(one.appContext)]);
      expect([days, remindersOf(one)]).toEqual([days, sent]);
    }
    expect((await orderRow(store.db, one.number)).state).toBe('in progress');
    await expectOrdersSound(store.db);
  });

  test('never of the first one, of a paid one, or with the setting off', async () => {
    const later = new TestClock();
    later.advance(30 * DAY_MS);
    await begin();
    const paid = await begin({}, true);
    await paid.pay(1);
    await paid.pay(2);
    await paid.pay(3);
    const appContext = createOrderContext(store.db, later);
    await remindOfMilestones(appContext);
    expect(appContext.mail.sent).toEqual([]);
    const open = await begin({}, true);
    await open.pay(1);
    const off = createOrderContext(store.db, later, { INVOICE_REMINDERS: 'off' });
    await remindOfMilestones(off);
    expect(off.mail.sent).toEqual([]);
    await remindOfMilestones(appContext);
    expect(appContext.mail.sent).toHaveLength(1);
  });
});

describe.each<['stripe' | 'paypal', () => Promise<StripePeer | PayPalPeer>]>([
  ['stripe', () => StripePeer.start()],
  ['paypal', () => PayPalPeer.start()],
])('milestones paid by %s', (method, start) => {
  let peer: StripePeer | PayPalPeer;
  beforeEach(async () => {
    peer = await start();
  });
  afterEach(() => peer.close());

  async function paidTwice() {
    const one = await begin(peer.env, true);
    const post = (body: string) => takeWebhook(one.appContext, method, body, peer.sign(body));
    for (const position of [1, 2]) {
      // oxlint-disable-next-line no-await-in-loop -- one milestone after the other
      const address = await beginCheckout(one.appContext, one.secret, method, position);
      // oxlint-disable-next-line no-await-in-loop -- as above
      await post(peer.paid(peer.pageIdOf(address) ?? ''));
    }
    const paid = await store.db
      .select()
      .from(payments)
      .where(eq(payments.orderId, one.id))
      .orderBy(payments.milestone);
    const worker = new JobWorker({ ...one.appContext, kinds: [refundKind(one.appContext)] });
    const ines = await hire(store.db, 'ines');
    const refund = async (milestone: number) => {
      await decideRefund(one.appContext, tracedBy(ines), ines, one.number, {
        ...refundDecision('full', 'method'),
        milestone,
      });
      await worker.look();
      await worker.settled();
    };
    const credit = (milestone: number) =>
      decideRefund(one.appContext, tracedBy(ines), ines, one.number, {
        ...creditDecision('full'),
        milestone,
      });
    const manager = { trace: tracedBy(ines), member: ines };
    return { ...one, post, paid, refund, credit, manager };
  }

  test('have a payment each, and a refund returns that of its milestone only', async () => {
    const one = await paidTwice();
    expect(one.paid).toMatchObject([
      { milestone: 1, amount: 10_000, state: 'booked' },
      { milestone: 2, amount: 12_000, state: 'booked' },
    ]);
    await one.refund(2);
    expect(await store.db.select().from(refunds)).toMatchObject([
      { milestone: 2, amount: 12_000, state: 'done', paymentId: one.paid[1]?.id },
    ]);
    expect(await one.states()).toEqual(['funded', 'refunded', 'awaiting payment']);
    await expectOrdersSound(store.db);
  });

  test('return to what they were when a refund fails, and are refunded again', async () => {
    const one = await paidTwice();
    peer.nextRefund = 'pending';
    await one.refund(1);
    expect(await one.states()).toEqual(['refunded', 'funded', 'awaiting payment']);
    await one.post(peer.refundTurnsOut(one.paid[0]?.reference ?? '', 'failed'));
    expect(await one.states()).toEqual(['funded', 'funded', 'awaiting payment']);
    expect(await orderRow(store.db, one.number)).toMatchObject({
      state: 'refund requested',
      refundedAmount: 0,
    });
    await one.refund(1);
    expect(await one.states()).toEqual(['refunded', 'funded', 'awaiting payment']);
    await expectOrdersSound(store.db);
  });

  test('that were returned at the provider count when the team decides about any of them', async () => {
    const one = await paidTwice();
    for (const { reference, amount } of one.paid) peer.refundedHere(reference, amount);
    for (const milestone of [1, 2]) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      expect(await refusalOf(one.credit(milestone))).toMatchObject({ status: 409 });
    }
    expect(await one.states()).toEqual(['refunded', 'refunded', 'awaiting payment']);
    expect(await store.db.$count(credits)).toBe(0);
    await expectOrdersSound(store.db);
  });

  test('void the open invoice of the next one when the provider returns the last', async () => {
    const one = await paidTwice();
    await issueInvoiceOnRequest(one.appContext, one.manager, one.number, 14);
    await one.post(peer.refundedHere(one.paid[1]?.reference ?? '', 12_000));
    expect(await one.states()).toEqual(['funded', 'refunded', 'awaiting payment']);
    const documents = (await one.see('manager'))?.invoices
      .filter(({ milestone }) => milestone === 3)
      .map(({ kind, state, amount }) => [kind, state, amount].join(' '));
    expect(documents?.toSorted()).toEqual(['credit-note credited 8000', 'invoice void 8000']);
    await expectOrdersSound(store.db);
  });

  test('that arrive after the cancellation and go back at the provider leave the order cancelled', async () => {
    const one = await begin(peer.env);
    const post = (body: string) => takeWebhook(one.appContext, method, body, peer.sign(body));
    const page = peer.pageIdOf(await beginCheckout(one.appContext, one.secret, method, 1)) ?? '';
    const arrived = peer.paid(page, { amount: 10_000 });
    await asBuyer(one.appContext, one.secret, (turn) => cancelOrder(turn));
    await post(arrived);
    const [held] = await store.db.select().from(payments).where(eq(payments.orderId, one.id));
    expect(held).toMatchObject({ state: 'held', amount: 10_000 });
    const reference = held?.reference ?? '';
    await post(peer.disputed(reference, 'open', 10_000));
    expect(await orderRow(store.db, one.number)).toMatchObject({ state: 'cancelled' });
    await post(peer.refundedHere(reference, 10_000));
    expect(await orderRow(store.db, one.number)).toMatchObject({ state: 'cancelled' });
    await expectOrdersSound(store.db);
  });

  test('of which the bank takes one back leave the others', async () => {
    const one = await paidTwice();
    const reference = one.paid[0]?.reference ?? '';
    await one.post(peer.disputed(reference, 'open', 10_000));
    await one.post(peer.disputed(reference, 'lost', 10_000));
    expect(await one.states()).toEqual(['refunded', 'funded', 'awaiting payment']);
    expect((await orderRow(store.db, one.number)).state).toBe('in progress');
    await expectOrdersSound(store.db);
  });
});

test('credit pays for the first milestone and comes back when the order is cancelled', async () => {
  const appContext = createOrderContext(store.db);
  const ines = await hire(store.db, 'ines');
  const earlier = await order(appContext, {
    lines: [{ title: 'Film', path: null, quantity: 1, price: '250' }],
  });
  await markPaid(appContext, tracedBy(ines), ines, earlier.number, 'PP');
  await decideRefund(appContext, tracedBy(ines), ines, earlier.number, creditDecision('full'));
  const one = await order(appContext, { plan: plan() });
  const seen = await readOrder(store.db, one.id, 'buyer', {
    timeZone: 'UTC',
    now: appContext.clock.now(),
  });
  expect(seen).toMatchObject({
    state: 'in progress',
    milestones: [{ state: 'funded', paidBy: 'credit' }, {}, {}],
  });
  expect((await store.db.select().from(credits))[0]?.left).toBe(15_000);
  await expectOrdersSound(store.db);

  const less = await order(appContext, {
    lines: [{ title: 'Film', path: null, quantity: 1, price: '900' }],
    plan: {
      isAllAtOnce: false,
      milestones: [
        { title: 'One', amount: '400', days: 1 },
        { title: 'Two', amount: '500', days: 1 },
      ],
    },
  });
  expect((await store.db.select().from(credits)).map(({ left }) => left)).toEqual([0]);
  await asBuyer(appContext, less.secret, (turn) => cancelOrder(turn));
  const left = (await store.db.select().from(credits)).reduce((sum, each) => sum + each.left, 0);
  expect(left).toBe(15_000);
  await expectOrdersSound(store.db);
});

describe('a direct order with a deposit', () => {
  const FILLED = {
    quantity: '1000',
    'answer-from-language': 'English',
    'answer-to-language': 'German',
    'answer-topic': 'A manual',
  };

  async function orderWith(deposit: number | null, env: Record<string, string> = {}) {
    const appContext = createCheckout(store.db, undefined, env);
    const form = await openForm(appContext, 'writing/translation', VISITORS.elena, FILLED, {
      deposit,
    });
    const outcome = await form.place({ code: await form.askCode() });
    expect(outcome).toMatchObject({ kind: 'placed' });
    const row = await orderRow(store.db, 1001);
    return { appContext, row, secret: await secretOf(store.db, row.id) };
  }

  test('is paid in two parts, and the rest once the first delivery is accepted', async () => {
    const maya = await hire(store.db, 'maya');
    const { appContext, row, secret } = await orderWith(30);
    expect(await store.db.select().from(milestones).orderBy(milestones.position)).toMatchObject([
      { title: 'Deposit 30 %', amount: 4500 },
      { title: 'Balance', amount: 10_500 },
    ]);
    const [offer] = await store.db.select().from(offers);
    expect(offer?.plan?.isAllAtOnce).toBe(false);
    const [conversation] = await store.db.select().from(conversations);
    const [message] = await readMessagesAfter(store.db, conversation?.id ?? '', 0);
    expect(message?.text).toContain('Deposit 30 %: $45.00.');
    await markPaid(appContext, tracedBy(maya), maya, 1001, 'PP', 1);
    await deliver(appContext, tracedBy(maya), maya, 1001, 'The first half');
    await acceptDelivery(appContext, secret, 1);
    await markPaid(appContext, tracedBy(maya), maya, 1001, 'PP', 2);
    await deliver(appContext, tracedBy(maya), maya, 1001, 'The second half');
    await acceptDelivery(appContext, secret, 2);
    expect(await orderRow(store.db, 1001)).toMatchObject({
      state: 'completed',
      paidAmount: 15_000,
    });
    expect(row.milestone).toBe(1);
    await expectOrdersSound(store.db);
  });

  test('computes the deposit from the total with tax', async () => {
    await orderWith(33, { TAX: 'on', SELLER_COUNTRY: 'DE', TAX_RATES: 'DE 19% VAT' });
    // 33 % of 178.50 dollars are 58.905.
    expect(await store.db.select().from(milestones).orderBy(milestones.position)).toMatchObject([
      { amount: 5891, taxAmount: 941 },
      { amount: 11_959, taxAmount: 1909 },
    ]);
    await expectOrdersSound(store.db);
  });

  test('has no milestones without one', async () => {
    const { row } = await orderWith(null);
    expect(row.milestone).toBeNull();
    expect(await store.db.$count(milestones)).toBe(0);
  });

  test('is not placed when the deposit changed since the form was opened', async () => {
    const appContext = createCheckout(store.db);
    const elena = VISITORS.elena;
    const before = await openForm(appContext, 'writing/translation', elena, FILLED);
    const { seen = '' } = before.fill();
    const now = await openForm(appContext, 'writing/translation', elena, FILLED, { deposit: 30 });
    const outcome = await now.place({ seen, code: await now.askCode() });
    expect(outcome).toMatchObject({ kind: 'changed' });
  });
});

test('the daily reconciliation names an order whose milestones and payments differ', async () => {
  const one = await begin();
  await one.pay(1);
  await checkInvoices(one.appContext);
  expect(await store.db.$count(differences)).toBe(0);
  await store.db.update(payments).set({ amount: 9000 });
  await checkInvoices(one.appContext);
  expect(await store.db.select().from(differences)).toMatchObject([
    { reference: `milestones E-${one.number}` },
  ]);
});

test('only a milestone that can be paid has an invoice before its payment, and a refund that ends the order voids it', async () => {
  const one = await begin({}, true);
  await one.pay(1);
  const ines = await hire(store.db, 'ines');
  const by = { trace: tracedBy(ines), member: ines };
  const issue = (position?: number) =>
    issueInvoiceOnRequest(one.appContext, by, one.number, 14, position);
  expect(await refusalOf(issue(3))).toMatchObject({
    status: 409,
    message: expect.stringContaining("can't be paid yet") as string,
  });
  await issue();
  const decision = { ...creditDecision('full'), milestone: 1 };
  await decideRefund(one.appContext, by.trace, ines, one.number, decision);
  const said = (await one.see('manager'))?.invoices.map(({ kind, milestone, state }) =>
    [kind, milestone, state].join(' '),
  );
  expect(said?.toSorted()).toEqual([
    'credit-note 1 credited',
    'credit-note 2 credited',
    'invoice 1 paid',
    'invoice 2 void',
  ]);
  expect(await refusalOf(issue(2))).toMatchObject({
    status: 409,
    message: 'There is nothing to pay for this order.',
  });
  await expectOrdersSound(store.db);
});

test('an invoice of a later milestone is not reminded of before it can be paid, and is void with its order', async () => {
  const one = await begin();
  const ines = await hire(store.db, 'ines');
  const by = { trace: tracedBy(ines), member: ines };
  await issueInvoiceOnRequest(one.appContext, by, one.number, 0);
  // Earlier versions issued such invoices.
  await asMember(one.appContext, by.trace, ines, one.number, async (turn) => {
    const part = await readPart(turn.tx, turn.order, 2);
    const terms = { reason: 'request', termDays: 0, isPaid: false } as const;
    await issueInvoice(turn.tx, turn.after, turn.appContext, turn.order, part, terms);
  });
  one.appContext.clock.advance(4 * DAY_MS);
  one.appContext.mail.sent.splice(0);
  await remindOfInvoices(one.appContext);
  expect(one.appContext.mail.sent.map(({ subject }) => subject)).toEqual([
    'Reminder: invoice INV-2026-0001 is due',
  ]);
  await asBuyer(one.appContext, one.secret, (turn) => cancelOrder(turn));
  expect((await one.see('manager'))?.invoices.map(({ state }) => state)).toEqual([
    'void',
    'void',
    'credited',
    'credited',
  ]);
  await expectOrdersSound(store.db);
});

test('managers void and correct the invoice of the milestone that they name', async () => {
  const one = await begin();
  await one.pay(1);
  await one.deliver();
  await one.accept(1);
  const ines = await hire(store.db, 'ines');
  const by = { trace: tracedBy(ines), member: ines };
  await issueInvoiceOnRequest(one.appContext, by, one.number, 14);
  await creditPart(
    one.appContext,
    by,
    one.number,
    { amount: '10', reason: 'A discount', documents: 2 },
    1,
  );
  await voidInvoice(one.appContext, by, one.number, 1);
  const view = await one.see('manager');
  const said = view?.invoices.map(({ kind, milestone, state, amount }) =>
    [kind, milestone, state, amount].join(' '),
  );
  expect(said?.toSorted()).toEqual([
    'credit-note 1 credited 1000',
    'credit-note 1 credited 9000',
    'invoice 1 void 10000',
    'invoice 2 open 12000',
  ]);
  await issueInvoiceOnRequest(one.appContext, by, one.number, 0, 1);
  expect((await one.see('manager'))?.invoices).toContainEqual(
    expect.objectContaining({ kind: 'invoice', milestone: 1, state: 'paid' }),
  );
  await one.pay(2);
  expect((await one.see('manager'))?.invoices).toContainEqual(
    expect.objectContaining({ milestone: 2, state: 'paid' }),
  );
});
