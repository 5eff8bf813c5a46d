import { asc } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { VISITORS } from '../../../../tests/support/cast.ts';
import { insertCoupon } from '../../../../tests/support/coupons.ts';
import { hire, TestClock, useDatabase } from '../../../../tests/support/database.ts';
import { createCheckout, openForm, serviceAt } from '../../../../tests/support/order-form.ts';
import { expectOrdersSound } from '../../../../tests/support/order-invariants.ts';
import { orderRow } from '../../../../tests/support/orders.ts';
import { PayPalPeer } from '../../../../tests/support/paypal-peer.ts';
import { tracedBy } from '../../../../tests/support/team.ts';
import type { Service } from '../../../shop/service.ts';
import { JobWorker } from '../../../platform/change/job-worker.server.ts';
import { secretOf } from '../access.server.ts';
import { beginCheckout } from '../payment/begin-checkout.server.ts';
import { checkOnVisit, checkPages } from '../payment/check-pages.server.ts';
import { reconcile } from '../payment/reconcile.server.ts';
import { learnReturns } from '../payment/return-payment.server.ts';
import { takeWebhook } from '../payment/take-webhook.server.ts';
import { refundKind } from '../refund/refund-kind.server.ts';
import { decideRefund } from '../refund/refund-requests.server.ts';
import { invoices } from '../../../billing/server/tables.server.ts';
import { checkouts, differences, disputes, orders, payments, refunds } from '../tables.server.ts';
import {
  asSubscriber,
  asSubscriptionMember,
  cancelSubscription,
  endSubscription,
  keepSubscription,
  pauseSubscription,
  planPrice,
  resumeSubscription,
  undoPause,
} from './act-on-subscription.server.ts';
import { endSubscriptionKind } from './end-subscription-kind.server.ts';
import { runSubscriptions } from './run-subscriptions.server.ts';
import { checkSubscriptions, sendPrices, sendSubscriptions } from './send-subscriptions.server.ts';
import { secretOfSubscription } from './subscription-access.server.ts';
import { subscriptionEvents, subscriptionPeriods, subscriptions } from './tables.server.ts';

const store = useDatabase();
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const ALL = { outcome: 'full', way: 'method', amount: '', reference: '', reply: '' } as const;
const TAXED = (rates: string) => ({ TAX: 'on', SELLER_COUNTRY: 'DE', TAX_RATES: rates });
let peer: PayPalPeer;
beforeEach(async () => {
  peer = await PayPalPeer.start();
});
afterEach(() => peer.close());

/** Elena's order of a subscription, with the page of PayPal open. */
async function place(
  typed = {},
  env: Record<string, string> = {},
  price: Partial<Service['price']> = {},
  startsAt?: number,
) {
  const clock = new TestClock();
  if (startsAt !== undefined) clock.advance(startsAt - clock.now().getTime());
  peer.billing.now = () => clock.now();
  const appContext = createCheckout(store.db, clock, { ...peer.env, ...env });
  const maya = await hire(store.db, 'maya');
  const path = 'digital/email-marketing';
  const changed = { price: { ...serviceAt(appContext, path).price, ...price } };
  const form = await openForm(
    appContext,
    path,
    VISITORS.elena,
    { purchase: 'subscribe', ...typed },
    changed,
  );
  const seen = await form.place({ code: '' });
  await form.place({
    code: await form.askCode(),
    ...(seen.kind === 'changed' && { seen: seen.quote.seen }),
  });
  const { id: orderId } = await orderRow(store.db, 1001);
  const open = async () =>
    peer.pageIdOf(await beginCheckout(appContext, await secretOf(store.db, orderId), 'paypal')) ??
    '';
  const id = await open();
  const receive = (event: string) => takeWebhook(appContext, 'paypal', event, peer.sign(event));
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
  const back = () => checkOnVisit(appContext, orderId, true);
  const work = async () => {
    const kinds = [refundKind(appContext), endSubscriptionKind(appContext)];
    const worker = new JobWorker({ ...appContext, kinds });
    await worker.look();
    await worker.settled();
  };
  const at = () => peer.billing.find(id);
  return { appContext, clock, id, at, open, back, work, receive, row, pass, asElena, asTeam };
}

