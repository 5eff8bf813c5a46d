import { eq } from 'drizzle-orm';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { VISITORS } from '../../../../tests/support/cast.ts';
import { insertCoupon } from '../../../../tests/support/coupons.ts';
import { hire, TestClock, useDatabase } from '../../../../tests/support/database.ts';
import { createCheckout, openForm } from '../../../../tests/support/order-form.ts';
import { expectOrdersSound } from '../../../../tests/support/order-invariants.ts';
import { FULL_REFUND } from '../../../../tests/support/order-plans.ts';
import { causeOf, orderRow } from '../../../../tests/support/orders.ts';
import { propertyRuns } from '../../../../tests/support/property-runs.ts';
import { refusalOf, tracedBy } from '../../../../tests/support/team.ts';
import { asBuyer } from '../order/as-actor.server.ts';
import { cancelOrder } from '../order/cancel-order.server.ts';
import { readOrder } from '../order/read-order.server.ts';
import { runClocks } from '../order/run-clocks.server.ts';
import { markPaid } from '../payment/settle-paid.server.ts';
import { eraseOrdersOf, exportOrdersOf } from '../privacy.server.ts';
import { decideRefund, requestRefund } from '../refund/refund-requests.server.ts';
import { quoteForm } from '../checkout/quote-form.server.ts';
import { couponRedemptions, coupons, offers, orders, wrongCouponCodes } from '../tables.server.ts';
import { expireWrongCodes, tryCode } from './try-code.server.ts';

const store = useDatabase();
const NETWORK = '203.0.113.7';
const DAY_MS = 24 * 60 * 60 * 1000;
const HOUR_MS = 60 * 60 * 1000;
const FILLED = {
  quantity: '1000',
  'answer-from-language': 'English',
  'answer-to-language': 'German',
  'answer-topic': 'A manual',
};

/** One buyer whose address is proved. A translation of 1000 words costs 150 dollars. */
async function openBuyer(
  appContext: ReturnType<typeof createCheckout>,
  email: string = VISITORS.elena,
  code = 'welcome',
) {
  const form = await openForm(appContext, 'writing/translation', email, FILLED);
  const { fill } = form;
  const seen = async (more: Record<string, string> = {}) => {
    const typed = fill({ coupon: code, ...more });
    const { quote } = await quoteForm(appContext, form.service, typed, NETWORK);
    return { coupon: code, ...more, seen: quote?.view.seen ?? '' };
  };
  const placeShown = (shown: Record<string, string>) =>
    form.place(shown, { key: crypto.randomUUID() });
  /** A new order by a new form. */
  const place = async (more: Record<string, string> = {}) => placeShown(await seen(more));
  const prove = async () => {
    const placed = await place({ coupon: '', code: await form.askCode() });
    if (placed.kind !== 'placed') throw new Error(`The order was ${placed.kind}`);
    await asBuyer(appContext, secretOf(placed), (turn) => cancelOrder(turn));
  };
  return { ...form, seen, place, placeShown, prove };
}

async function openProvedBuyer(
  appContext: ReturnType<typeof createCheckout>,
  email: string = VISITORS.elena,
) {
  const buyer = await openBuyer(appContext, email);
  await buyer.prove();
  return buyer;
}

type Buyer = Awaited<ReturnType<typeof openBuyer>>;

const secretOf = (outcome: { kind: string; path?: string }) =>
  (outcome.path ?? '').slice('/order/'.length);
const errorOf = (outcome: { kind: string; errors?: Readonly<Record<string, string>> }) =>
  outcome.kind === 'refused' ? outcome.errors?.coupon : outcome.kind;
const statesOf = async () =>
  (await store.db.select({ state: couponRedemptions.state }).from(couponRedemptions)).map(
    ({ state }) => state,
  );

