import { readFile } from 'node:fs/promises';
import { asc, eq, isNotNull } from 'drizzle-orm';
import Stripe from 'stripe';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { VISITORS } from '../../../../tests/support/cast.ts';
import { insertCoupon } from '../../../../tests/support/coupons.ts';
import { hire, TestClock, useDatabase } from '../../../../tests/support/database.ts';
import { createCheckout, openForm, serviceAt } from '../../../../tests/support/order-form.ts';
import { expectOrdersSound } from '../../../../tests/support/order-invariants.ts';
import { orderRow } from '../../../../tests/support/orders.ts';
import { StripePeer } from '../../../../tests/support/stripe-peer.ts';
import { expectSubscriptionsSound } from '../../../../tests/support/subscription-invariants.ts';
import { NOBODY, tracedBy } from '../../../../tests/support/team.ts';
import type { Service } from '../../../shop/service.ts';
import { secretOf } from '../access.server.ts';
import { asBuyer } from '../order/as-actor.server.ts';
import { cancelOrder } from '../order/cancel-order.server.ts';
import { runClocks } from '../order/run-clocks.server.ts';
import { beginCheckout } from '../payment/begin-checkout.server.ts';
import { openProvider } from '../payment/payment-providers.ts';
import { ProviderRefusedError } from '../payment/provider.ts';
import { checkOnVisit, checkPages } from '../payment/check-pages.server.ts';
import { reconcile } from '../payment/reconcile.server.ts';
import { takeWebhook } from '../payment/take-webhook.server.ts';
import { change } from '../../../platform/change/change.server.ts';
import { JobWorker } from '../../../platform/change/job-worker.server.ts';
import { jobsTable } from '../../../platform/tables.server.ts';
import { resetOrders } from '../privacy.server.ts';
import { checkouts, differences, orders, paymentEvents, payments } from '../tables.server.ts';
import {
  asSubscriber,
  asSubscriptionMember,
  cancelSubscription,
  endSubscription,
  keepSubscription,
  pauseSubscription,
  planPrice,
  resumeSubscription,
} from './act-on-subscription.server.ts';
import { continueByLink } from './continue-by-link.server.ts';
import { endSubscriptionKind } from './end-subscription-kind.server.ts';
import { runSubscriptions } from './run-subscriptions.server.ts';
import { checkSubscriptions, sendPrices, sendSubscriptions } from './send-subscriptions.server.ts';
import { secretOfSubscription } from './subscription-access.server.ts';
import { subscriptionEvents, subscriptionPeriods, subscriptions } from './tables.server.ts';

const store = useDatabase();
const HOUR_MS = 3_600_000;
let peer: StripePeer;
beforeEach(async () => {
  peer = await StripePeer.start();
});
afterEach(() => peer.close());

const TAXED = (rates: string) => ({ TAX: 'on', SELLER_COUNTRY: 'DE', TAX_RATES: rates });

/** Elena's order of a subscription, with the page of Stripe open. */
async function place(
  typed = {},
  env: Record<string, string> = {},
  price: Partial<Service['price']> = {},
  startsAt?: number,
) {
  const clock = new TestClock();
  if (startsAt !== undefined) clock.advance(startsAt - clock.now().getTime());
  const appContext = createCheckout(store.db, clock, { ...peer.env, ...env });
  const maya = await hire(store.db, 'maya');
  const path = 'digital/email-marketing';
  const form = await openForm(
    appContext,
    path,
    VISITORS.elena,
    { purchase: 'subscribe', ...typed },
    { price: { ...serviceAt(appContext, path).price, ...price } },
  );
  const seen = await form.place({ code: '' });
  await form.place({
    code: await form.askCode(),
    ...(seen.kind === 'changed' && { seen: seen.quote.seen }),
  });
  const { id: orderId } = await orderRow(store.db, 1001);
  await beginCheckout(appContext, await secretOf(store.db, orderId), 'stripe');
  const pageId = peer.payable().at(-1) ?? '';
  const receive = (event: string) => takeWebhook(appContext, 'stripe', event, peer.sign(event));
  const row = async () => {
    const [found] = await store.db.select().from(subscriptions);
    if (!found) throw new Error('There is no subscription');
    return found;
  };
  const pass = async (days: number) => {
    for (let hour = 0; hour < days * 24; hour += 6) {
      clock.advance(6 * HOUR_MS);
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      await runSubscriptions(appContext);
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      await sendSubscriptions(appContext);
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      await sendPrices(appContext);
    }
  };
  const asElena = async (work: Parameters<typeof asSubscriber>[2]) => {
    const secret = await secretOfSubscription(store.db, (await row()).id);
    await asSubscriber(appContext, secret, work);
    await sendSubscriptions(appContext);
  };
  const asTeam = async (work: Parameters<typeof asSubscriptionMember>[4]) => {
    await asSubscriptionMember(appContext, tracedBy(maya), maya, 1001, work);
    await sendSubscriptions(appContext);
  };
  return { appContext, clock, orderId, pageId, receive, row, pass, asElena, asTeam };
}

