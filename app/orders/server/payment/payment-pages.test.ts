import { and, eq, inArray, sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { TestClock, useDatabase } from '../../../../tests/support/database.ts';
import { expectOrdersSound } from '../../../../tests/support/order-invariants.ts';
import { balances, causeOf, order, orderHost, orderRow } from '../../../../tests/support/orders.ts';
import type { PaymentPeer } from '../../../../tests/support/payment-peer.ts';
import { PayPalPeer } from '../../../../tests/support/paypal-peer.ts';
import { StripePeer } from '../../../../tests/support/stripe-peer.ts';
import { refusalOf } from '../../../../tests/support/team.ts';
import { asBuyer } from '../order/as-actor.server.ts';
import { cancelOrder } from '../order/cancel-order.server.ts';
import { runClocks } from '../order/run-clocks.server.ts';
import { readOrder } from '../order/read-order.server.ts';
import { sayPayment } from '../../ui/payment-state.tsx';
import { checkouts, payments } from '../tables.server.ts';
import { beginCheckout } from './begin-checkout.server.ts';
import { checkOnVisit, checkPages } from './check-pages.server.ts';
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
  'Your payment is being processed, which can take a few days. You do not need to pay again.';

type Host = ReturnType<typeof orderHost>;

async function begun(peer: PaymentPeer, host: Host = shopOf(peer)) {
  const one = await order(host);
  const press = () => beginCheckout(host, one.secret, peer.way);
  const url = await press();
  const pageId = peer.pageIdOf(url) ?? '';
  const tell = (body: string) => takeWebhook(host, peer.way, body, peer.sign(body));
  /** Simulates a visit of the buyer to the order's page, optionally on return from the payment page. */
  const look = async (returned?: 'paid' | 'left') => {
    await checkOnVisit(host, one.id, returned !== undefined);
    const shop = { timeZone: 'America/New_York', now: host.clock.now() };
    const seen = await readOrder(store.db, one.id, 'buyer', shop);
    if (seen?.state !== 'awaiting payment' || !seen.payment) return undefined;
    return sayPayment(seen.payment, returned)?.text;
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
      host.clock.advance(DAY_MS);
      // oxlint-disable-next-line no-await-in-loop -- one day after the other
      await checkPages(host);
    }
  };
  return { ...one, host, press, url, pageId, tell, look, row, pages, days };
}