describe('a coupon', () => {
  test('lowers the total, and the order keeps its code and its discount', async () => {
    await insertCoupon(store.db);
    const appContext = createCheckout(store.db);
    const buyer = await openProvedBuyer(appContext);
    expect(await buyer.place()).toMatchObject({ kind: 'placed' });
    const order = await orderRow(store.db, 1002);
    expect(order.amount).toBe(13_500);
    const view = await readOrder(store.db, order.id, 'buyer', {
      timeZone: 'UTC',
      now: appContext.clock.now(),
    });
    expect(view?.coupon).toEqual({ code: 'WELCOME', discount: 1500 });
    expect(view?.lines).toMatchObject([{ unitAmount: 15, discount: 1500 }]);
    expect(await causeOf(store.db.update(offers).set({ discountAmount: 0 }))).toContain(
      'never changed',
    );
    await expectOrdersSound(store.db);
  });

  test('is reserved by the order, consumed by its payment and kept by a refund', async () => {
    await insertCoupon(store.db, { totalLimit: 1 });
    const ines = await hire(store.db, 'ines');
    const appContext = createCheckout(store.db);
    const buyer = await openProvedBuyer(appContext);
    await buyer.place();
    expect(await statesOf()).toEqual(['reserved']);
    await markPaid(appContext, tracedBy(ines), ines, 1002, 'PP-1');
    expect(await statesOf()).toEqual(['consumed']);
    await decideRefund(appContext, tracedBy(ines), ines, 1002, FULL_REFUND);
    expect(await statesOf()).toEqual(['consumed']);
    expect(errorOf(await buyer.place())).toBe('This coupon has been used up.');
    await expectOrdersSound(store.db);
  });

  test('is released by a cancellation, also by an automatic one', async () => {
    await insertCoupon(store.db, { totalLimit: 1 });
    const appContext = createCheckout(store.db);
    const buyer = await openProvedBuyer(appContext);
    const first = await buyer.place();
    await asBuyer(appContext, secretOf(first), (turn) => cancelOrder(turn));
    expect(await buyer.place()).toMatchObject({ kind: 'placed' });
    expect(await statesOf()).toEqual(['released', 'reserved']);
    appContext.clock.advance(30 * DAY_MS);
    await runClocks(appContext);
    expect(await statesOf()).toEqual(['released', 'released']);
    await expectOrdersSound(store.db);
  });

  test('changed after the buyer saw it is shown before anything is placed', async () => {
    const coupon = await insertCoupon(store.db);
    const appContext = createCheckout(store.db);
    const buyer = await openProvedBuyer(appContext);
    const shown = await buyer.seen();
    await store.db.update(coupons).set({ percentage: 5000 }).where(eq(coupons.id, coupon.id));
    const outcome = await buyer.placeShown(shown);
    expect(outcome).toMatchObject({ kind: 'changed', quote: { total: 14_250 } });
    expect(outcome.kind === 'changed' && outcome.differences).toEqual([
      'The coupon takes off $7.50 instead of $15.00.',
      'The total is $142.50 instead of $135.00.',
    ]);
    expect(await store.db.$count(couponRedemptions)).toBe(0);
  });

  test('names the rule that it breaks', async () => {
    const appContext = createCheckout(store.db);
    const buyer = await openProvedBuyer(appContext);
    const codes: Record<string, Parameters<typeof insertCoupon>[1]> = {
      'NOT-YET': { validFrom: '2026-06-13' },
      EXPIRED: { validUntil: '2026-06-11' },
      ENDED: { endedAt: new Date('2026-06-11T10:00:00Z') },
      EUROS: { amount: 500, currency: 'EUR' },
      MUSIC: { scope: 'sections', scopeIds: ['video'] },
      MINIMUM: { minimumAmount: 15_001, currency: 'USD' },
    };
    for (const [code, terms] of Object.entries(codes)) {
      // oxlint-disable-next-line no-await-in-loop -- a table of cases
      await insertCoupon(store.db, { code, ...terms });
    }
    const said: Record<string, string | undefined> = {};
    for (const code of [...Object.keys(codes), 'NOBODY-KNOWS', 'x']) {
      // oxlint-disable-next-line no-await-in-loop -- as above
      said[code] = errorOf(await buyer.place({ coupon: code }));
    }
    expect(said).toEqual({
      'NOT-YET': 'This coupon is valid from June 13, 2026.',
      EXPIRED: 'This coupon was valid until June 11, 2026.',
      ENDED: 'This coupon has ended.',
      EUROS: 'This coupon is only for prices in EUR.',
      MUSIC: "This coupon isn't valid for what was chosen.",
      MINIMUM: 'This coupon needs an order of at least $150.01.',
      'NOBODY-KNOWS': "We don't know this coupon code. Check it and try again.",
      x: "We don't know this coupon code. Check it and try again.",
    });
    expect(await store.db.$count(couponRedemptions)).toBe(0);
  });

  test('tells about the orders of an address only to a browser that has proved it', async () => {
    await insertCoupon(store.db, { addressLimit: 1 });
    await insertCoupon(store.db, { code: 'FIRST', isFirstOrderOnly: true });
    const appContext = createCheckout(store.db);
    const owner = await openProvedBuyer(appContext);
    // The cancelled order that proved the address does not count.
    expect(await owner.place({ coupon: 'first' })).toMatchObject({ kind: 'placed' });
    expect(await owner.place()).toMatchObject({ kind: 'placed' });
    expect(errorOf(await owner.place({ coupon: 'first' }))).toContain('only for first orders');
    expect(errorOf(await owner.place())).toContain('once per email address');
    const stranger = await openBuyer(appContext);
    for (const coupon of ['first', 'welcome']) {
      // oxlint-disable-next-line no-await-in-loop -- a table of cases
      expect(errorOf(await stranger.place({ coupon }))).toBe('code-needed');
    }
  });

  test('counts addresses that reach one mailbox as one', async () => {
    await insertCoupon(store.db, { addressLimit: 1 });
    await insertCoupon(store.db, { code: 'FIRST', isFirstOrderOnly: true });
    const appContext = createCheckout(store.db);
    const first = await openProvedBuyer(appContext, 'el.ena+shop@gmail.com');
    expect(await first.place()).toMatchObject({ kind: 'placed' });
    for (const email of ['elena@gmail.com', 'e.lena+2@googlemail.com', 'el.ena+shop@gmail.com']) {
      // oxlint-disable-next-line no-await-in-loop -- one buyer after the other
      const again = await openProvedBuyer(appContext, email);
      // oxlint-disable-next-line no-await-in-loop -- the same
      expect(errorOf(await again.place({ coupon: 'first' })), email).toContain('first orders');
      // oxlint-disable-next-line no-await-in-loop -- the same
      expect(errorOf(await again.place()), email).toContain('once per email address');
    }
    for (const email of ['elena@harbour.example', 'el.ena@harbour.example']) {
      // oxlint-disable-next-line no-await-in-loop -- one buyer after the other
      const other = await openProvedBuyer(appContext, email);
      // oxlint-disable-next-line no-await-in-loop -- the same
      expect(await other.place(), email).toMatchObject({ kind: 'placed' });
    }
  });

  test('for first orders is granted to an admin whose only order was the test order', async () => {
    await insertCoupon(store.db, { code: 'FIRST', isFirstOrderOnly: true });
    const buyer = await openProvedBuyer(createCheckout(store.db));
    await buyer.place({ coupon: '' });
    await store.db.update(orders).set({ isTest: true }).where(eq(orders.number, 1002));
    expect(await buyer.place({ coupon: 'first' })).toMatchObject({ kind: 'placed' });
  });

  test('whose last redemption two buyers want at once is given to one of them', async () => {
    await insertCoupon(store.db, { totalLimit: 1 });
    // Two processes have the same database and the same catalogue, and know nothing of each other.
    const buyers = await Promise.all(
      [VISITORS.elena, VISITORS.priya].map((email) =>
        openProvedBuyer(createCheckout(store.db, new TestClock()), email),
      ),
    );
    const shown = await Promise.all(buyers.map((buyer) => buyer.seen()));
    const outcomes = await Promise.all(
      buyers.map((buyer, index) => buyer.placeShown(shown[index] ?? {})),
    );
    expect(outcomes.map(({ kind }) => kind).toSorted()).toEqual(['placed', 'refused']);
    expect(outcomes.map(errorOf)).toContain('This coupon has been used up.');
    expect(await statesOf()).toEqual(['reserved']);
    await expectOrdersSound(store.db);
  });

  test('forgets the address of an erased buyer, and its redemption still counts', async () => {
    await insertCoupon(store.db, { totalLimit: 1 });
    const appContext = createCheckout(store.db);
    const buyer = await openProvedBuyer(appContext);
    await buyer.place();
    const exported = await exportOrdersOf(store.db, VISITORS.elena);
    expect(exported.orders.at(-1)?.coupon).toEqual({
      code: 'WELCOME',
      discount: 1500,
      state: 'reserved',
    });
    await store.db.transaction((tx) =>
      eraseOrdersOf(tx, undefined as never, appContext, VISITORS.elena),
    );
    const [redemption] = await store.db.select().from(couponRedemptions);
    expect(redemption).toMatchObject({ email: null, state: 'reserved' });
    const other = await openProvedBuyer(appContext, VISITORS.priya);
    expect(errorOf(await other.place())).toBe('This coupon has been used up.');
    appContext.clock.advance(30 * DAY_MS);
    await runClocks(appContext);
    expect(await statesOf()).toEqual(['released']);
  });

  test('is protected by the database', async () => {
    const wrong: Parameters<typeof insertCoupon>[1][] = [
      { code: 'lower' },
      { code: 'ABC' },
      { code: 'A'.repeat(33) },
      { percentage: 999 },
      { percentage: 100_001 },
      { percentage: 10_000, amount: 500, currency: 'USD' },
      { amount: 500 },
      { amount: 0, currency: 'USD' },
      { percentage: 10_000, currency: 'USD' },
      { scope: 'sections' },
      { scopeIds: ['graphics'] },
      { validFrom: '2026-06-02', validUntil: '2026-06-01' },
      { validFrom: 'tomorrow' },
      { totalLimit: 0 },
      { addressLimit: 0 },
    ];
    for (const terms of wrong) {
      // oxlint-disable-next-line no-await-in-loop -- a table of cases
      expect(await causeOf(insertCoupon(store.db, terms)), JSON.stringify(terms)).toMatch(
        /coupons_/,
      );
    }
    await insertCoupon(store.db);
    expect(await causeOf(insertCoupon(store.db))).toContain('coupons_code_unique');
  });
});