/** The same, and Elena has paid. */
async function subscribe(...placed: Parameters<typeof place>) {
  const one = await place(...placed);
  const begun = peer.beginSubscription(one.pageId, one.clock.now());
  await one.receive(begun.invoicePaid);
  await one.receive(begun.completed);
  const at = () => peer.subscriptions.get(begun.id);
  return { ...one, ...begun, at };
}

/** Runs the jobs that end subscriptions at Stripe. */
const work = async ({ appContext }: Awaited<ReturnType<typeof place>>) => {
  const worker = new JobWorker({ ...appContext, kinds: [endSubscriptionKind(appContext)] });
  await worker.look();
  await worker.settled();
};

const periods = () =>
  store.db
    .select({ number: subscriptionPeriods.number, state: subscriptionPeriods.state })
    .from(subscriptionPeriods)
    .orderBy(asc(subscriptionPeriods.number));

const history = async () =>
  (await store.db.select().from(subscriptionEvents).orderBy(asc(subscriptionEvents.number))).map(
    ({ transition }) => transition,
  );

describe('a reset', () => {
  const resetAll = ({ appContext }: Awaited<ReturnType<typeof place>>) =>
    change(appContext, NOBODY, async (tx, after) => {
      await resetOrders(tx, after, appContext);
      after.audit('data-reset', {});
    });

  test('ends a subscription at Stripe, whose job survives the row', async () => {
    const one = await subscribe();
    await resetAll(one);
    expect(await store.db.$count(subscriptions)).toBe(0);
    expect(one.at()).toMatchObject({ status: 'active' });
    await work(one);
    expect(one.at()).toMatchObject({ status: 'canceled' });
  });

  test('ends a subscription at Stripe, too, that begins on an older page after it', async () => {
    const one = await place();
    await resetAll(one);
    const begun = peer.beginSubscription(one.pageId, one.clock.now());
    await one.receive(begun.invoicePaid);
    expect(await store.db.select().from(payments)).toMatchObject([{ state: 'held' }]);
    await work(one);
    expect(peer.subscriptions.get(begun.id)).toMatchObject({ status: 'canceled' });
  });
});

test('a payment whose subscription is missing without a reset, as after a backup was restored, is held and nothing ends', async () => {
  const one = await place();
  await store.db.delete(subscriptionPeriods);
  await store.db.delete(subscriptionEvents);
  await store.db.delete(subscriptions);
  const begun = peer.beginSubscription(one.pageId, one.clock.now());
  await one.receive(begun.invoicePaid);
  expect(await store.db.select().from(payments)).toMatchObject([{ state: 'held' }]);
  expect(await store.db.$count(jobsTable, eq(jobsTable.kind, 'end-subscription'))).toBe(0);
  expect(peer.subscriptions.get(begun.id)).toMatchObject({ status: 'active' });
});

describe('a page of Stripe in the mode of subscriptions', () => {
  test('starts the subscription with the dates of Stripe', async () => {
    const { clock, receive, pageId, row } = await place();
    const at = clock.now();
    const { id, completed, invoicePaid } = peer.beginSubscription(pageId, at);
    await receive(completed);
    expect(await row()).toMatchObject({
      state: 'active',
      paymentMethod: 'stripe',
      providerId: id,
      periodStartsAt: at,
      periodEndsAt: new Date('2026-07-12T10:00:00Z'),
    });
    await receive(invoicePaid);
    await receive(invoicePaid);
    await receive(completed);
    expect(await store.db.$count(payments)).toBe(1);
    // The buyer's answers are missing.
    expect((await orderRow(store.db, 1001)).state).toBe('paid');
    await expectOrdersSound(store.db);
  });

  test('starts it in the other order of the events, too', async () => {
    const { row } = await subscribe();
    expect((await row()).state).toBe('active');
    expect(await history()).toEqual(['place', 'start']);
    await expectOrdersSound(store.db);
  });

  test('starts it although both events were lost, when the buyer returns', async () => {
    const { appContext, clock, orderId, pageId, row } = await place();
    peer.beginSubscription(pageId, clock.now());
    await checkOnVisit(appContext, orderId, true);
    expect((await row()).state).toBe('active');
    await expectOrdersSound(store.db);
  });

  test('takes a coupon for the first period as a discount that Stripe applies once', async () => {
    await insertCoupon(store.db, { code: 'FIRST' });
    const { receive, id, row } = await subscribe({ coupon: 'FIRST' });
    expect((await orderRow(store.db, 1001)).amount).toBe(85_500);
    expect(await row()).toMatchObject({ state: 'active', providerAmount: 95_000 });
    await receive(peer.renewed(id));
    expect(await orderRow(store.db, 1002)).toMatchObject({ amount: 95_000, state: 'in progress' });
    await expectOrdersSound(store.db);
  });
});