/** The same, and Elena has agreed and returned. */
async function subscribe(...placed: Parameters<typeof place>) {
  const one = await place(...placed);
  peer.billing.approve(one.id);
  await one.back();
  return one;
}

const periods = () =>
  store.db
    .select({ number: subscriptionPeriods.number, state: subscriptionPeriods.state })
    .from(subscriptionPeriods)
    .orderBy(asc(subscriptionPeriods.number));

const history = async () =>
  (await store.db.select().from(subscriptionEvents).orderBy(asc(subscriptionEvents.number))).map(
    ({ transition }) => transition,
  );

const pages = async () =>
  (await store.db.select().from(checkouts).orderBy(asc(checkouts.createdAt))).map(
    ({ state }) => state,
  );

const states = async () =>
  (await store.db.select().from(payments)).map(({ state }) => state).toSorted();

/** PayPal charges the next period when it is due. */
async function renew({ clock, receive, id }: Awaited<ReturnType<typeof subscribe>>) {
  clock.advance(peer.billing.find(id).next.getTime() - clock.now().getTime());
  const event = peer.billing.renewed(id);
  await receive(event);
  return event;
}

describe('the page of PayPal', () => {
  test('has a plan with our interval, and a setup fee for the first period', async () => {
    const { at } = await place();
    expect(at()).toMatchObject({
      custom_id: expect.stringMatching(/^[0-9a-f-]{36}@shop\.example$/),
      // The first instant of July 12 in New York.
      start_time: new Date('2026-07-12T04:00:00Z'),
      userAction: 'CONTINUE',
      plan: {
        name: expect.stringContaining('E-1001: '),
        billing_cycles: [
          {
            frequency: { interval_unit: 'MONTH', interval_count: 1 },
            total_cycles: 0,
            pricing_scheme: { fixed_price: { value: '950.00', currency_code: 'USD' } },
          },
        ],
        payment_preferences: {
          setup_fee: { value: '950.00', currency_code: 'USD' },
          setup_fee_failure_action: 'CANCEL',
          auto_bill_outstanding: false,
          payment_failure_threshold: 0,
        },
      },
    });
  });

  test.each([
    ['week', 'WEEK', 1],
    ['month', 'MONTH', 1],
    ['quarter', 'MONTH', 3],
    ['year', 'YEAR', 1],
  ] as const)('charges every %s', async (unit, interval_unit, interval_count) => {
    const { at } = await place({}, {}, { unit });
    expect(at().plan.billing_cycles[0]?.frequency).toEqual({ interval_unit, interval_count });
  });

  test('stays the same if the button is pressed again, and another order uses the same product', async () => {
    const { appContext, open, id } = await place();
    expect(await open()).toBe(id);
    expect(peer.billing.plans.size).toBe(1);
    expect([...peer.billing.products.values()]).toMatchObject([{ type: 'SERVICE' }]);
    const form = await openForm(appContext, 'digital/email-marketing', VISITORS.daniel, {
      purchase: 'subscribe',
    });
    await form.place({ code: await form.askCode() });
    const { id: second } = await orderRow(store.db, 1002);
    await beginCheckout(appContext, await secretOf(store.db, second), 'paypal');
    expect(peer.billing.plans.size).toBe(2);
    expect(peer.billing.products.size).toBe(1);
  });

  test('takes no money without the shop, and begins with the dates of PayPal', async () => {
    const { back, clock, id, row, at } = await place();
    peer.billing.approve(id);
    expect(at().sales).toEqual([]);
    await back();
    expect(await row()).toMatchObject({
      state: 'active',
      paymentMethod: 'paypal',
      providerId: id,
      providerAmount: 95_000,
      periodStartsAt: clock.now(),
      periodEndsAt: new Date('2026-07-12T04:00:00Z'),
    });
    // The buyer's answers are missing.
    expect((await orderRow(store.db, 1001)).state).toBe('paid');
    await expectOrdersSound(store.db);
  });

  test('begins it once, in every order of return and events, also repeated and released later', async () => {
    const { appContext, back, clock, id, receive } = await place();
    await receive(peer.billing.event(id, 'BILLING.SUBSCRIPTION.CREATED'));
    peer.billing.approve(id);
    // The buyer closes the browser, and the schedule finds the approval.
    clock.advance(10 * 60_000);
    await checkPages(appContext);
    const sale = peer.billing.saleEvent(id);
    await Promise.all([receive(sale), back(), receive(sale)]);
    await receive(peer.billing.event(id, 'BILLING.SUBSCRIPTION.ACTIVATED'));
    // PayPal reports a held payment again when it is released.
    await receive(peer.billing.saleEvent(id));
    await receive(peer.billing.event(id, 'BILLING.SUBSCRIPTION.CREATED'));
    expect(await states()).toEqual(['booked']);
    expect(await history()).toEqual(['place', 'start']);
    expect(await periods()).toEqual([{ number: 1, state: 'paid' }]);
    await expectOrdersSound(store.db);
  });

  test('waits for a payment hours after the activation, which the list does not contain yet', async () => {
    const { back, clock, id, receive, row } = await place();
    peer.billing.nextFee = 'LATE';
    peer.billing.approve(id);
    await back();
    await receive(peer.billing.event(id, 'BILLING.SUBSCRIPTION.ACTIVATED'));
    expect((await row()).state).toBe('awaiting payment');
    expect(await pages()).toEqual(['in progress']);
    clock.advance(5 * HOUR_MS);
    peer.billing.isListLate = true;
    await receive(peer.billing.chargeLate(id));
    expect(await row()).toMatchObject({
      state: 'active',
      periodStartsAt: clock.now(),
      periodEndsAt: new Date('2026-07-12T04:00:00Z'),
    });
    expect(await pages()).toEqual(['completed']);
    await expectOrdersSound(store.db);
  });

  test.each(['DECLINED', 'LATE'] as const)(
    'can be opened again after a first payment that fails (%s)',
    async (fee) => {
      const { appContext, back, clock, id, open, receive, row } = await place();
      peer.billing.nextFee = fee;
      peer.billing.approve(id);
      await back();
      if (fee === 'LATE') {
        await receive(peer.billing.failLate(id));
        clock.advance(DAY_MS);
        await checkPages(appContext);
      }
      expect(await pages()).toEqual(['failed']);
      expect((await row()).state).toBe('awaiting payment');
      const next = await open();
      expect(next).not.toBe(id);
      peer.billing.approve(next);
      await back();
      expect(await row()).toMatchObject({ state: 'active', providerId: next });
      await expectOrdersSound(store.db);
    },
  );

  test('that was left or is gone expires, and a late approval takes no money', async () => {
    const { appContext, back, clock, id, open, row, at } = await place();
    clock.advance(4 * HOUR_MS);
    await checkPages(appContext);
    expect(await pages()).toEqual(['expired']);
    peer.billing.approve(id);
    await back();
    clock.advance(DAY_MS);
    await checkPages(appContext);
    expect(at()).toMatchObject({ status: 'APPROVED', sales: [] });
    expect((await row()).state).toBe('awaiting payment');
    const next = await open();
    peer.billing.subscriptions.delete(next);
    clock.advance(4 * HOUR_MS);
    await checkPages(appContext);
    expect(await pages()).toEqual(['expired', 'expired']);
  });

  test('that is activated twice charges once', async () => {
    const { back, id, clock, appContext, at } = await place();
    peer.billing.approve(id);
    // The activation succeeds, but its answer is lost.
    peer.loses = (path) => path.endsWith('/activate');
    await back();
    peer.loses = undefined;
    clock.advance(DAY_MS);
    await checkPages(appContext);
    expect(at().sales).toHaveLength(1);
    expect(await states()).toEqual(['booked']);
  });

  test('of another amount than agreed holds the payment, ends at PayPal, and can be paid again', async () => {
    const { appContext, back, clock, id, open, receive, row, work } = await place();
    await receive(peer.billing.stranger(id, { value: '1.00', currency_code: 'USD' }));
    expect(await states()).toEqual(['held']);
    expect(await row()).toMatchObject({ state: 'awaiting payment', providerId: null });
    await work();
    expect(peer.billing.find(id).status).toBe('CANCELLED');
    clock.advance(DAY_MS);
    await checkPages(appContext);
    const next = await open();
    peer.billing.approve(next);
    await back();
    expect(await row()).toMatchObject({ state: 'active', providerId: next });
    await expectOrdersSound(store.db);
  });

  test('that is paid twice holds the second payment and ends it at PayPal', async () => {
    const { id, receive, row, work } = await subscribe();
    const second = peer.billing.copy(id, {});
    await receive(peer.billing.stranger(second, { value: '950.00', currency_code: 'USD' }));
    await receive(peer.billing.event(second, 'BILLING.SUBSCRIPTION.CANCELLED'));
    expect(await states()).toEqual(['booked', 'held']);
    expect(await row()).toMatchObject({ state: 'active', providerId: id });
    await work();
    expect(peer.billing.find(second).status).toBe('CANCELLED');
    expect(peer.billing.find(id).status).toBe('ACTIVE');
  });

  test('takes a coupon for the first period as another setup fee, and charges later periods in full', async () => {
    await insertCoupon(store.db, { code: 'FIRST' });
    const one = await subscribe({ coupon: 'FIRST' });
    expect((await orderRow(store.db, 1001)).amount).toBe(85_500);
    expect(one.at().plan.payment_preferences.setup_fee.value).toBe('855.00');
    expect(await one.row()).toMatchObject({ state: 'active', providerAmount: 95_000 });
    await renew(one);
    expect(await orderRow(store.db, 1002)).toMatchObject({ amount: 95_000, state: 'in progress' });
    await expectOrdersSound(store.db);
  });

  test('takes a tax rate that ends as another setup fee', async () => {
    const one = await subscribe({}, TAXED('DE 19% VAT; DE 16% VAT from 2026-07-01'));
    expect(one.at().plan.payment_preferences.setup_fee.value).toBe('1130.50');
    expect(await one.row()).toMatchObject({ state: 'active', providerAmount: 110_200 });
    await renew(one);
    expect(await orderRow(store.db, 1002)).toMatchObject({ amount: 110_200, state: 'in progress' });
    await expectOrdersSound(store.db);
  });

  test('is open while the team changes a tax rate: PayPal learns the right price', async () => {
    const one = await place({}, TAXED('DE 19% VAT'));
    const { settings } = createCheckout(store.db, one.clock, {
      ...peer.env,
      ...TAXED('DE 20% VAT'),
    });
    Object.assign(one.appContext, { settings });
    peer.billing.approve(one.id);
    await one.back();
    expect(await one.row()).toMatchObject({ state: 'active', providerAmount: 113_050 });
    await one.pass(1);
    expect(one.at().newPrice?.price.value).toBe('1140.00');
    await renew(one);
    expect(await orderRow(store.db, 1002)).toMatchObject({ amount: 114_000, state: 'in progress' });
    expect(await states()).toEqual(['booked', 'booked']);
    await expectOrdersSound(store.db);
  });

  test.each([
    ['HUF', 1_000_000, '10000'],
    ['TWD', 50_000, '500'],
    ['JPY', 9000, '9000'],
  ])('has no decimals in %s', async (currency, amount, value) => {
    const one = await subscribe({}, {}, { amount, currency });
    expect(one.at().price).toEqual({ value, currency_code: currency });
    await renew(one);
    expect(await orderRow(store.db, 1002)).toMatchObject({
      amount,
      currency,
      state: 'in progress',
    });
  });

  test('begins an ordinary payment if PayPal does not take the amount of later periods', async () => {
    await insertCoupon(store.db, { code: 'MINUS', amount: 50, currency: 'HUF' });
    const { id } = await place({ coupon: 'MINUS' }, {}, { amount: 1_000_050, currency: 'HUF' });
    expect([peer.billing.subscriptions.size, peer.orders.has(id)]).toEqual([0, true]);
  });
});

