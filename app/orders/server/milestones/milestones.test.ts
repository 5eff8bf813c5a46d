import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hire, TestClock, useDatabase } from '../../../../tests/support/database.ts';
import { expectOrdersSound } from '../../../../tests/support/order-invariants.ts';
import {
  balances,
  causeOf,
  createDraft,
  creditDecision,
  createOrderContext,
  meet,
  order,
  orderRow,
} from '../../../../tests/support/orders.ts';
import { StripePeer } from '../../../../tests/support/stripe-peer.ts';
import { refusalOf, tracedBy } from '../../../../tests/support/team.ts';
import type { Member } from '../../../accounts/protocol/member.ts';
import { invoices } from '../../../billing/server/tables.server.ts';
import { acceptDelivery, deliver, requestRevision } from '../delivery/delivery.server.ts';
import type { TypedMilestonePlan } from '../../protocol/milestone-terms.ts';
import { asBuyer } from '../order/as-actor.server.ts';
import { cancelOrder } from '../order/cancel-order.server.ts';
import { runClocks } from '../order/run-clocks.server.ts';
import { beginCheckout } from '../payment/begin-checkout.server.ts';
import { markPaid } from '../payment/settle-paid.server.ts';
import { takeWebhook } from '../payment/take-webhook.server.ts';
import { decideRefund, requestRefund } from '../refund/refund-requests.server.ts';
import { checkouts, milestones, offers, orderEvents, orders, payments } from '../tables.server.ts';

const store = useDatabase();
const DAY_MS = 24 * 60 * 60 * 1000;
const TAX = {
  TAX: 'on',
  SELLER_NAME: 'Embarka Studio GmbH',
  SELLER_ADDRESS: 'Hafenstraße 12, 20457 Hamburg',
  SELLER_COUNTRY: 'DE',
  TAX_RATES: 'DE 19% VAT',
};
const LINES = [
  { title: 'Logo', path: null, quantity: 3, price: '33.33' },
  { title: 'Card', path: null, quantity: 1, price: '100.01' },
];
let peer: StripePeer;
beforeAll(async () => {
  peer = await StripePeer.start();
});
afterAll(() => peer.close());

/** 200 dollars, or 238 with tax, in three milestones. */
const plan = (isAllAtOnce = false, last = '100'): TypedMilestonePlan => ({
  isAllAtOnce,
  milestones: [
    { title: 'Sketches', amount: '33.34', days: 3 },
    { title: 'Draft', amount: '66.66', days: 5 },
    { title: 'Final files', amount: last, days: 7 },
  ],
});