describe('a first period that is paid by a debit', () => {
  /** Stripe runs the subscription at once, and the bank answers days later. */
  const debit = async () => {
    const one = await place();
    const { appContext, clock, orderId, pageId } = one;
    peer.now = () => clock.now();
    await one.receive(peer.paidSlowly(pageId));
    const id = peer.sessions.get(pageId)?.subscription ?? '';
    const secret = await secretOf(store.db, orderId);
    const cancel = () => asBuyer(appContext, secret, (turn) => cancelOrder(turn));
    const days = async (count: number) => {
      for (let day = 0; day < count; day += 1) {
        clock.advance(24 * HOUR_MS);
        // oxlint-disable-next-line no-await-in-loop -- one day after the other
        await checkPages(appContext);
        // oxlint-disable-next-line no-await-in-loop -- as above
        await runClocks(appContext);
        // oxlint-disable-next-line no-await-in-loop -- as above
        await work(one);
      }
    };
    const pageStates = async () =>
      (await store.db.select().from(checkouts).orderBy(asc(checkouts.createdAt))).map(
        ({ state }) => state,
      );
    return { ...one, id, secret, cancel, days, pageStates, at: () => peer.subscriptions.get(id) };
  };

  test('starts the subscription when the money arrives', async () => {
    const one = await debit();
    expect(await one.pageStates()).toEqual(['in progress']);
    await one.days(3);
    expect((await one.row()).state).toBe('awaiting payment');
    await one.receive(peer.arrived(one.pageId));
    await work(one);
    expect(await one.row()).toMatchObject({ state: 'active', providerId: one.id });
    expect(one.at()?.status).toBe('active');
    await expectOrdersSound(store.db);
  });

  test('starts the subscription when the money arrives, although the event was lost', async () => {
    const one = await debit();
    peer.arrived(one.pageId);
    await one.days(1);
    expect(await one.row()).toMatchObject({ state: 'active', providerId: one.id });
  });

  test('and bounces is not tried again at Stripe, also after Stripe was away', async () => {
    const one = await debit();
    const bounced = peer.bounced(one.pageId);
    peer.isAway = true;
    await one.receive(bounced);
    await work(one);
    expect(await one.pageStates()).toEqual(['failed']);
    expect(one.at()?.status).toBe('past_due');
    peer.isAway = false;
    await one.days(1);
    expect(one.at()?.status).toBe('canceled');
    expect((await orderRow(store.db, 1001)).state).toBe('awaiting payment');
    await expectOrdersSound(store.db);
  });

  test.each([
    ['the attempt', () => undefined],
    // Stripe may leave an invoice without an attempt that names the failure.
    ['the subscription', () => peer.invoices.forEach((invoice) => (invoice.payment = null))],
  ])(
    'and bounces is found by asking about %s if the event was lost, and the order is cancelled in time',
    async (_asked, hide) => {
      const one = await debit();
      await one.days(2);
      expect(await one.pageStates()).toEqual(['in progress']);
      peer.bounced(one.pageId);
      hide();
      await one.days(1);
      expect(await one.pageStates()).toEqual(['failed']);
      expect(one.at()?.status).toBe('canceled');
      await one.days(14);
      expect((await orderRow(store.db, 1001)).state).toBe('cancelled');
      expect((await one.row()).state).toBe('ended');
      await expectOrdersSound(store.db);
    },
  );

  test('and bounces is followed by one subscription if the buyer pays again', async () => {
    const one = await debit();
    const bounced = peer.bounced(one.pageId);
    await one.receive(bounced);
    await work(one);
    one.clock.advance(HOUR_MS);
    await beginCheckout(one.appContext, one.secret, 'stripe');
    const again = peer.beginSubscription(peer.payable().at(-1) ?? '', one.clock.now());
    await one.receive(again.invoicePaid);
    // Events about the first one arrive late.
    await one.receive(bounced.replace(/evt_[\w-]+/, 'evt_late'));
    await one.receive(peer.subscriptionEvent(one.id, {}, 'customer.subscription.deleted'));
    await work(one);
    expect(await one.row()).toMatchObject({ state: 'active', providerId: again.id });
    expect([...peer.subscriptions.values()].map(({ status }) => status)).toEqual([
      'canceled',
      'active',
    ]);
    expect(await one.pageStates()).toEqual(['failed', 'completed']);
    expect(await store.db.$count(payments)).toBe(1);
    await expectOrdersSound(store.db);
  });

  test('and bounces is ended at Stripe if the order is cancelled afterwards', async () => {
    const one = await debit();
    await one.receive(peer.bounced(one.pageId));
    await one.cancel();
    await work(one);
    expect(one.at()?.status).toBe('canceled');
    expect((await one.row()).state).toBe('ended');
    await expectOrdersSound(store.db);
  });

  test.each(['the webhook', 'the clock'])(
    'of an order that is cancelled meanwhile is ended at Stripe when it bounces, as %s tells',
    async (teller) => {
      const one = await debit();
      await one.cancel();
      await one.days(1);
      expect(await one.pageStates()).toEqual(['in progress']);
      const bounced = peer.bounced(one.pageId);
      if (teller === 'the webhook') await one.receive(bounced);
      else await one.days(1);
      await work(one);
      expect(one.at()?.status).toBe('canceled');
    },
  );

  test('of an order that is cancelled meanwhile is held and ended at Stripe when it arrives', async () => {
    const one = await debit();
    await one.cancel();
    await one.receive(peer.arrived(one.pageId));
    await work(one);
    expect(await store.db.select().from(payments)).toMatchObject([{ state: 'held' }]);
    expect(one.at()?.status).toBe('canceled');
  });

  test('and bounces goes on if another attempt succeeds before it was ended', async () => {
    const one = await debit();
    await one.receive(peer.bounced(one.pageId));
    await one.receive(peer.renewalRetried(one.id));
    await work(one);
    expect(await one.row()).toMatchObject({ state: 'active', providerId: one.id });
    expect(one.at()?.status).toBe('active');
    await expectOrdersSound(store.db);
  });

  test('on a page that ended here meanwhile is followed until it bounces', async () => {
    const one = await debit();
    await store.db
      .update(checkouts)
      .set({ state: 'expired', endedAt: one.clock.now(), checkAt: one.clock.now() });
    await one.days(1);
    peer.bounced(one.pageId);
    await one.days(1);
    expect(one.at()?.status).toBe('canceled');
    expect(await one.pageStates()).toEqual(['expired']);
  });
});