describe('a later period', () => {
  test('is an order when PayPal has charged it, once', async () => {
    const one = await subscribe();
    const event = await renew(one);
    await Promise.all([one.receive(event), one.receive(event)]);
    await one.receive(peer.billing.saleEvent(one.id));
    expect(await periods()).toEqual([
      { number: 1, state: 'paid' },
      { number: 2, state: 'paid' },
    ]);
    expect(await one.row()).toMatchObject({
      periodStartsAt: new Date('2026-07-12T10:00:00Z'),
      periodEndsAt: new Date('2026-08-12T10:00:00Z'),
    });
    expect(await store.db.$count(orders)).toBe(2);
    expect(await store.db.$count(invoices)).toBe(2);
    await expectOrdersSound(store.db);
  });

  test('that fails is past due although PayPal calls it active, and is active when a retry succeeds', async () => {
    const { appContext, clock, receive, id, at, row } = await subscribe();
    clock.advance(at().next.getTime() - clock.now().getTime());
    const failed = peer.billing.renewalFailed(id);
    await receive(failed);
    expect(await row()).toMatchObject({
      state: 'past due',
      paymentUrl: expect.stringContaining('/myaccount/autopay/'),
    });
    clock.advance(5 * DAY_MS);
    await receive(peer.billing.renewed(id));
    // The retry does not move the schedule.
    expect(await row()).toMatchObject({
      state: 'active',
      paymentUrl: null,
      periodStartsAt: new Date('2026-07-12T10:00:00Z'),
      periodEndsAt: new Date('2026-08-12T10:00:00Z'),
    });
    await receive(failed.replace(/WH-[\w-]+/, 'WH-late'));
    expect((await row()).state).toBe('active');
    expect(await history()).toEqual(['place', 'start', 'fail', 'renew']);
    expect(appContext.mail.sent.length).toBeGreaterThan(0);
    await expectOrdersSound(store.db);
  });

  test('whose retry was not told is found by asking', async () => {
    const { appContext, clock, receive, id, at, row } = await subscribe();
    clock.advance(at().next.getTime() - clock.now().getTime());
    await receive(peer.billing.renewalFailed(id));
    clock.advance(5 * DAY_MS);
    peer.billing.renewed(id);
    await checkSubscriptions(appContext);
    expect((await row()).state).toBe('active');
  });

  test('that stays unpaid pauses the subscription on day 10, also at PayPal', async () => {
    const { at, clock, receive, id, pass, row } = await subscribe();
    clock.advance(at().next.getTime() - clock.now().getTime());
    await receive(peer.billing.renewalFailed(id));
    await pass(9);
    expect(await row()).toMatchObject({ state: 'past due', remindersSent: 3 });
    await pass(1);
    expect((await row()).state).toBe('paused');
    expect(at().status).toBe('SUSPENDED');
    await receive(peer.billing.event(id, 'BILLING.SUBSCRIPTION.SUSPENDED'));
    expect((await row()).state).toBe('paused');
    // The last attempt of PayPal succeeds after all.
    await receive(peer.billing.renewed(id));
    expect((await row()).state).toBe('active');
    await expectOrdersSound(store.db);
  });

  test.each([{ value: '1.00' }, { currency_code: 'EUR' }])(
    'of another amount or currency than expected is held (%j)',
    async (change) => {
      const { clock, receive, id } = await subscribe();
      clock.advance(31 * DAY_MS);
      await receive(peer.billing.renewed(id, change));
      expect(await states()).toEqual(['booked', 'held']);
    },
  );

  test('whose event was lost is found by asking, and so are two', async () => {
    const { appContext, clock, id, at, row } = await subscribe();
    for (const month of [1, 2]) {
      clock.advance(at().next.getTime() - clock.now().getTime());
      peer.billing.renewed(id);
      expect(at().sales).toHaveLength(month + 1);
    }
    clock.advance(3 * HOUR_MS);
    await checkSubscriptions(appContext);
    expect(await row()).toMatchObject({
      periodStartsAt: new Date('2026-08-12T10:00:00Z'),
      periodEndsAt: new Date('2026-09-12T10:00:00Z'),
    });
    expect(await periods()).toHaveLength(3);
    await expectOrdersSound(store.db);
  });

  test('ends on the last day of a short month', async () => {
    // The last day of the month in New York.
    const one = await place({}, {}, {}, Date.parse('2027-01-31T15:00:00Z'));
    peer.billing.approve(one.id);
    await one.back();
    expect((await one.row()).periodEndsAt).toEqual(new Date('2027-02-28T05:00:00Z'));
    await renew(one);
    expect((await one.row()).periodEndsAt).toEqual(new Date('2027-03-28T10:00:00Z'));
  });

  test('of another shop in the same account causes neither a request nor an order', async () => {
    const one = await subscribe();
    const stranger = (await renew(one)).replaceAll('shop.example', 'other.example');
    const asked = peer.asked.length;
    await one.receive(stranger.replace(/WH-[\w-]+/, 'WH-stranger').replace(one.id, 'I-OTHER'));
    // Only the signature was checked.
    expect(peer.asked.slice(asked).filter((path) => path.includes('/billing/'))).toEqual([]);
    expect(await store.db.$count(orders)).toBe(2);
  });

  test('that began before the domain of the shop changed is an order', async () => {
    const one = await subscribe();
    const moved = createCheckout(store.db, one.clock, {
      ...peer.env,
      PUBLIC_ORIGIN: 'https://moved.example',
    });
    one.clock.advance(30 * DAY_MS);
    const event = peer.billing.renewed(one.id);
    await takeWebhook(moved, 'paypal', event, peer.sign(event));
    expect(await periods()).toHaveLength(2);
    expect(await states()).toEqual(['booked', 'booked']);
  });

  test('without our mark is ours if its subscription has it, and ignored otherwise', async () => {
    const one = await subscribe();
    peer.billing.isUnmarked = true;
    const event = await renew(one);
    expect(await periods()).toHaveLength(2);
    await one.receive(event.replace(/WH-[\w-]+/, 'WH-gone').replace(one.id, 'I-GONE'));
    const other = peer.billing.copy(one.id, { custom_id: 'of another program' });
    await one.receive(peer.billing.renewed(other));
    expect(await states()).toEqual(['booked', 'booked']);
  });
});