function shopOf(...peers: readonly PaymentPeer[]): Host {
  return orderHost(store.db, new TestClock(), Object.assign({}, ...peers.map(({ env }) => env)));
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
    const host = shopOf(peer);
    const one = await order(host);
    const urls = await Promise.all([1, 2, 3].map(() => beginCheckout(host, one.secret, peer.way)));
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
      createdAt: one.host.clock.now(),
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
    one.host.clock.advance(5 * MINUTE_MS);
    await Promise.all([checkPages(one.host), checkPages(one.host)]);
    expect(await one.row()).toMatchObject(PAID);
    expect(await store.db.$count(payments)).toBe(1);
  });

  test('that the bank declined says so with what to do next, and is not handed out again', async () => {
    const one = await begun(peer);
    const told = peer.declined(one.pageId);
    if (peer instanceof PayPalPeer) await one.tell(told);
    expect(await one.look('left')).toBe(DECLINED);
    expect(await one.row()).toMatchObject(UNPAID);
    const again = await one.press();
    expect(again).not.toBe(one.url);
    expect(peer.payable().filter((id) => id !== peer.pageIdOf(again))).toEqual([]);
    await one.tell(peer.paid(peer.pageIdOf(again) ?? ''));
    expect(await one.row()).toMatchObject(PAID);
    expect(await one.pages()).toMatchObject([{ state: 'failed' }, { state: 'completed' }]);
  });

  test('that has expired says so, and is not handed out again', async () => {
    const one = await begun(peer);
    peer.expired(one.pageId);
    const again = await one.press();
    expect(again).not.toBe(one.url);
    peer.expired(peer.pageIdOf(again) ?? '');
    one.host.clock.advance(5 * MINUTE_MS);
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
    one.host.clock.advance(3000);
    await one.press();
    // The order's page, still at the URL of the first return, revalidates.
    await checkOnVisit(one.host, one.id, false);
    peer.paid(one.pageId);
    one.host.clock.advance(3000);
    expect(await one.look('paid')).toBeUndefined();
    expect(await one.row()).toMatchObject(PAID);
  });

  test('whose payment takes days is not opened twice, and is booked when the money is there', async () => {
    const one = await begun(peer);
    await one.tell(peer.paidSlowly(one.pageId));
    expect(await one.look('paid')).toBe(BEING_PROCESSED);
    expect(await refusalOf(one.press())).toMatchObject({ status: 409 });
    await one.days(3);
    expect(await one.look()).toBe(BEING_PROCESSED);
    // An unpaid order is cancelled after fourteen days, but this one is being paid.
    one.host.clock.advance(14 * DAY_MS);
    await runClocks(one.host);
    expect(await one.row()).toMatchObject(UNPAID);
    const arrived = peer.arrived(one.pageId);
    await Promise.all([one.tell(arrived), checkPages(one.host)]);
    await one.tell(arrived);
    expect(await one.row()).toMatchObject(PAID);
    expect(await store.db.$count(payments)).toBe(1);
  });

  test.each(['the webhook', 'the clock'])(
    'whose payment fails after days, as %s tells, says so by mail, in the thread and on the page',
    async (teller) => {
      const one = await begun(peer);
      await one.tell(peer.paidSlowly(one.pageId));
      await one.look('paid');
      const mails = one.host.mail.sent.length;
      const bounced = peer.bounced(one.pageId);
      if (teller === 'the webhook') await one.tell(bounced);
      await one.days(2);
      await one.tell(bounced);
      expect(await one.look()).toBe(DECLINED);
      const { lastEvent } = await one.row();
      expect(lastEvent).toBe(2);
      const [mail, ...more] = one.host.mail.sent.slice(mails);
      expect(mail?.text).toContain(DECLINED);
      expect(more).toEqual([]);
      expect(await one.press()).not.toBe(one.url);
      await expectOrdersSound(store.db);
    },
  );

  test('told of in any order ends as it ended', async () => {
    const one = await begun(peer);
    const begins = peer.paidSlowly(one.pageId);
    if (peer instanceof PayPalPeer) await one.tell(begins);
    const bounced = peer.bounced(one.pageId);
    await one.tell(bounced);
    // This event was sent earlier but is delivered later.
    await one.tell(begins);
    expect(await one.pages()).toMatchObject([{ state: 'failed' }]);
    const again = peer.pageIdOf(await one.press()) ?? '';
    const paid = peer.paid(again);
    await one.tell(paid);
    if (peer instanceof StripePeer) {
      await one.tell(peer.event(peer.sessions.get(again) ?? {}, 'checkout.session.expired'));
    }
    expect(await one.row()).toMatchObject(PAID);
    expect(await one.pages()).toMatchObject([{ state: 'failed' }, { state: 'completed' }]);
  });

  test('is asked about seldom, however long somebody looks at the order', async () => {
    const one = await begun(peer);
    await one.tell(peer.paidSlowly(one.pageId));
    await one.look('paid');
    peer.asked.splice(0);
    for (let looks = 0; looks < 720; looks += 1) {
      one.host.clock.advance(5000);
      // oxlint-disable-next-line no-await-in-loop -- an hour of looking every five seconds
      await checkOnVisit(one.host, one.id, false);
    }
    expect(peer.asked.filter((path) => !path.includes('oauth2')).length).toBeLessThan(25);
  });

  test('is asked about again when its provider answers again', async () => {
    const one = await begun(peer);
    peer.paid(one.pageId);
    peer.isAway = true;
    expect(await one.look('paid')).toContain('You do not need to pay again.');
    expect(await refusalOf(one.press())).toMatchObject({ status: 503 });
    peer.isAway = false;
    peer.faults.push(500, 429, 500, 429);
    for (let tries = 0; tries < 6; tries += 1) {
      one.host.clock.advance(10 * MINUTE_MS);
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      await checkPages(one.host);
    }
    expect(await one.row()).toMatchObject(PAID);
  });

  test('is found paid by a press, which then leads to the order', async () => {
    const one = await begun(peer);
    peer.paid(one.pageId);
    expect(await one.press()).toBe(`${one.host.settings.origin}/order/${one.secret}`);
    expect(await one.row()).toMatchObject(PAID);
    expect(await refusalOf(one.press())).toMatchObject({ status: 409 });
  });

  test('of an order that is cancelled is closed, and money that comes all the same is held', async () => {
    const one = await begun(peer);
    await asBuyer(one.host, one.secret, (turn) => cancelOrder(turn));
    one.host.clock.advance(MINUTE_MS);
    await checkPages(one.host);
    expect(await one.pages()).toMatchObject([{ state: 'expired' }]);
    expect(peer.payable()).toEqual([]);
    await one.tell(peer.paid(one.pageId));
    expect(peer.captureCount).toBe(0);
    expect(await one.row()).toMatchObject({ state: 'cancelled', paidAmount: 0 });
  });

  test('paid by a process that died before its provider had answered is booked by the next', async () => {
    const host = shopOf(peer);
    const one = await order(host);
    // Simulates a crash after the request to the provider: the row has no URL.
    peer.isAway = true;
    await refusalOf(beginCheckout(host, one.secret, peer.way));
    peer.isAway = false;
    expect(await store.db.select().from(checkouts)).toMatchObject([{ state: 'open', url: null }]);
    const first = await beginCheckout(host, one.secret, peer.way);
    expect(await store.db.$count(checkouts)).toBe(1);
    expect(await beginCheckout(host, one.secret, peer.way)).toBe(first);
    // The URL of an older page is lost, so that the page cannot be paid.
    const other = await order(host);
    peer.isAway = true;
    await refusalOf(beginCheckout(host, other.secret, peer.way));
    peer.isAway = false;
    host.clock.advance(HOUR_MS);
    await checkPages(host);
    expect(
      await store.db.select().from(checkouts).where(eq(checkouts.orderId, other.id)),
    ).toMatchObject([{ state: 'expired' }]);
  });

  test('of another shop in the same account is neither booked, held, nor captured', async () => {
    const one = await begun(peer);
    await one.tell(peer.paidElsewhere());
    const elsewhere = orderHost(store.db, new TestClock(), {
      ...peer.env,
      PUBLIC_ORIGIN: 'https://another-shop.example',
    });
    const url = await beginCheckout(elsewhere, (await order(elsewhere)).secret, peer.way);
    const theirs = peer.pageIdOf(url) ?? '';
    // Simulates that the other shop has a database of its own.
    await store.db.delete(checkouts).where(eq(checkouts.reference, theirs));
    await one.tell(peer.paid(theirs));
    expect(peer.captureCount).toBe(0);
    expect(await store.db.$count(payments)).toBe(0);
    // A payment to this shop whose page is unknown is held for review.
    await one.tell(peer.paidToLostPage(new URL(one.host.settings.origin).host));
    expect(await store.db.select().from(payments)).toMatchObject([{ state: 'held' }]);
  });
});