describe('a tax rate that changes', () => {
  /** Every payment so far was expected. */
  const expectBooked = async (amounts: readonly number[]) => {
    const booked = await store.db.select().from(payments).orderBy(asc(payments.createdAt));
    expect(booked.map(({ amount, state }) => [state, amount])).toEqual(
      amounts.map((amount) => ['booked', amount]),
    );
  };

  test.each([
    ['a price', {}, {}, 113_050, 110_200],
    ['two units', { quantity: '2' }, {}, 226_100, 220_400],
    ['a currency without decimals', {}, { amount: 9000, currency: 'JPY' }, 10_710, 10_440],
    // 855 with 19 % is less than 950 with 16 %.
    ['a coupon for the first period', { coupon: 'FIRST' }, {}, 101_745, 110_200],
    // The discount of 2 is less than the tax of 3 % that ends.
    ['a small coupon for the first period', { coupon: 'SMALL' }, {}, 112_812, 110_200],
  ])(
    'to a lower one: the page asks for the first period (%s)',
    async (_name, typed, price, first, later) => {
      await insertCoupon(store.db, { code: 'FIRST' });
      await insertCoupon(store.db, { code: 'SMALL', amount: 200, currency: 'USD' });
      const taxed = TAXED('DE 19% VAT; DE 16% VAT from 2026-07-01');
      const { pageId, receive, id, row, pass } = await subscribe(typed, taxed, price);
      expect(peer.sessions.get(pageId)).toMatchObject({
        amount_total: first,
        recurring: { amount: later },
      });
      expect(await row()).toMatchObject({
        state: 'active',
        providerId: id,
        providerAmount: later,
        periodStartsAt: new Date('2026-06-12T10:00:00Z'),
        periodEndsAt: new Date('2026-07-12T10:00:00Z'),
      });
      await pass(30);
      await receive(peer.renewed(id));
      await expectBooked([first, later]);
    },
  );

  test('while the page is open: Stripe learns the right price before the next period', async () => {
    const taxed = TAXED('DE 19% VAT; DE 20% VAT from 2026-07-13');
    // A quarter of an hour before midnight in New York.
    const one = await place({}, taxed, {}, Date.parse('2026-06-13T03:45:00Z'));
    // The second period begins a day later than the page has expected, with another rate.
    one.clock.advance(HOUR_MS / 2);
    const { id, invoicePaid } = peer.beginSubscription(one.pageId, one.clock.now());
    await one.receive(invoicePaid);
    expect(await one.row()).toMatchObject({ state: 'active', providerAmount: 113_050 });
    await one.pass(30);
    expect(peer.subscriptions.get(id)?.amount).toBe(114_000);
    await one.receive(peer.renewed(id));
    await expectBooked([113_050, 114_000]);
    await expectOrdersSound(store.db);
  });
});

test('Stripe learns a price that changed during a pause before it charges the resumed period', async () => {
  const rates = 'DE 19% VAT; DE 16% VAT from 2026-08-01';
  const { asTeam, at, clock, receive, id, pass } = await subscribe({}, TAXED(rates));
  await asTeam(pauseSubscription);
  await pass(60);
  expect(at()?.amount).toBe(113_050);
  const asked = peer.requests.length;
  await asTeam(resumeSubscription);
  const sent = peer.requests.slice(asked).map(({ body }) => decodeURIComponent(body));
  const isBefore = (one: string, other: string) =>
    sent.findIndex((body) => body.includes(one)) < sent.findIndex((body) => body.includes(other));
  expect(isBefore('[unit_amount]=110200', 'billing_cycle_anchor[type]=now')).toBe(true);
  await pass(1);
  expect(at()?.amount).toBe(110_200);
  peer.subscriptionEvent(id, { periodEnd: clock.now() });
  await receive(peer.renewed(id));
  expect(await orderRow(store.db, 1002)).toMatchObject({ amount: 110_200, state: 'in progress' });
  await expectOrdersSound(store.db);
});