describe('an order with a total of zero', () => {
  test('is paid when it is placed, without a payment, and cannot be refunded', async () => {
    await insertCoupon(store.db, { percentage: 100_000 });
    const ines = await hire(store.db, 'ines');
    const appContext = createCheckout(store.db);
    const buyer = await openProvedBuyer(appContext);
    const outcome = await buyer.place();
    const order = await orderRow(store.db, 1002);
    expect(order).toMatchObject({ amount: 0, paidAmount: 0, state: 'in progress' });
    expect(order.paidAt).toEqual(appContext.clock.now());
    expect(await statesOf()).toEqual(['consumed']);
    const shop = { timeZone: 'UTC', now: appContext.clock.now() };
    const view = await readOrder(store.db, order.id, 'buyer', shop);
    expect(view).toMatchObject({ isPaid: true, paidBy: null });
    expect(view?.may).not.toContain('request-refund');
    expect(view?.events.map(({ why }) => why)).toContain('Nothing to pay');
    const mails = appContext.mail.sent.filter(({ subject }) => subject.includes('E-1002'));
    expect(mails.map(({ subject }) => subject)).toEqual([
      'Order E-1002: Thank you for your order. Nothing to pay',
      'Order E-1002: Nothing to pay',
      'Order E-1002: Work has started',
    ]);
    const request = { ground: 'late', explanation: 'Late' };
    const refusal = await refusalOf(requestRefund(appContext, secretOf(outcome), request));
    expect(refusal.message).toContain('nothing can be refunded');
    expect(
      (await refusalOf(decideRefund(appContext, tracedBy(ines), ines, 1002, FULL_REFUND))).status,
    ).toBe(409);
    await expectOrdersSound(store.db);
  });
});