describe('the money of a later period', () => {
  test('is refunded at PayPal, and PayPal reports it in both of its formats', async () => {
    const one = await subscribe();
    await renew(one);
    const ines = await hire(store.db, 'ines');
    await decideRefund(one.appContext, tracedBy(ines), ines, 1002, ALL);
    await one.work();
    const [refund] = peer.refunds;
    expect(refund).toMatchObject({ payment: one.at().sales.at(-1)?.id, amount: 95_000 });
    await one.receive(peer.billing.refundEvent(refund?.payment ?? '', refund?.id ?? '', '950.00'));
    await one.receive(peer.refundTurnsOut(refund?.payment ?? '', 'done'));
    expect(await store.db.select().from(refunds)).toMatchObject([
      { state: 'done', amount: 95_000 },
    ]);
    expect((await orderRow(store.db, 1002)).refundedAmount).toBe(95_000);
    await expectOrdersSound(store.db);
  });

  test('that was refunded or taken back at PayPal leaves the order', async () => {
    const one = await subscribe();
    await renew(one);
    const sale = one.at().sales.at(-1)?.id ?? '';
    await one.receive(peer.billing.refundEvent(sale, 'R-1', '50.00'));
    await one.receive(peer.billing.refundEvent(sale, 'R-1', '50.00'));
    await one.receive(peer.billing.refundEvent(sale, 'V-1', '900.00', 'REVERSED'));
    expect((await orderRow(store.db, 1002)).refundedAmount).toBe(95_000);
    await expectOrdersSound(store.db);
  });

  test('is found by the refunds that PayPal lists, if no event arrives', async () => {
    const one = await subscribe();
    await renew(one);
    peer.refundedHere(one.at().sales.at(-1)?.id ?? '', 10_000);
    await learnReturns(one.appContext);
    expect((await orderRow(store.db, 1002)).refundedAmount).toBe(10_000);
  });

  test('can be disputed', async () => {
    const one = await subscribe();
    await renew(one);
    const sale = one.at().sales.at(-1)?.id ?? '';
    await one.receive(peer.disputed(sale, 'open', 95_000));
    await one.receive(peer.disputed(sale, 'lost', 95_000));
    expect(await store.db.select().from(disputes)).toMatchObject([{ state: 'lost' }]);
    expect((await orderRow(store.db, 1002)).refundedAmount).toBe(95_000);
    await expectOrdersSound(store.db);
  });

  test.each([false, true])('is compared with the books (without marks: %s)', async (isUnmarked) => {
    const one = await subscribe();
    await renew(one);
    one.clock.advance(2 * DAY_MS);
    peer.billing.isUnmarked = isUnmarked;
    const other = peer.billing.copy(one.id, { custom_id: 'of another program' });
    peer.billing.renewed(other);
    await reconcile(one.appContext);
    expect(await store.db.select().from(differences)).toEqual([]);
    // A payment that the list lacks is asked about.
    peer.isListEmpty = true;
    await reconcile(one.appContext);
    expect(await store.db.select().from(differences)).toEqual([]);
    peer.isListEmpty = false;
    // A payment in the books alone, and one at PayPal alone, are differences.
    peer.billing.renewed(one.id);
    one.at().sales.splice(1, 1);
    await reconcile(one.appContext);
    expect(await store.db.$count(differences)).toBe(2);
  });

  test('is compared with the books although PayPal has deleted another subscription', async () => {
    const one = await subscribe();
    await renew(one);
    one.clock.advance(2 * DAY_MS);
    peer.billing.isUnmarked = true;
    const other = peer.billing.copy(one.id, { custom_id: 'of another program' });
    peer.billing.renewed(other);
    peer.billing.forgotten.add(other);
    await reconcile(one.appContext);
    // Nothing says whose payment it is, so the team decides.
    expect(await store.db.$count(differences)).toBe(1);
    one.at().sales.splice(1, 1);
    await reconcile(one.appContext);
    expect(await store.db.$count(differences)).toBe(2);
  });
});