test('Stripe: a decline that is told of after another card paid takes nothing back', async () => {
  const stripe = await StripePeer.start();
  try {
    const one = await begun(stripe);
    const declined = stripe.declined(one.pageId);
    await one.tell(declined);
    await one.tell(stripe.paid(one.pageId));
    // Stripe retries undelivered events for days.
    await one.tell(declined.replace(/"evt_[^"]+"/, '"evt_again"'));
    await one.tell(stripe.event(stripe.sessions.get(one.pageId) ?? {}, 'checkout.session.expired'));
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
    one.host.clock.advance(5 * MINUTE_MS);
    await Promise.all([
      one.tell(approved),
      one.tell(approved.replace(/"WH-[^"]+"/, '"WH-again"')),
      one.look('paid'),
      one.press().catch(() => undefined),
      checkPages(one.host),
    ]);
    one.host.clock.advance(HOUR_MS);
    await checkPages(one.host);
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
    const host = shopOf(stripe, paypal);
    const one = await begun(stripe, host);
    const other = paypal.pageIdOf(await beginCheckout(host, one.secret, 'paypal')) ?? '';
    expect(stripe.payable()).toEqual([]);
    const back = stripe.pageIdOf(await beginCheckout(host, one.secret, 'stripe')) ?? '';
    expect(stripe.payable()).toEqual([back]);
    // The payment was approved in another tab but is not captured, so that the money stays with the buyer.
    const approved = paypal.approve(other);
    await takeWebhook(host, 'paypal', approved, paypal.sign(approved));
    expect(paypal.captureCount).toBe(0);
    await one.tell(stripe.paid(back));
    expect(await one.row()).toMatchObject(PAID);
  });

  test('a method that was paid before the other is pressed is booked, and no second page opens', async () => {
    const host = shopOf(stripe, paypal);
    const one = await begun(paypal, host);
    paypal.approve(one.pageId);
    expect(await beginCheckout(host, one.secret, 'stripe')).toContain('/order/');
    expect(stripe.sessions.size).toBe(0);
    expect(await one.row()).toMatchObject(PAID);
  });

  test('a page that cannot be closed is not joined by a second one, until it can', async () => {
    const host = shopOf(stripe, paypal);
    const one = await begun(stripe, host);
    stripe.isAway = true;
    const refusal = await refusalOf(beginCheckout(host, one.secret, 'paypal'));
    expect(refusal).toMatchObject({ status: 503 });
    expect(refusal.message).toContain('Please pay there, or try again in a few minutes.');
    stripe.isAway = false;
    expect(await beginCheckout(host, one.secret, 'paypal')).toContain(paypal.url);
    expect(stripe.payable()).toEqual([]);
  });

  test('presses of both at once leave one page to pay on', async () => {
    const host = shopOf(stripe, paypal);
    const one = await order(host);
    const presses = (['stripe', 'paypal', 'stripe', 'paypal'] as const).map((way) =>
      beginCheckout(host, one.secret, way).catch(() => undefined),
    );
    await Promise.all(presses);
    host.clock.advance(MINUTE_MS);
    await checkPages(host);
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
    await one.tell(stripe.declined(one.pageId, 'payment_intent_authentication_failure'));
    expect(await one.look()).toContain('could not confirm that it is you. Nothing was charged.');
    // The buyer tries again on the same page, which is still open.
    expect(stripe.payable()).toEqual([one.pageId]);
    await one.tell(stripe.paid(one.pageId));
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
      .set({ state: 'in progress', checkAt: one.host.clock.now() })
      .where(sql`true`);
    await checkPages(one.host);
    expect(await one.row()).toMatchObject(PAID);
    expect(paypal.captureCount).toBe(1);
  } finally {
    await paypal.close();
  }
});