describe('wrong codes', () => {
  const guess = (
    appContext: ReturnType<typeof createCheckout>,
    number: number,
    network = NETWORK,
  ) => tryCode(appContext, `WRONG-${number}`, network);

  test('make a network wait for an hour after twenty of them, also with a right one', async () => {
    await insertCoupon(store.db);
    const appContext = createCheckout(store.db);
    for (let number = 1; number <= 20; number += 1) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      expect(await guess(appContext, number)).toMatchObject({ kind: 'coupon' });
    }
    expect(await tryCode(appContext, 'WELCOME', NETWORK)).toEqual({ kind: 'wait', minutes: 60 });
    expect(await tryCode(appContext, 'WELCOME', '198.51.100.1')).toMatchObject({ kind: 'coupon' });
    const { fill, service } = await openBuyer(appContext);
    const { quote, errors } = await quoteForm(
      appContext,
      service,
      fill({ coupon: 'welcome' }),
      NETWORK,
    );
    expect(errors?.coupon).toContain('60 minutes');
    expect(quote?.view.total).toBe(15_000);
    appContext.clock.advance(HOUR_MS - 1);
    expect(await tryCode(appContext, 'WELCOME', NETWORK)).toMatchObject({ kind: 'wait' });
    appContext.clock.advance(1);
    expect(await tryCode(appContext, 'WELCOME', NETWORK)).toMatchObject({ kind: 'coupon' });
  });

  test('count once if they are the same, and not after an hour', async () => {
    const appContext = createCheckout(store.db);
    for (let number = 0; number < 30; number += 1) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      await guess(appContext, 0);
      appContext.clock.advance(HOUR_MS / 15);
      // oxlint-disable-next-line no-await-in-loop -- as above
      expect(await guess(appContext, number)).toMatchObject({ kind: 'coupon' });
    }
    expect(await store.db.$count(wrongCouponCodes)).toBeGreaterThan(20);
    appContext.clock.advance(3 * HOUR_MS);
    await expireWrongCodes(store.db, appContext.clock);
    expect(await store.db.$count(wrongCouponCodes)).toBe(0);
  });

  test('at the same moment and in two processes allow no more guesses', async () => {
    const clock = new TestClock();
    const processes = [createCheckout(store.db, clock), createCheckout(store.db, clock)];
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, number) => guess(processes[number % 2]!, number)),
    );
    expect(answers.filter(({ kind }) => kind === 'coupon')).toHaveLength(20);
  });

  test('of a whole IPv6 site are limited as well, although each network has some left', async () => {
    const appContext = createCheckout(store.db);
    const kinds: string[] = [];
    for (let number = 0; number < 45; number += 1) {
      const network = `2001:db8:7:${(number % 10).toString(16)}00`;
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      kinds.push((await guess(appContext, number, network)).kind);
    }
    expect(kinds.filter((kind) => kind === 'coupon')).toHaveLength(40);
  });
});