describe('PayPal', () => {
  test('is suspended until the end of the period by a cancellation, and continues if it is kept', async () => {
    const { asElena, at, id, receive, row } = await subscribe();
    await asElena(cancelSubscription);
    expect(at().status).toBe('SUSPENDED');
    await receive(peer.billing.event(id, 'BILLING.SUBSCRIPTION.SUSPENDED'));
    expect((await row()).state).toBe('ending');
    await asElena(keepSubscription);
    expect(at().status).toBe('ACTIVE');
    await receive(peer.billing.event(id, 'BILLING.SUBSCRIPTION.ACTIVATED'));
    expect((await row()).state).toBe('active');
  });

  test('is cancelled for good when the period of a cancelled subscription is over', async () => {
    const { asElena, at, pass, row } = await subscribe();
    await asElena(cancelSubscription);
    await pass(31);
    expect((await row()).state).toBe('ended');
    expect(at().status).toBe('CANCELLED');
  });

  test('learns of a cancellation later if it is away', async () => {
    const { asElena, at, pass } = await subscribe();
    peer.isAway = true;
    await asElena(cancelSubscription);
    peer.isAway = false;
    await pass(1);
    expect(at().status).toBe('SUSPENDED');
  });

  test('learns of pause, resumption and end, and charges the next period on its next date', async () => {
    const one = await subscribe();
    await one.asTeam(pauseSubscription);
    expect(one.at().status).toBe('SUSPENDED');
    await one.pass(41);
    expect((await one.row()).state).toBe('paused');
    await one.asTeam(resumeSubscription);
    expect(one.at().status).toBe('ACTIVE');
    expect(one.appContext.mail.sent.at(-1)?.text).toContain('on its next date');
    await checkSubscriptions(one.appContext);
    expect(await periods()).toHaveLength(1);
    await renew(one);
    expect(await periods()).toHaveLength(2);
    expect((await one.row()).periodStartsAt).toEqual(new Date('2026-08-12T10:00:00Z'));
    await one.asTeam(endSubscription);
    expect(one.at().status).toBe('CANCELLED');
    await expectOrdersSound(store.db);
  });

  test('learns a new price more than ten days before the period in which it applies', async () => {
    const one = await subscribe();
    one.clock.advance(HOUR_MS);
    await one.asTeam((turn) => planPrice(turn, '1000'));
    await one.pass(19);
    expect(one.at().newPrice).toBeNull();
    // The period of July 12 begins within the notice, and keeps its price.
    await one.pass(3);
    expect(one.at().newPrice?.price.value).toBe('1000.00');
    await renew(one);
    expect(await orderRow(store.db, 1002)).toMatchObject({ amount: 95_000, state: 'in progress' });
    await one.pass(25);
    await renew(one);
    expect(await orderRow(store.db, 1003)).toMatchObject({ amount: 100_000, state: 'in progress' });
    expect(await one.row()).toMatchObject({ nextUnitAmount: null, state: 'active' });
    expect(await states()).toEqual(['booked', 'booked', 'booked']);
    await expectOrdersSound(store.db);
  });

  test('learns a new price of a week, whose periods are shorter than the notice', async () => {
    const one = await subscribe({}, {}, { unit: 'week' });
    await one.asTeam((turn) => planPrice(turn, '1000'));
    for (let week = 2; week <= 7; week += 1) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      await one.pass(6);
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      await renew(one);
    }
    expect(await states()).toEqual(Array.from({ length: 7 }, () => 'booked'));
    expect((await orderRow(store.db, 1005)).amount).toBe(95_000);
    expect((await orderRow(store.db, 1006)).amount).toBe(100_000);
  });

  test('refuses a price: the old one is not charged, and the next periods are paid by link', async () => {
    const { at, asTeam, pass, row, receive, id } = await subscribe();
    await asTeam((turn) => planPrice(turn, '1000'));
    peer.billing.refuses = { price: 'SUBSCRIPTION_PRICE_INVALID' };
    await pass(23);
    expect(at().status).toBe('CANCELLED');
    expect(await row()).toMatchObject({ state: 'active', paymentMethod: 'link', providerId: null });
    await receive(peer.billing.event(id, 'BILLING.SUBSCRIPTION.CANCELLED'));
    expect((await row()).state).toBe('active');
    await pass(3);
    expect(await orderRow(store.db, 1002)).toMatchObject({ state: 'awaiting payment' });
    expect(await history()).toEqual(['place', 'start', 'plan-price', 'pay-by-link']);
    await expectOrdersSound(store.db);
  });
});