test('Stripe learns a price that returns within a day', async () => {
  const { appContext, at, clock, pass } = await subscribe({}, TAXED('DE 19% VAT'));
  await pass(25);
  const taxed = (rate: number) => {
    const env = { ...peer.env, ...TAXED(`DE ${rate}% VAT`) };
    return { ...appContext, settings: createCheckout(store.db, clock, env).settings };
  };
  for (const [rate, amount] of [
    [16, 110_200],
    [19, 113_050],
    [16, 110_200],
    [19, 113_050],
  ] as const) {
    clock.advance(HOUR_MS);
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    await sendPrices(taxed(rate));
    expect(at()?.amount).toBe(amount);
  }
});

describe('a later period', () => {
  test('is an order when Stripe has charged it, once', async () => {
    const { clock, receive, id, row } = await subscribe();
    clock.advance(30 * 24 * HOUR_MS);
    const event = peer.renewed(id);
    await Promise.all([receive(event), receive(event)]);
    await receive(event);
    expect(await periods()).toEqual([
      { number: 1, state: 'paid' },
      { number: 2, state: 'paid' },
    ]);
    expect((await row()).periodEndsAt).toEqual(new Date('2026-08-12T10:00:00Z'));
    expect(await store.db.$count(orders)).toBe(2);
    await expectOrdersSound(store.db);
    // An erasure of the buyer finds the events by their orders.
    expect(await store.db.$count(paymentEvents, isNotNull(paymentEvents.orderId))).toBe(3);
    expect(await store.db.$count(paymentEvents)).toBe(3);
  });

  test('that fails is past due, leads to the invoice of Stripe, and is active when a retry succeeds', async () => {
    const { receive, id, row } = await subscribe();
    const failed = peer.renewalFailed(id);
    await receive(failed);
    expect(await row()).toMatchObject({
      state: 'past due',
      paymentUrl: expect.stringContaining('/invoice/in_'),
    });
    const paid = peer.renewalRetried(id);
    await receive(paid);
    expect(await row()).toMatchObject({ state: 'active', paymentUrl: null });
    // The event of the failure comes again after the payment.
    await receive(failed.replace(/evt_[\w-]+/, 'evt_late'));
    expect((await row()).state).toBe('active');
    expect(await history()).toEqual(['place', 'start', 'fail', 'renew']);
    await expectOrdersSound(store.db);
  });

  test.each([
    ['was marked as paid at Stripe', 'mark', true],
    ['the credit at Stripe covers', 'credit', true],
    ['was marked as paid at Stripe, whose event was lost', 'mark', false],
  ] as const)(
    'that %s is booked under its invoice, and cannot be refunded through Stripe',
    async (_, by, isTold) => {
      const { appContext, clock, receive, id, row } = await subscribe();
      clock.advance(31 * 24 * HOUR_MS);
      await receive(peer.renewalFailed(id));
      expect((await row()).state).toBe('past due');
      const event = peer.settledWithoutPayment(id, by);
      if (isTold) await receive(event);
      await checkSubscriptions(appContext);
      expect(await row()).toMatchObject({ state: 'active', paymentUrl: null });
      const invoice = peer.subscriptions.get(id)?.latest_invoice ?? '';
      expect(await store.db.select().from(payments).orderBy(asc(payments.createdAt))).toMatchObject(
        [{ state: 'booked' }, { state: 'booked', reference: invoice, amount: 95_000 }],
      );
      clock.advance(2 * 24 * HOUR_MS);
      await reconcile(appContext);
      expect(await store.db.$count(differences)).toBe(0);
      const provider = await openProvider(appContext.settings, 'stripe');
      const refund = { payment: invoice, key: 'r', amount: 100, currency: 'USD', isLate: false };
      await expect(provider?.refund(refund)).rejects.toThrow(ProviderRefusedError);
      expect(await provider?.refundsOf(invoice, undefined)).toEqual([]);
      await expectOrdersSound(store.db);
    },
  );

  test('of another amount that was marked as paid at Stripe is held', async () => {
    const { receive, id } = await subscribe();
    await receive(peer.renewalFailed(id));
    const invoice = peer.invoices.get(peer.subscriptions.get(id)?.latest_invoice ?? '');
    Object.assign(invoice ?? {}, { amount: 90_000 });
    await receive(peer.settledWithoutPayment(id, 'mark'));
    const states = await store.db.select().from(payments);
    expect(states.map(({ state }) => state).toSorted()).toEqual(['booked', 'held']);
  });

  test('that the bank wants confirmed is told to the buyer at once', async () => {
    const { appContext, receive, id, row } = await subscribe();
    await receive(peer.renewalFailed(id, 'invoice.payment_action_required'));
    expect((await row()).state).toBe('past due');
    expect(appContext.mail.sent.at(-1)?.text).toContain('confirm the payment');
  });

  test('that stays unpaid pauses the subscription on day 10, also at Stripe', async () => {
    const { at, receive, id, pass, row } = await subscribe();
    await receive(peer.renewalFailed(id));
    await pass(9);
    expect((await row()).state).toBe('past due');
    await pass(1);
    expect((await row()).state).toBe('paused');
    expect(at()?.pause_collection).toEqual({ behavior: 'void' });
    expect(peer.invoices.get(at()?.latest_invoice ?? '')?.status).toBe('void');
  });

  test('of another amount than expected is held', async () => {
    const { receive, id } = await subscribe();
    await receive(peer.renewed(id, 100));
    const held = await store.db.select().from(payments);
    expect(held.map(({ state }) => state).toSorted()).toEqual(['booked', 'held']);
  });

  test('of another amount than expected is followed by the right one', async () => {
    const { receive, id, pass, at } = await subscribe();
    await pass(30);
    peer.subscriptionEvent(id, { amount: 90_000 });
    await receive(peer.renewed(id));
    expect(await store.db.$count(payments)).toBe(2);
    await pass(30);
    expect(at()?.amount).toBe(95_000);
  });

  test('whose event was lost is found by asking', async () => {
    const { appContext, clock, id, row } = await subscribe();
    clock.advance(31 * 24 * HOUR_MS);
    peer.renewed(id);
    await checkSubscriptions(appContext);
    expect((await row()).periodEndsAt).toEqual(new Date('2026-08-12T10:00:00Z'));
    await expectOrdersSound(store.db);
  });

  test('is asked about again in the next run if Stripe is away, which three subscriptions in a row find out', async () => {
    const { appContext, clock, row } = await subscribe();
    await insertCopies(await row());
    clock.advance(31 * 24 * HOUR_MS);
    const askedAbout = () => new Set(peer.asked.splice(0)).size;
    askedAbout();
    peer.isAway = true;
    await checkSubscriptions(appContext);
    expect(askedAbout()).toBe(3);
    peer.isAway = false;
    await checkSubscriptions(appContext);
    expect(askedAbout()).toBeGreaterThanOrEqual(6);
  });

  test('whose change cannot be sent because Stripe is away keeps no other provider waiting', async () => {
    const { appContext, clock, row } = await subscribe();
    await insertCopies(await row());
    await store.db.update(subscriptions).set({ sendAt: clock.now() });
    const askedAbout = () => new Set(peer.asked.splice(0)).size;
    askedAbout();
    peer.isAway = true;
    await sendSubscriptions(appContext);
    expect(askedAbout()).toBe(1);
    peer.isAway = false;
    await sendSubscriptions(appContext);
    expect(askedAbout()).toBeGreaterThanOrEqual(5);
  });

  test.each([
    ['our marks', true],
    ['no marks, so that Stripe is asked', false],
  ])('is booked from events of an earlier version of the API with %s', async (_, isMarked) => {
    const { receive, id, row } = await subscribe();
    await receive(peer.ofEarlierVersion(peer.renewalFailed(id), isMarked));
    expect((await row()).state).toBe('past due');
    await receive(peer.ofEarlierVersion(peer.renewalRetried(id), isMarked));
    expect((await row()).state).toBe('active');
    expect(await orderRow(store.db, 1002)).toMatchObject({ amount: 95_000, state: 'in progress' });
    await expectOrdersSound(store.db);
  });

  test('of another shop in the same account causes neither a request nor an order', async () => {
    const { receive, id } = await subscribe();
    const stranger = peer
      .renewed(id)
      .replaceAll('shop.example', 'other.example')
      .replaceAll(id, 'sub_of_another_shop');
    const asked = peer.asked.length;
    await receive(stranger);
    expect(peer.asked.length).toBe(asked);
    expect(await store.db.$count(orders)).toBe(1);
  });
});