test('whatever buyers and the team try, reserved and consumed redemptions never exceed the limits', async () => {
  const ines = await hire(store.db, 'ines');
  const emails = [VISITORS.elena, VISITORS.priya] as const;
  const attempt = fc.tuple(
    fc.constantFrom('place', 'place', 'place twice', 'pay', 'cancel', 'wait'),
    fc.nat(1),
    fc.nat(5),
  );
  await fc.assert(
    fc.asyncProperty(
      fc.array(attempt, { minLength: 3, maxLength: 10 }),
      fc.integer({ min: 1, max: 3 }),
      fc.integer({ min: 1, max: 2 }),
      async (attempts, totalLimit, addressLimit) => {
        const appContext = createCheckout(store.db);
        const code = `C-${crypto.randomUUID().slice(0, 8)}`.toUpperCase();
        const coupon = await insertCoupon(store.db, { code, totalLimit, addressLimit });
        const buyers: Buyer[] = [];
        for (const email of emails) {
          // oxlint-disable-next-line no-await-in-loop -- one database
          buyers.push(await openProvedBuyer(appContext, email));
        }
        const placed: string[] = [];
        for (const [what, who, which] of attempts) {
          const buyer = buyers[who]!;
          // oxlint-disable-next-line no-await-in-loop -- a sequence
          await act(what, buyer, placed[which % Math.max(1, placed.length)]);
          // oxlint-disable-next-line no-await-in-loop -- as above
          await expectWithinLimits();
        }
        await expectOrdersSound(store.db);
        for (const secret of placed) {
          // oxlint-disable-next-line no-await-in-loop -- leaves no unpaid order to the next sequence
          await asBuyer(appContext, secret, (turn) => cancelOrder(turn)).catch(() => undefined);
        }

        async function act(what: string, buyer: Buyer, secret: string | undefined) {
          if (what.startsWith('place')) {
            const shown = await buyer.seen({ coupon: code });
            const times = what === 'place twice' ? 2 : 1;
            const outcomes = await Promise.all(
              Array.from({ length: times }, () => buyer.placeShown(shown)),
            );
            placed.push(...outcomes.filter(({ kind }) => kind === 'placed').map(secretOf));
          } else if (what === 'wait') {
            appContext.clock.advance(5 * DAY_MS);
            await runClocks(appContext);
          } else if (secret !== undefined) {
            const isPaid = what === 'pay';
            const settle = async () => {
              const number = await asBuyer(appContext, secret, async (turn) => {
                if (!isPaid) await cancelOrder(turn);
                return turn.order.number;
              });
              if (isPaid) await markPaid(appContext, tracedBy(ines), ines, number, 'PP');
            };
            await settle().catch(() => undefined);
          }
        }

        async function expectWithinLimits() {
          const rows = await store.db
            .select()
            .from(couponRedemptions)
            .where(eq(couponRedemptions.couponId, coupon.id));
          const counted = rows.filter(({ state }) => state !== 'released');
          expect(counted.length).toBeLessThanOrEqual(totalLimit);
          for (const email of emails) {
            expect(counted.filter((row) => row.email === email).length).toBeLessThanOrEqual(
              addressLimit,
            );
          }
        }
      },
    ),
    propertyRuns(15),
  );
  expect(await store.db.$count(orders)).toBeGreaterThan(10);
}, 120_000);
