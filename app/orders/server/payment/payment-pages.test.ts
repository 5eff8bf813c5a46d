import { and, eq, inArray, sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { hire, TestClock, useDatabase } from '../../../../tests/support/database.ts';
import { expectOrdersSound } from '../../../../tests/support/order-invariants.ts';
import {
  balances,
  causeOf,
  order,
  createOrderContext,
  orderRow,
} from '../../../../tests/support/orders.ts';
import type { PaymentPeer } from '../../../../tests/support/payment-peer.ts';
import { PayPalPeer } from '../../../../tests/support/paypal-peer.ts';
import { StripePeer } from '../../../../tests/support/stripe-peer.ts';
import { refusalOf, tracedBy } from '../../../../tests/support/team.ts';
import { asBuyer } from '../order/as-actor.server.ts';
import { cancelOrder } from '../order/cancel-order.server.ts';
import { runClocks } from '../order/run-clocks.server.ts';
import { readOrder } from '../order/read-order.server.ts';
import { forTeam, mayPay, describePayment } from '../../ui/payment-state.tsx';
import { checkouts, payments } from '../tables.server.ts';
import { beginCheckout } from './begin-checkout.server.ts';
import { checkOnVisit, checkPages } from './check-pages.server.ts';
import { returnPayment } from './return-payment.server.ts';
import { takeWebhook } from './take-webhook.server.ts';

const store = useDatabase();
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const PAID = { state: 'in progress' };
const UNPAID = { state: 'awaiting payment' };
const DECLINED =
  'Your bank declined the payment. Nothing was charged. Try again or use another method.';
const BEING_PROCESSED =
  "Your payment is being processed, which can take a few days. You don't need to pay again.";

type TestAppContext = ReturnType<typeof createOrderContext>;

async function begun(peer: PaymentPeer, appContext: TestAppContext = shopOf(peer)) {
  const one = await order(appContext);
  const press = () => beginCheckout(appContext, one.secret, peer.way);
  const url = await press();
  const pageId = peer.pageIdOf(url) ?? '';
  const postWebhook = (body: string) => takeWebhook(appContext, peer.way, body, peer.sign(body));
  /** Simulates a visit of the buyer to the order's page, optionally on return from the payment page. */
  const look = async (returned?: 'paid' | 'left') => {
    await checkOnVisit(appContext, one.id, returned !== undefined);
    const shop = { timeZone: 'America/New_York', now: appContext.clock.now() };
    const seen = await readOrder(store.db, one.id, 'buyer', shop);
    if (seen?.state !== 'awaiting payment' || !seen.payment) return undefined;
    return describePayment(seen.payment, returned)?.text;
  };
  const payment = async () => {
    const shop = { timeZone: 'America/New_York', now: appContext.clock.now() };
    return (await readOrder(store.db, one.id, 'manager', shop))?.payment ?? null;
  };
  const row = () => orderRow(store.db, one.number);
  const pages = () =>
    store.db
      .select()
      .from(checkouts)
      .where(eq(checkouts.orderId, one.id))
      .orderBy(checkouts.createdAt);
  const days = async (count: number) => {
    for (let passed = 0; passed < count; passed += 1) {
      appContext.clock.advance(DAY_MS);
      // oxlint-disable-next-line no-await-in-loop -- one day after the other
      await checkPages(appContext);
    }
  };
  return { ...one, appContext, press, url, pageId, postWebhook, look, payment, row, pages, days };
}

function shopOf(...peers: readonly PaymentPeer[]): TestAppContext {
  return createOrderContext(
    store.db,
    new TestClock(),
    Object.assign({}, ...peers.map(({ env }) => env)),
  );
}

describe.each<[string, () => Promise<StripePeer | PayPalPeer>]>([
  ['Stripe', () => StripePeer.start()],
  ['PayPal', () => PayPalPeer.start()],
])('a payment page of %s', (_, start) => {
  let peer: StripePeer | PayPalPeer;
  beforeEach(async () => {
    peer = await start();
  });
  afterEach(() => peer.close());

  test('is one, though three press at once', async () => {
    const appContext = shopOf(peer);
    const one = await order(appContext);
    const urls = await Promise.all(
      [1, 2, 3].map(() => beginCheckout(appContext, one.secret, peer.way)),
    );
    expect(new Set(urls).size).toBe(1);
    expect(peer instanceof StripePeer ? peer.sessions.size : peer.orders.size).toBe(1);
    expect(await store.db.$count(checkouts)).toBe(1);
  });

  test('is one an order by constraint', async () => {
    const one = await begun(peer);
    const second = store.db.insert(checkouts).values({
      orderId: one.id,
      way: peer.way,
      amount: 1,
      currency: 'USD',
      createdAt: one.appContext.clock.now(),
    });
    expect(await causeOf(second)).toContain('checkouts_open');
  });

  test('that was paid is booked when the buyer is back, though no webhook ever comes', async () => {
    const one = await begun(peer);
    peer.paid(one.pageId);
    expect(await one.look('paid')).toBeUndefined();
    expect(await one.row()).toMatchObject(PAID);
    expect(await one.pages()).toMatchObject([{ state: 'completed' }]);
  });

  test('that was paid is booked by the clock, though the buyer never comes back', async () => {
    const one = await begun(peer);
    peer.paid(one.pageId);
    one.appContext.clock.advance(5 * MINUTE_MS);
    await Promise.all([checkPages(one.appContext), checkPages(one.appContext)]);
    expect(await one.row()).toMatchObject(PAID);
    expect(await store.db.$count(payments)).toBe(1);
  });

  test('that the bank declined says so with what to do next, and is not handed out again', async () => {
    const one = await begun(peer);
    const told = peer.declined(one.pageId);
    if (peer instanceof PayPalPeer) await one.postWebhook(told);
    expect(await one.look('left')).toBe(DECLINED);
    expect(await one.row()).toMatchObject(UNPAID);
    // Two pages created at the same instant would be listed in either order.
    one.appContext.clock.advance(MINUTE_MS);
    const again = await one.press();
    expect(again).not.toBe(one.url);
    expect(peer.payable().filter((id) => id !== peer.pageIdOf(again))).toEqual([]);
    await one.postWebhook(peer.paid(peer.pageIdOf(again) ?? ''));
    expect(await one.row()).toMatchObject(PAID);
    expect(await one.pages()).toMatchObject([{ state: 'failed' }, { state: 'completed' }]);
  });

  test('that has expired says so, and is not handed out again', async () => {
    const one = await begun(peer);
    peer.expired(one.pageId);
    const again = await one.press();
    expect(again).not.toBe(one.url);
    peer.expired(peer.pageIdOf(again) ?? '');
    one.appContext.clock.advance(5 * MINUTE_MS);
    expect(await one.look()).toContain('The payment page has expired. Nothing was charged.');
  });

  test('from which the buyer went back unpaid says so, and is handed out again', async () => {
    const one = await begun(peer);
    expect(await one.look('left')).toContain('You left the payment page. Nothing was charged.');
    // The query parameter of the return URL proves no payment.
    expect(await one.look('paid')).toContain('You left the payment page.');
    expect(await one.press()).toBe(one.url);
    expect(await one.row()).toMatchObject(UNPAID);
  });

  test('that is paid a moment after another was left is asked about when the buyer is back', async () => {
    const one = await begun(peer);
    expect(await one.look('left')).toContain('You left the payment page.');
    one.appContext.clock.advance(3000);
    await one.press();
    // The order's page, still at the URL of the first return, revalidates.
    await checkOnVisit(one.appContext, one.id, false);
    peer.paid(one.pageId);
    one.appContext.clock.advance(3000);
    expect(await one.look('paid')).toBeUndefined();
    expect(await one.row()).toMatchObject(PAID);
  });

  test('whose provider is away on return offers no second payment until it answers', async () => {
    const one = await begun(peer);
    peer.isAway = true;
    expect(await one.look('paid')).toMatch(/You don't need to pay again\.$/);
    expect(mayPay(await one.payment(), 'paid')).toBe(false);
    expect(forTeam((await one.payment())!)).toMatch(/hasn't confirmed the payment yet\.$/);
    peer.isAway = false;
    await one.days(1);
    expect(mayPay(await one.payment(), 'paid')).toBe(true);
  });

  test('whose payment takes days is not opened twice, and is booked when the money is there', async () => {
    const one = await begun(peer);
    await one.postWebhook(peer.paidSlowly(one.pageId));
    expect(await one.look('paid')).toBe(BEING_PROCESSED);
    expect(await refusalOf(one.press())).toMatchObject({ status: 409 });
    await one.days(3);
    expect(await one.look()).toBe(BEING_PROCESSED);
    // An unpaid order is cancelled after fourteen days, but this one is being paid.
    one.appContext.clock.advance(14 * DAY_MS);
    await runClocks(one.appContext);
    expect(await one.row()).toMatchObject(UNPAID);
    const arrived = peer.arrived(one.pageId);
    await Promise.all([one.postWebhook(arrived), checkPages(one.appContext)]);
    await one.postWebhook(arrived);
    expect(await one.row()).toMatchObject(PAID);
    expect(await store.db.$count(payments)).toBe(1);
  });

  test.each(['the webhook', 'the clock'])(
    'whose payment fails after days, as %s tells, says so by mail, in the thread and on the page',
    async (teller) => {
      const one = await begun(peer);
      await one.postWebhook(peer.paidSlowly(one.pageId));
      await one.look('paid');
      const mails = one.appContext.mail.sent.length;
      const bounced = peer.bounced(one.pageId);
      if (teller === 'the webhook') await one.postWebhook(bounced);
      await one.days(2);
      await one.postWebhook(bounced);
      expect(await one.look()).toBe(DECLINED);
      const { lastEvent } = await one.row();
      expect(lastEvent).toBe(2);
      const [mail, ...more] = one.appContext.mail.sent.slice(mails);
      expect(mail?.text).toContain(DECLINED);
      expect(more).toEqual([]);
      expect(await one.press()).not.toBe(one.url);
      await expectOrdersSound(store.db);
    },
  );

  test('told of in any order ends as it ended', async () => {
    const one = await begun(peer);
    const begins = peer.paidSlowly(one.pageId);
    if (peer instanceof PayPalPeer) await one.postWebhook(begins);
    const bounced = peer.bounced(one.pageId);
    await one.postWebhook(bounced);
    // This event was sent earlier but is delivered later.
    await one.postWebhook(begins);
    expect(await one.pages()).toMatchObject([{ state: 'failed' }]);
    // Two pages created at the same instant would be listed in either order.
    one.appContext.clock.advance(MINUTE_MS);
    const again = peer.pageIdOf(await one.press()) ?? '';
    const paid = peer.paid(again);
    await one.postWebhook(paid);
    if (peer instanceof StripePeer) {
      await one.postWebhook(peer.event(peer.sessions.get(again) ?? {}, 'checkout.session.expired'));
    }
    expect(await one.row()).toMatchObject(PAID);
    expect(await one.pages()).toMatchObject([{ state: 'failed' }, { state: 'completed' }]);
  });

  test('is asked about seldom, however long somebody looks at the order', async () => {
    const one = await begun(peer);
    await one.postWebhook(peer.paidSlowly(one.pageId));
    await one.look('paid');
    peer.asked.splice(0);
    for (let looks = 0; looks < 720; looks += 1) {
      one.appContext.clock.advance(5000);
      // oxlint-disable-next-line no-await-in-loop -- an hour of looking every five seconds
      await checkOnVisit(one.appContext, one.id, false);
    }
    expect(peer.asked.filter((path) => !path.includes('oauth2')).length).toBeLessThan(25);
  });

  test('is asked about again when its provider answers again', async () => {
    const one = await begun(peer);
    peer.paid(one.pageId);
    peer.isAway = true;
    expect(await one.look('paid')).toContain("You don't need to pay again.");
    expect(await refusalOf(one.press())).toMatchObject({ status: 503 });
    peer.isAway = false;
    peer.faults.push(500, 429, 500, 429);
    for (let tries = 0; tries < 6; tries += 1) {
      one.appContext.clock.advance(10 * MINUTE_MS);
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      await checkPages(one.appContext);
    }
    expect(await one.row()).toMatchObject(PAID);
  });

  test('is found paid by a press, which then leads to the order', async () => {
    const one = await begun(peer);
    peer.paid(one.pageId);
    expect(await one.press()).toBe(`${one.appContext.settings.origin}/order/${one.secret}`);
    expect(await one.row()).toMatchObject(PAID);
    expect(await refusalOf(one.press())).toMatchObject({ status: 409 });
  });

  test('of an order that is cancelled is closed, and money that comes all the same is held', async () => {
    const one = await begun(peer);
    await asBuyer(one.appContext, one.secret, (turn) => cancelOrder(turn));
    one.appContext.clock.advance(MINUTE_MS);
    await checkPages(one.appContext);
    expect(await one.pages()).toMatchObject([{ state: 'expired' }]);
    expect(peer.payable()).toEqual([]);
    await one.postWebhook(peer.paid(one.pageId));
    expect(peer.captureCount).toBe(0);
    expect(await one.row()).toMatchObject({ state: 'cancelled', paidAmount: 0 });
  });

  test('paid by a process that died before its provider had answered is booked by the next', async () => {
    const appContext = shopOf(peer);
    const one = await order(appContext);
    // Simulates a crash after the request to the provider: the row has no URL.
    peer.isAway = true;
    await refusalOf(beginCheckout(appContext, one.secret, peer.way));
    peer.isAway = false;
    expect(await store.db.select().from(checkouts)).toMatchObject([{ state: 'open', url: null }]);
    const shop = { timeZone: 'America/New_York', now: appContext.clock.now() };
    const seen = async () => (await readOrder(store.db, one.id, 'manager', shop))?.payment;
    expect(await seen()).toBeNull();
    const first = await beginCheckout(appContext, one.secret, peer.way);
    expect(await store.db.$count(checkouts)).toBe(1);
    expect(await beginCheckout(appContext, one.secret, peer.way)).toBe(first);
    expect(await seen()).toMatchObject({ state: 'open' });
    // The URL of an older page is lost, so that the page cannot be paid.
    const other = await order(appContext);
    peer.isAway = true;
    await refusalOf(beginCheckout(appContext, other.secret, peer.way));
    peer.isAway = false;
    appContext.clock.advance(HOUR_MS);
    await checkPages(appContext);
    expect(
      await store.db.select().from(checkouts).where(eq(checkouts.orderId, other.id)),
    ).toMatchObject([{ state: 'expired' }]);
  });

  test('of another shop in the same account is neither booked, held, nor captured', async () => {
    const one = await begun(peer);
    await one.postWebhook(peer.paidElsewhere());
    const elsewhere = createOrderContext(store.db, new TestClock(), {
      ...peer.env,
      PUBLIC_ORIGIN: 'https://another-shop.example',
    });
    const url = await beginCheckout(elsewhere, (await order(elsewhere)).secret, peer.way);
    const theirs = peer.pageIdOf(url) ?? '';
    // Simulates that the other shop has a database of its own.
    await store.db.delete(checkouts).where(eq(checkouts.reference, theirs));
    await one.postWebhook(peer.paid(theirs));
    expect(peer.captureCount).toBe(0);
    expect(await store.db.$count(payments)).toBe(0);
    // A payment to this shop whose page is unknown is held for review.
    await one.postWebhook(peer.paidToLostPage(new URL(one.appContext.settings.origin).host));
    expect(await store.db.select().from(payments)).toMatchObject([{ state: 'held' }]);
  });
});

test('Stripe: a page on which another sum was paid asks both sides for nothing, until the team returns it', async () => {
  const ines = await hire(store.db, 'ines');
  const peer = await StripePeer.start();
  const one = await begun(peer);
  await one.postWebhook(peer.paid(one.pageId, { amount: 20_000 }));
  expect(await one.look()).toMatch(/doesn't match this order\. .* don't pay again/);
  expect(mayPay(await one.payment(), undefined)).toBe(false);
  expect(forTeam((await one.payment())!)).toMatch(/doesn't match this order\. Decide what to do/);
  const [held] = await store.db.select().from(payments);
  await returnPayment(one.appContext, tracedBy(ines), ines, held?.id ?? '');
  expect(await one.look()).toBe(
    "We returned a payment that didn't match this order. Pay the amount shown above.",
  );
  expect(mayPay(await one.payment(), undefined)).toBe(true);
  expect(forTeam((await one.payment())!)).toMatch(/was returned\. The buyer can pay again\./);
  await peer.close();
});

test('Stripe: a decline that is told of after another card paid takes nothing back', async () => {
  const stripe = await StripePeer.start();
  try {
    const one = await begun(stripe);
    const declined = stripe.declined(one.pageId);
    await one.postWebhook(declined);
    await one.postWebhook(stripe.paid(one.pageId));
    // Stripe retries undelivered events for days.
    await one.postWebhook(declined.replace(/"evt_[^"]+"/, '"evt_again"'));
    await one.postWebhook(
      stripe.event(stripe.sessions.get(one.pageId) ?? {}, 'checkout.session.expired'),
    );
    expect(await one.row()).toMatchObject(PAID);
    expect(await one.pages()).toMatchObject([{ state: 'completed', failure: null }]);
  } finally {
    await stripe.close();
  }
});

test('PayPal: two webhooks, the buyer’s return, a press and the clock at once capture once', async () => {
  const paypal = await PayPalPeer.start();
  try {
    const one = await begun(paypal);
    const approved = paypal.approve(one.pageId);
    one.appContext.clock.advance(5 * MINUTE_MS);
    await Promise.all([
      one.postWebhook(approved),
      one.postWebhook(approved.replace(/"WH-[^"]+"/, '"WH-again"')),
      one.look('paid'),
      one.press().catch(() => undefined),
      checkPages(one.appContext),
    ]);
    one.appContext.clock.advance(HOUR_MS);
    await checkPages(one.appContext);
    expect(paypal.captureCount).toBe(1);
    expect(await one.row()).toMatchObject(PAID);
    expect(await store.db.$count(payments)).toBe(1);
  } finally {
    await paypal.close();
  }
});

describe('with two payment services', () => {
  let stripe: StripePeer;
  let paypal: PayPalPeer;
  beforeEach(async () => {
    [stripe, paypal] = await Promise.all([StripePeer.start(), PayPalPeer.start()]);
  });
  afterEach(() => Promise.all([stripe.close(), paypal.close()]));

  test('pressing both leaves one page to pay on, whichever is pressed last', async () => {
    const appContext = shopOf(stripe, paypal);
    const one = await begun(stripe, appContext);
    const other = paypal.pageIdOf(await beginCheckout(appContext, one.secret, 'paypal')) ?? '';
    expect(stripe.payable()).toEqual([]);
    const back = stripe.pageIdOf(await beginCheckout(appContext, one.secret, 'stripe')) ?? '';
    expect(stripe.payable()).toEqual([back]);
    // The payment was approved in another tab but is not captured, so that the money stays with the buyer.
    const approved = paypal.approve(other);
    await takeWebhook(appContext, 'paypal', approved, paypal.sign(approved));
    expect(paypal.captureCount).toBe(0);
    await one.postWebhook(stripe.paid(back));
    expect(await one.row()).toMatchObject(PAID);
  });

  test('a method that was paid before the other is pressed is booked, and no second page opens', async () => {
    const appContext = shopOf(stripe, paypal);
    const one = await begun(paypal, appContext);
    paypal.approve(one.pageId);
    expect(await beginCheckout(appContext, one.secret, 'stripe')).toContain('/order/');
    expect(stripe.sessions.size).toBe(0);
    expect(await one.row()).toMatchObject(PAID);
  });

  test('a page that cannot be closed is not joined by a second one, until it can', async () => {
    const appContext = shopOf(stripe, paypal);
    const one = await begun(stripe, appContext);
    stripe.isAway = true;
    const refusal = await refusalOf(beginCheckout(appContext, one.secret, 'paypal'));
    expect(refusal).toMatchObject({ status: 503 });
    expect(refusal.message).toContain('Pay there, or try again in a few minutes.');
    stripe.isAway = false;
    expect(await beginCheckout(appContext, one.secret, 'paypal')).toContain(paypal.url);
    expect(stripe.payable()).toEqual([]);
  });

  test('presses of both at once leave one page to pay on', async () => {
    const appContext = shopOf(stripe, paypal);
    const one = await order(appContext);
    const presses = (['stripe', 'paypal', 'stripe', 'paypal'] as const).map((paymentMethod) =>
      beginCheckout(appContext, one.secret, paymentMethod).catch(() => undefined),
    );
    await Promise.all(presses);
    appContext.clock.advance(MINUTE_MS);
    await checkPages(appContext);
    const open = await store.db
      .select()
      .from(checkouts)
      .where(and(eq(checkouts.orderId, one.id), inArray(checkouts.state, ['open', 'in progress'])));
    expect(open.length).toBe(1);
    expect(stripe.payable().length).toBe(open[0]?.way === 'stripe' ? 1 : 0);
  });
});

test('Stripe: a page left at the bank’s question stays open, and says what happened once the bank has given up', async () => {
  const stripe = await StripePeer.start();
  try {
    const one = await begun(stripe);
    stripe.leaveAuthentication(one.pageId);
    expect(await one.look('left')).toContain('You left the payment page. Nothing was charged.');
    await one.postWebhook(stripe.declined(one.pageId, 'payment_intent_authentication_failure'));
    expect(await one.look()).toContain("couldn't confirm that it's you. Nothing was charged.");
    // The buyer tries again on the same page, which is still open.
    expect(stripe.payable()).toEqual([one.pageId]);
    await one.postWebhook(stripe.paid(one.pageId));
    expect(await one.row()).toMatchObject(PAID);
    expect(await balances(store.db)).toMatchObject({ 'orders USD': 30_000 });
  } finally {
    await stripe.close();
  }
});

test('PayPal: a process that dies between the buyer’s consent and the capture leaves it to the clock', async () => {
  const paypal = await PayPalPeer.start();
  try {
    const one = await begun(paypal);
    paypal.approve(one.pageId);
    // Simulates a crash between the claim and the capture.
    await store.db
      .update(checkouts)
      .set({ state: 'in progress', checkAt: one.appContext.clock.now() })
      .where(sql`true`);
    await checkPages(one.appContext);
    expect(await one.row()).toMatchObject(PAID);
    expect(paypal.captureCount).toBe(1);
  } finally {
    await paypal.close();
  }
});