test('the instructions for operators name the version of the API that Stripe is asked with', async () => {
  const instructions = await readFile('docs/operations/payments.md', 'utf8');
  expect(instructions).toContain(Stripe.API_VERSION);
});

test('a subscription that began before the domain of the shop changed goes on', async () => {
  const { clock, id, row } = await subscribe();
  const moved = createCheckout(store.db, clock, {
    ...peer.env,
    PUBLIC_ORIGIN: 'https://moved.example',
  });
  const receive = (event: string) => takeWebhook(moved, 'stripe', event, peer.sign(event));
  await receive(peer.renewed(id));
  expect(await orderRow(store.db, 1002)).toMatchObject({ amount: 95_000, state: 'in progress' });
  await receive(peer.renewalFailed(id));
  expect((await row()).state).toBe('past due');
  await receive(peer.renewalRetried(id));
  await receive(
    peer.subscriptionEvent(id, { status: 'canceled' }, 'customer.subscription.deleted'),
  );
  expect((await row()).state).toBe('ended');
  await expectOrdersSound(store.db);
});

test('the reconciliation finds the payments of all periods at Stripe', async () => {
  const { appContext, clock, receive, id } = await subscribe();
  clock.advance(30 * 24 * HOUR_MS);
  await receive(peer.renewed(id));
  clock.advance(2 * 24 * HOUR_MS);
  await reconcile(appContext);
  expect(await store.db.select().from(differences)).toEqual([]);
  // One that the list lacks is asked about.
  peer.isListEmpty = true;
  await reconcile(appContext);
  expect(await store.db.select().from(differences)).toEqual([]);
  // One that is in the books alone is a difference.
  peer.invoices.clear();
  await reconcile(appContext);
  expect(await store.db.$count(differences)).toBe(1);
});