describe('at PayPal, somebody', () => {
  test('cancels: the paid period stays, and a kept subscription is paid by link', async () => {
    const { appContext, asElena, id, pass, receive, row } = await subscribe();
    const cancelled = peer.billing.changedThere(id, 'CANCELLED');
    await receive(cancelled);
    await receive(cancelled);
    await receive(peer.billing.event(id, 'BILLING.SUBSCRIPTION.UPDATED'));
    expect((await row()).state).toBe('ending');
    await asElena(keepSubscription);
    expect(await row()).toMatchObject({ state: 'active', paymentMethod: 'link', providerId: null });
    expect(appContext.mail.sent.at(-1)?.text).toContain('payment link before each period');
    await receive(peer.billing.event(id, 'BILLING.SUBSCRIPTION.CANCELLED'));
    expect((await row()).state).toBe('active');
    await pass(25);
    const { id: next } = await orderRow(store.db, 1002);
    await beginCheckout(appContext, await secretOf(store.db, next), 'paypal');
    // The next period is an ordinary payment.
    expect(peer.orders.size).toBe(1);
    await expectOrdersSound(store.db);
  });

  test('cancels what is past due or paused: it ends', async () => {
    const { clock, at, id, receive, row } = await subscribe();
    clock.advance(at().next.getTime() - clock.now().getTime());
    await receive(peer.billing.renewalFailed(id));
    await receive(peer.billing.changedThere(id, 'CANCELLED'));
    expect((await row()).state).toBe('ended');
    await receive(peer.billing.event(id, 'BILLING.SUBSCRIPTION.ACTIVATED'));
    expect((await row()).state).toBe('ended');
  });

  test('cancels without an event: it ends when the period is over', async () => {
    const { appContext, clock, id, row } = await subscribe();
    peer.billing.changedThere(id, 'CANCELLED');
    clock.advance(31 * DAY_MS);
    await checkSubscriptions(appContext);
    expect((await row()).state).toBe('ended');
  });

  test('suspends: it is paused after the paid period, and the team can withdraw that', async () => {
    const { asTeam, at, id, receive, row } = await subscribe();
    await receive(peer.billing.changedThere(id, 'SUSPENDED'));
    expect(await row()).toMatchObject({ state: 'active', isPausing: true });
    await asTeam(undoPause);
    expect(at().status).toBe('ACTIVE');
    expect(await row()).toMatchObject({ state: 'active', isPausing: false });
  });

  test('lets it be that cannot be activated again: it is paid by link', async () => {
    const { asElena, at, row } = await subscribe();
    await asElena(cancelSubscription);
    peer.billing.refuses = { activation: 'SUBSCRIPTION_CANNOT_BE_ACTIVATED' };
    await asElena(keepSubscription);
    expect(at().status).toBe('CANCELLED');
    expect(await row()).toMatchObject({ state: 'active', paymentMethod: 'link' });
  });

  test('deactivates the plan: running subscriptions go on', async () => {
    const one = await subscribe();
    one.at().plan.status = 'INACTIVE';
    await renew(one);
    expect(await periods()).toHaveLength(2);
  });
});