async function begin(isAllAtOnce = false, env: Record<string, string> = { ...TAX, ...peer.env }) {
  const appContext = createOrderContext(store.db, new TestClock(), env);
  const one = await order(appContext, {
    lines: LINES,
    plan: plan(isAllAtOnce, '138'),
    revisions: 1,
  });
  const { maya, number, secret } = one;
  let ines: Member | undefined;
  const team = [appContext, tracedBy(maya), maya, number] as const;
  return {
    ...one,
    appContext,
    pay: (position?: number) => markPaid(...team, 'PP', position),
    deliver: () => deliver(...team, 'Here it is'),
    accept: (position?: number) => acceptDelivery(appContext, secret, position),
    finish: async (position: number) => {
      await markPaid(...team, 'PP', position);
      await deliver(...team, 'Here it is');
      await acceptDelivery(appContext, secret, position);
    },
    refund: async (outcome: 'part' | 'full', milestone?: number, amount = '') => {
      ines ??= await hire(store.db, 'ines');
      await decideRefund(appContext, tracedBy(ines), ines, number, {
        ...creditDecision(outcome, amount),
        milestone,
      });
    },
    state: async () => (await orderRow(store.db, number)).state,
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

describe('an order with milestones', () => {
  test('is paid, delivered and accepted one after the other, and completed with the last one', async () => {
    const one = await begin();
    expect(await one.state()).toBe('awaiting payment');
    await one.pay(1);
    expect(await one.state()).toBe('in progress');
    expect(await refusalOf(one.pay(2))).toMatchObject({ status: 409 });
    await one.deliver();
    await requestRevision(one.appContext, one.secret, 'Larger');
    expect(await one.state()).toBe('revision requested');
    expect(await refusalOf(one.accept(1))).toMatchObject({ status: 409 });
    await one.deliver();
    expect(await refusalOf(requestRevision(one.appContext, one.secret, 'Again'))).toMatchObject({
      status: 409,
    });
    await one.accept(1);
    expect(await one.state()).toBe('in progress');
    expect(await one.states()).toEqual(['accepted', 'awaiting payment', 'awaiting payment']);
    const waiting = await orderRow(store.db, one.number);
    expect(waiting).toMatchObject({ milestone: 2, deliveryDueAt: null, revisionsUsed: 0 });
    expect(await refusalOf(one.deliver())).toMatchObject({
      status: 409,
      message: "This milestone is awaiting payment, so it can't be delivered.",
    });
    await expectOrdersSound(store.db);
    await one.finish(2);
    await one.finish(3);
    expect(await one.state()).toBe('completed');
    await expectOrdersSound(store.db);
    const issued = await store.db
      .select({ milestone: invoices.milestone, amount: invoices.grossAmount })
      .from(invoices)
      .where(eq(invoices.orderId, one.id))
      .orderBy(invoices.milestone);
    expect(issued).toEqual([
      { milestone: 1, amount: 3334 },
      { milestone: 2, amount: 6666 },
      { milestone: 3, amount: 13_800 },
    ]);
    const events = await store.db
      .select({ milestone: orderEvents.milestone, transition: orderEvents.transition })
      .from(orderEvents)
      .where(eq(orderEvents.orderId, one.id))
      .orderBy(orderEvents.number);
    expect(events.map((each) => `${each.transition} ${each.milestone ?? ''}`)).toEqual([
      'accept ',
      'pay 1',
      'begin 1',
      'deliver 1',
      'request-revision 1',
      'deliver 1',
      'accept-milestone 1',
      'pay-milestone 2',
      'deliver 2',
      'accept-milestone 2',
      'pay-milestone 3',
      'deliver 3',
      'complete 3',
    ]);
  });

  test('can be paid at once, but is worked on one after the other', async () => {
    const one = await begin(true);
    await one.pay(1);
    await one.pay(2);
    expect(await one.states()).toEqual(['funded', 'funded', 'awaiting payment']);
    const before = await orderRow(store.db, one.number);
    await one.deliver();
    await one.pay(3);
    expect(await one.state()).toBe('delivered');
    one.appContext.clock.advance(2 * DAY_MS);
    await one.accept(1);
    expect(await one.state()).toBe('in progress');
    const after = await orderRow(store.db, one.number);
    expect(after.milestone).toBe(2);
    // Five days from the acceptance; the first one had three from its payment.
    const days = (Number(after.deliveryDueAt) - Number(before.deliveryDueAt)) / DAY_MS;
    expect(days).toBe(4);
    await expectOrdersSound(store.db);
  });

  test('is cancelled only while the first milestone is unpaid', async () => {
    const unpaid = await begin();
    const paid = await begin();
    await paid.finish(1);
    for (const { appContext } of [unpaid, paid]) {
      appContext.clock.advance(60 * DAY_MS);
      await runClocks(appContext);
    }
    expect(await unpaid.state()).toBe('cancelled');
    expect(await paid.state()).toBe('in progress');
    expect(
      await refusalOf(asBuyer(paid.appContext, paid.secret, (turn) => cancelOrder(turn))),
    ).toMatchObject({ status: 409 });
    expect(await refusalOf(unpaid.pay(1))).toMatchObject({ status: 409 });
    await expectOrdersSound(store.db);
  });

  test('accepts a delivery automatically, one milestone at a time', async () => {
    const one = await begin(true);
    await one.pay(1);
    await one.pay(2);
    await one.deliver();
    one.appContext.clock.advance(30 * DAY_MS);
    await runClocks(one.appContext);
    await runClocks(one.appContext);
    expect(await one.states()).toEqual(['accepted', 'funded', 'awaiting payment']);
    await expectOrdersSound(store.db);
  });
});

describe('two clicks', () => {
  test('pay and accept a milestone once, and never the next one', async () => {
    const one = await begin(true);
    const paid = await Promise.allSettled([one.pay(1), one.pay(1), one.pay(1)]);
    expect(paid.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await one.states()).toEqual(['funded', 'awaiting payment', 'awaiting payment']);
    await one.pay(2);
    await one.deliver();
    await Promise.all([one.accept(1), one.accept(1)]);
    expect(await one.states()).toEqual(['accepted', 'funded', 'awaiting payment']);
    expect(await refusalOf(one.pay())).toMatchObject({ status: 400, field: 'milestone' });
    expect(await refusalOf(one.pay(4))).toMatchObject({ status: 400, field: 'milestone' });
    await expectOrdersSound(store.db);
  });

  test('in two tabs lead to one payment page, whose payment is booked once', async () => {
    const one = await begin(true);
    const open = () => beginCheckout(one.appContext, one.secret, 'stripe');
    const urls = await Promise.all([open(), open()]);
    expect(new Set(urls).size).toBe(1);
    const page = peer.pageIdOf(urls[0]) ?? '';
    expect(peer.sessions.get(page)?.amount_total).toBe(3334);
    const body = peer.paid(page);
    const post = () => takeWebhook(one.appContext, 'stripe', body, peer.sign(body));
    await Promise.all([post(), post()]);
    expect(await one.states()).toEqual(['funded', 'awaiting payment', 'awaiting payment']);
    const next = peer.pageIdOf(await open()) ?? '';
    expect(peer.sessions.get(next)?.amount_total).toBe(6666);
    await expectOrdersSound(store.db);
  });
});

test('a payment of a milestone that was paid meanwhile is held and does not pay the next one', async () => {
  const one = await begin(true);
  const page = peer.pageIdOf(await beginCheckout(one.appContext, one.secret, 'stripe')) ?? '';
  await one.pay(1);
  const body = peer.paid(page);
  await takeWebhook(one.appContext, 'stripe', body, peer.sign(body));
  expect(await one.states()).toEqual(['funded', 'awaiting payment', 'awaiting payment']);
  const held = await store.db.select().from(payments).where(eq(payments.state, 'held'));
  expect(held).toMatchObject([{ amount: 3334, milestone: 1 }]);
  await expectOrdersSound(store.db);
});

test('the page of a milestone that was paid by link is not offered for the next one', async () => {
  const one = await begin(true);
  const first = await beginCheckout(one.appContext, one.secret, 'stripe');
  await one.pay(1);
  const second = await beginCheckout(one.appContext, one.secret, 'stripe');
  expect(second).not.toBe(first);
  const pages = await store.db
    .select({ milestone: checkouts.milestone, state: checkouts.state })
    .from(checkouts)
    .where(eq(checkouts.orderId, one.id))
    .orderBy(checkouts.milestone);
  expect(pages).toEqual([
    { milestone: 1, state: 'expired' },
    { milestone: 2, state: 'open' },
  ]);
});

describe('a refund', () => {
  test('of a funded milestone ends the order after what was accepted', async () => {
    const one = await begin();
    await one.finish(1);
    await one.pay(2);
    await one.refund('full', 2);
    expect(await one.states()).toEqual(['accepted', 'refunded', 'awaiting payment']);
    expect(await one.state()).toBe('completed');
    expect(await refusalOf(one.pay(3))).toMatchObject({ status: 409 });
    await expectOrdersSound(store.db);
  });

  test('of a delivered milestone leaves those that were paid', async () => {
    const one = await begin(true);
    await one.pay(1);
    await one.pay(2);
    await one.deliver();
    expect(await refusalOf(one.refund('part', 1, '10'))).toMatchObject({ status: 409 });
    await requestRefund(one.appContext, one.secret, {
      ground: 'late',
      explanation: 'Late',
      milestone: 1,
    });
    expect(await one.state()).toBe('refund requested');
    await one.refund('full');
    expect(await one.states()).toEqual(['refunded', 'funded', 'awaiting payment']);
    const row = await orderRow(store.db, one.number);
    expect(row).toMatchObject({ state: 'in progress', milestone: 2, refundedAmount: 3334 });
    expect(row.deliveryDueAt).not.toBeNull();
    await expectOrdersSound(store.db);
  });

  test('of an accepted milestone changes nothing about the current one, in part and in full', async () => {
    const one = await begin();
    await one.finish(1);
    await one.pay(2);
    await one.deliver();
    const ask = () =>
      requestRefund(one.appContext, one.secret, {
        ground: 'late',
        explanation: 'Late',
        milestone: 1,
      });
    await ask();
    await one.refund('part', undefined, '10.01');
    expect(await one.state()).toBe('delivered');
    await expectOrdersSound(store.db);
    await ask();
    await one.refund('full');
    expect(await one.states()).toEqual(['refunded', 'delivered', 'awaiting payment']);
    expect(await one.state()).toBe('delivered');
    await expectOrdersSound(store.db);
    await one.accept(2);
    await one.finish(3);
    expect(await one.state()).toBe('completed');
    await expectOrdersSound(store.db);
  });

  test('of everything that was paid refunds the order, and an unpaid milestone has none', async () => {
    const one = await begin();
    await one.pay(1);
    expect(await refusalOf(one.refund('full', 2))).toMatchObject({
      status: 409,
      message: "This milestone is awaiting payment, so it can't be refunded.",
    });
    await one.refund('full', 1);
    expect(await one.state()).toBe('refunded');
    const books = await balances(store.db);
    expect([books['orders USD'] ?? 0, books['tax USD'] ?? 0]).toEqual([0, 0]);
    await expectOrdersSound(store.db);
  });
});

describe('the database', () => {
  test('refuses a plan that is not the total, and changes of terms', async () => {
    const appContext = createOrderContext(store.db);
    const { offer } = await meet(appContext);
    const { offerId } = await offer({ lines: LINES, plan: plan() });
    const [stored] = await store.db.select().from(offers).where(eq(offers.id, offerId));
    if (!stored?.plan) throw new Error('The plan was not stored');
    const changed = { ...stored.plan, isAllAtOnce: true };
    expect(await causeOf(store.db.update(offers).set({ plan: changed }))).toContain(
      'never changed',
    );
    const insert = (wrong: unknown) =>
      causeOf(
        store.db.insert(offers).values({
          ...stored,
          id: crypto.randomUUID(),
          clientId: crypto.randomUUID(),
          plan: wrong as typeof stored.plan,
        }),
      );
    const [first, second, third] = stored.plan.milestones;
    for (const wrong of [
      {},
      { isAllAtOnce: false, milestones: [] },
      { isAllAtOnce: false, milestones: [first, second] },
      { ...stored.plan, isAllAtOnce: 'yes' },
      { ...stored.plan, milestones: [first, second, { ...third, title: undefined }] },
      { ...stored.plan, milestones: [first, second, { ...third, days: 0 }] },
    ]) {
      expect(await insert(wrong)).toContain('offers_plan');
    }
    expect(await insert(stored.plan)).toBe('');
  });

  test('refuses payments of a milestone that the order does not have', async () => {
    const one = await begin();
    const other = await begin();
    await one.pay(1);
    expect(
      await causeOf(
        store.db.update(payments).set({ milestone: 4 }).where(eq(payments.orderId, one.id)),
      ),
    ).toContain('payments_milestone');
    expect(
      await causeOf(
        store.db.update(milestones).set({ amount: 1 }).where(eq(milestones.orderId, other.id)),
      ),
    ).toContain('never changed');
    expect(
      await causeOf(
        store.db.insert(milestones).values({
          orderId: other.id,
          position: 4,
          title: 'More',
          amount: 1,
          taxAmount: 0,
          taxes: [],
          days: 1,
        }),
      ),
    ).toContain('do not add up');
    expect(
      await causeOf(
        store.db
          .update(milestones)
          .set({ state: 'accepted' })
          .where(eq(milestones.orderId, other.id)),
      ),
    ).toContain('milestones_state');
    expect(await store.db.$count(orders, sql`${orders.milestone} is not null`)).toBe(2);
  });
});

test('an offer whose milestones are not its total is refused at the field', async () => {
  const appContext = createOrderContext(store.db);
  const { offer } = await meet(appContext);
  const wrong = createDraft({ lines: LINES }).lines.slice(0, 1);
  expect(await refusalOf(offer({ lines: wrong, plan: plan() }))).toMatchObject({
    status: 400,
    field: 'milestones',
  });
  expect(await store.db.$count(offers)).toBe(0);
});