test('an invoice that a credit note at Stripe waived books nothing and is reported once', async () => {
  const { appContext, clock, receive, id, row } = await subscribe();
  clock.advance(30 * 24 * HOUR_MS);
  await receive(peer.renewalFailed(id));
  await receive(peer.settledWithoutPayment(id, 'credit note'));
  expect(await store.db.$count(orders)).toBe(1);
  expect((await row()).state).toBe('past due');
  clock.advance(24 * HOUR_MS);
  await reconcile(appContext);
  await reconcile(appContext);
  expect(await store.db.select().from(differences)).toMatchObject([
    {
      reference: peer.subscriptions.get(id)?.latest_invoice,
      whatMessage: { key: 'orders.waived-at-provider' },
    },
  ]);
  await expectOrdersSound(store.db);
});

describe('Stripe', () => {
  test('learns of a cancellation, and of its withdrawal', async () => {
    const { asElena, at } = await subscribe();
    await asElena(cancelSubscription);
    expect(at()?.cancel_at_period_end).toBe(true);
    await asElena(keepSubscription);
    expect(at()?.cancel_at_period_end).toBe(false);
  });

  test('learns of a cancellation later if it is away', async () => {
    const { asElena, at, pass } = await subscribe();
    peer.isAway = true;
    await asElena(cancelSubscription);
    peer.isAway = false;
    await pass(1);
    expect(at()?.cancel_at_period_end).toBe(true);
  });

  test('learns of pause, resumption and end', async () => {
    const { asTeam, at, receive, id, pass, row } = await subscribe();
    await asTeam(pauseSubscription);
    expect(at()?.pause_collection).toEqual({ behavior: 'void' });
    await pass(31);
    expect((await row()).state).toBe('paused');
    await asTeam(resumeSubscription);
    expect(at()?.pause_collection).toBeNull();
    const request = peer.requests.findLast(({ method }) => method === 'POST');
    expect(decodeURIComponent(request?.body ?? '')).toContain('billing_cycle_anchor[type]=now');
    await receive(peer.renewed(id));
    expect(await periods()).toHaveLength(2);
    await asTeam(endSubscription);
    expect(at()?.status).toBe('canceled');
    await expectOrdersSound(store.db);
  });

  test('does not begin at once because its price is planned while Stripe prepares the renewal', async () => {
    const { asTeam, clock, receive, id, row } = await subscribe();
    const { periodEndsAt } = await row();
    clock.advance(periodEndsAt!.getTime() - clock.now().getTime() + HOUR_MS / 2);
    const asked = peer.requests.length;
    await asTeam((turn) => planPrice(turn, '1000'));
    const sent = peer.requests.slice(asked).map(({ body }) => decodeURIComponent(body));
    expect(sent.join('\n')).not.toContain('billing_cycle_anchor');
    await receive(peer.renewed(id));
    expect(await periods()).toHaveLength(2);
    await expectOrdersSound(store.db);
  });

  test('learns the new price before the period in which it applies', async () => {
    const { asTeam, at, clock, receive, id, pass, row } = await subscribe();
    clock.advance(HOUR_MS);
    await asTeam((turn) => planPrice(turn, '1000'));
    await pass(29);
    expect(at()?.amount).toBe(95_000);
    await pass(1);
    await receive(peer.renewed(id));
    await pass(25);
    expect(at()?.amount).toBe(100_000);
    await pass(6);
    await receive(peer.renewed(id));
    expect(await orderRow(store.db, 1003)).toMatchObject({ amount: 100_000, state: 'in progress' });
    expect(await row()).toMatchObject({ nextUnitAmount: null, state: 'active' });
    await expectOrdersSound(store.db);
  });

  test.each<[string, Parameters<typeof peer.subscriptionEvent>[1]]>([
    ['ends', { status: 'canceled' }],
    ['will end', { cancel_at_period_end: true }],
    ['is paused', { pause_collection: { behavior: 'void' } }],
  ])('leaves no open order of a period if the subscription %s there', async (_, changed) => {
    const { receive, id } = await subscribe();
    // The payment of another amount is held, so the order of its period is open.
    await receive(peer.renewed(id, 100));
    expect(await orderRow(store.db, 1002)).toMatchObject({ state: 'awaiting payment' });
    await receive(peer.subscriptionEvent(id, changed));
    expect(await orderRow(store.db, 1002)).toMatchObject({ state: 'cancelled' });
    await expectSubscriptionsSound(store.db);
    await expectOrdersSound(store.db);
  });

  test('leaves no open order of a period when a cancelled subscription is over', async () => {
    const { asElena, receive, id, pass, row } = await subscribe();
    await asElena(cancelSubscription);
    await receive(peer.renewed(id, 100));
    await pass(31);
    expect((await row()).state).toBe('ended');
    expect(await orderRow(store.db, 1002)).toMatchObject({ state: 'cancelled' });
    await expectSubscriptionsSound(store.db);
    await expectOrdersSound(store.db);
  });

  test('no longer charges a period that is past due: its link replaces the open order', async () => {
    const { appContext, receive, id, row } = await subscribe();
    await receive(peer.renewed(id, 100));
    await receive(peer.renewalFailed(id));
    await continueByLink(appContext, (await row()).id, id);
    expect(await row()).toMatchObject({ state: 'past due', paymentMethod: 'link' });
    expect(await orderRow(store.db, 1002)).toMatchObject({ state: 'cancelled' });
    expect(await orderRow(store.db, 1003)).toMatchObject({ state: 'awaiting payment' });
    await expectOrdersSound(store.db);
  });

  test('no longer charges it: the period by link begins at the instant the paid one ends', async () => {
    const { appContext, clock, id, pass, row } = await subscribe();
    await continueByLink(appContext, (await row()).id, id);
    const { periodEndsAt } = await row();
    expect(periodEndsAt).toEqual(new Date('2026-07-12T10:00:00Z'));
    await pass(25);
    const [, next] = await store.db
      .select({ startsAt: subscriptionPeriods.startsAt, endsAt: subscriptionPeriods.endsAt })
      .from(subscriptionPeriods)
      .orderBy(asc(subscriptionPeriods.number));
    expect(next).toEqual({ startsAt: periodEndsAt, endsAt: new Date('2026-08-12T10:00:00Z') });
    clock.advance(periodEndsAt!.getTime() - clock.now().getTime() - 1);
    await runSubscriptions(appContext);
    expect((await row()).state).toBe('active');
    clock.advance(1);
    await runSubscriptions(appContext);
    expect((await row()).state).toBe('past due');
    await expectSubscriptionsSound(store.db);
    await expectOrdersSound(store.db);
  });

  test('tells of a pause that somebody planned there, and of its withdrawal', async () => {
    const { receive, id, pass, row } = await subscribe();
    const paused = { behavior: 'void' };
    await receive(peer.subscriptionEvent(id, { pause_collection: paused }));
    expect((await row()).isPausing).toBe(true);
    await receive(peer.subscriptionEvent(id, { pause_collection: null }));
    expect((await row()).isPausing).toBe(false);
    expect(await history()).toEqual(['place', 'start', 'plan-pause', 'undo-pause']);
    await pass(31);
    await receive(peer.renewed(id));
    expect(await row()).toMatchObject({ state: 'active', isPausing: false });
    expect(await periods()).toHaveLength(2);
    await expectOrdersSound(store.db);
  });

  test('does not withdraw a pause that the team has planned', async () => {
    const { asTeam, receive, id, row } = await subscribe();
    await asTeam(pauseSubscription);
    await receive(peer.subscriptionEvent(id, { pause_collection: null }));
    expect((await row()).isPausing).toBe(true);
  });

  test('tells of cancellations and ends that somebody made there', async () => {
    const { receive, id, row } = await subscribe();
    await receive(peer.subscriptionEvent(id, { cancel_at_period_end: true }));
    expect((await row()).state).toBe('ending');
    await receive(peer.subscriptionEvent(id, { cancel_at_period_end: false }));
    expect((await row()).state).toBe('active');
    const late = peer.subscriptionEvent(id, {});
    await receive(
      peer.subscriptionEvent(id, { status: 'canceled' }, 'customer.subscription.deleted'),
    );
    expect((await row()).state).toBe('ended');
    await receive(late);
    expect((await row()).state).toBe('ended');
  });
});

/** Five more subscriptions at the provider. */
async function insertCopies(first: typeof subscriptions.$inferSelect): Promise<void> {
  const copies = [1, 2, 3, 4, 5].map((number) => ({
    ...first,
    id: crypto.randomUUID(),
    number: first.number + number,
    secretHash: `secret ${number}`,
    providerId: `sub_copy${number}`,
  }));
  await store.db.insert(subscriptions).values(copies);
}
