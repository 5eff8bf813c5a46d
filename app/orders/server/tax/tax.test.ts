import { sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { VISITORS } from '../../../../tests/support/cast.ts';
import { hire, TestClock, useDatabase } from '../../../../tests/support/database.ts';
import { createCheckout, openForm } from '../../../../tests/support/order-form.ts';
import { expectOrdersSound } from '../../../../tests/support/order-invariants.ts';
import {
  balances,
  causeOf,
  createOrderContext,
  creditDecision,
  meet,
  order,
  orderRow,
} from '../../../../tests/support/orders.ts';
import { PayPalPeer } from '../../../../tests/support/paypal-peer.ts';
import { StripePeer } from '../../../../tests/support/stripe-peer.ts';
import { refusalOf, tracedBy } from '../../../../tests/support/team.ts';
import { readKnownBuyer } from '../checkout/read-known-buyer.server.ts';
import { beginCheckout } from '../payment/begin-checkout.server.ts';
import { markPaid } from '../payment/settle-paid.server.ts';
import { decideRefund, requestRefund } from '../refund/refund-requests.server.ts';
import { readRevenueGroups } from '../report/read-revenue.server.ts';
import { offers, refunds } from '../tables.server.ts';
import { verifyTaxNumber } from './verify-tax-number.server.ts';

const store = useDatabase();

const TAX = {
  TAX: 'on',
  SELLER_COUNTRY: 'DE',
  TAX_RATES: 'DE 19% VAT; AT 20% USt.; DE 16% VAT from 2026-07-01',
  REVERSE_CHARGE_COUNTRIES: 'AT',
};
const INCLUSIVE = { ...TAX, TAX_PRICES: 'inclusive' };
const TRANSLATION = 'writing/translation';
// 1000 words at 15 cents.
const FILLED = { quantity: '1000' };

async function placed(env: Record<string, string>, typed: Record<string, string> = {}) {
  const appContext = createCheckout(store.db, undefined, env);
  const form = await openForm(appContext, TRANSLATION, VISITORS.elena, { ...FILLED, ...typed });
  const outcome = await form.place({ code: await form.askCode() });
  expect(outcome).toMatchObject({ kind: 'placed' });
  return { appContext, ...form, order: await orderRow(store.db, 1001) };
}

describe('a direct order', () => {
  test('without tax stays as it was, whatever the buyer states', async () => {
    await hire(store.db, 'maya');
    const { order: row } = await placed({}, { country: 'AT', taxNumber: 'ATU12345678' });
    expect(row).toMatchObject({
      amount: 15_000,
      taxAmount: 0,
      buyerCountry: null,
      taxNumber: null,
    });
    const [offer] = await store.db.select().from(offers);
    expect(offer?.lines[0]).not.toHaveProperty('tax');
    await expectOrdersSound(store.db);
  });

  test('adds the tax to prices without it, and stores it with the line', async () => {
    await hire(store.db, 'maya');
    const { order: row } = await placed(TAX);
    expect(row).toMatchObject({ amount: 17_850, taxAmount: 2850, buyerCountry: 'DE' });
    const [offer] = await store.db.select().from(offers);
    expect(offer?.lines[0]?.tax).toEqual({
      kind: 'rate',
      country: 'DE',
      name: 'VAT',
      rate: 19_000,
      isIncluded: false,
      base: 15_000,
      amount: 2850,
    });
    await expectOrdersSound(store.db);
  });

  test('contains the tax of prices including it', async () => {
    await hire(store.db, 'maya');
    const { order: row } = await placed(INCLUSIVE, { country: 'AT' });
    expect(row).toMatchObject({ amount: 15_000, taxAmount: 2500, buyerCountry: 'AT' });
    await expectOrdersSound(store.db);
  });

  test('of a business abroad has a reverse charge, which takes the contained tax out', async () => {
    await hire(store.db, 'maya');
    const { order: row, browserId } = await placed(INCLUSIVE, {
      country: 'AT',
      taxNumber: 'u 123 456 78',
    });
    // 150.00 contain 23.95 at the seller's 19 %.
    expect(row).toMatchObject({ amount: 12_605, taxAmount: 0, taxNumber: 'ATU12345678' });
    expect(await readKnownBuyer(store.db, browserId)).toMatchObject({
      country: 'AT',
      taxNumber: 'ATU12345678',
    });
    expect(await readKnownBuyer(store.db, crypto.randomUUID())).toMatchObject({ taxNumber: '' });
    await expectOrdersSound(store.db);
  });

  test('is refused with a wrong number or country, and its total is still shown', async () => {
    const appContext = createCheckout(store.db, undefined, TAX);
    const form = await openForm(appContext, TRANSLATION, VISITORS.elena, FILLED);
    expect(await form.place({ country: 'AT', taxNumber: 'ATU1' })).toMatchObject({
      kind: 'refused',
      errors: { taxNumber: expect.stringContaining('no tax number of this country') },
    });
    expect(await form.place({ country: 'XX' })).toMatchObject({
      kind: 'refused',
      errors: { country: 'Choose a country.' },
    });
  });

  test('is not placed if the tax has changed since the form was shown', async () => {
    const before = createCheckout(store.db, undefined, TAX);
    const { fill } = await openForm(before, TRANSLATION, VISITORS.elena, FILLED);
    const { seen = '' } = fill();
    const changes = [
      {},
      { ...TAX, TAX_RATES: 'DE 7% VAT' },
      { ...TAX, TAX_RATES: 'DE 19% TVA' },
      INCLUSIVE,
    ];
    for (const env of changes) {
      const form = await openForm(
        createCheckout(store.db, undefined, env),
        TRANSLATION,
        VISITORS.elena,
        FILLED,
      );
      expect(await form.place({ seen })).toMatchObject({
        kind: 'changed',
        differences: expect.arrayContaining(['The tax has changed.']),
      });
    }
  });
});

describe('an offer', () => {
  test('shows its tax, and becomes an order with the same one', async () => {
    const appContext = createOrderContext(store.db, undefined, TAX);
    const elena = await meet(appContext);
    const offer = await elena.offer({ buyer: { country: 'AT', taxNumber: '' } });
    expect(offer).toMatchObject({ amount: 36_000 });
    await elena.answer(offer.offerId);
    expect(await orderRow(store.db, 1001)).toMatchObject({ amount: 36_000, taxAmount: 6000 });
    const { rows } = await store.db.execute<{ text: string }>(
      sql`select message as text from visitor_messages where kind = 'offer'`,
    );
    expect(rows[0]?.text).toContain('plus USt. 20%: $60.00');
    await expectOrdersSound(store.db);
  });

  test('of the same request is the same offer, with tax and without', async () => {
    const appContext = createOrderContext(store.db, undefined, TAX);
    const elena = await meet(appContext);
    const clientId = crypto.randomUUID();
    const first = await elena.offer({ clientId });
    expect(await elena.offer({ clientId })).toMatchObject({ offerId: first.offerId });
  });

  test('cannot be accepted when another rate applies', async () => {
    const clock = new TestClock();
    const appContext = createOrderContext(store.db, clock, TAX);
    const elena = await meet(appContext);
    const offer = await elena.offer({ validDay: '2026-07-30' });
    // July has another rate.
    clock.advance(25 * 24 * 60 * 60 * 1000);
    expect(await refusalOf(elena.answer(offer.offerId))).toMatchObject({
      status: 409,
      message: expect.stringContaining('The tax has changed'),
    });
  });

  test('keeps its tax: the database refuses a change', async () => {
    const appContext = createOrderContext(store.db, undefined, TAX);
    const elena = await meet(appContext);
    await elena.offer();
    const changing = store.db.execute(sql`update offers set tax_amount = 0`);
    expect(await causeOf(changing)).toContain('never changed');
    await store.db.execute(sql`update offers set tax_number = null`);
  });
});

describe('a rate that changes later', () => {
  test('does not change orders', async () => {
    await hire(store.db, 'maya');
    const { order: row } = await placed(TAX);
    const appContext = createOrderContext(store.db, undefined, { ...TAX, TAX_RATES: 'DE 25% VAT' });
    const ines = await hire(store.db, 'ines');
    await markPaid(appContext, tracedBy(ines), ines, 1001, 'PP-1');
    expect(await orderRow(store.db, 1001)).toMatchObject({
      amount: row.amount,
      taxAmount: row.taxAmount,
      paidAmount: row.amount,
    });
  });
});

describe('a refund', () => {
  test('in parts gives back the tax to the last cent, and revenue is without tax', async () => {
    const appContext = createOrderContext(store.db, undefined, TAX);
    const one = await order(appContext, {
      lines: [
        { title: 'Logo', path: null, quantity: 3, price: '33.33' },
        { title: 'Card', path: null, quantity: 1, price: '0.05' },
        { title: 'Sign', path: null, quantity: 1, price: '77.77' },
      ],
    });
    const ines = await hire(store.db, 'ines');
    await markPaid(appContext, tracedBy(ines), ines, one.number, 'PP-1');
    const paid = await orderRow(store.db, one.number);
    expect(paid.taxAmount).toBe(1900 + 1 + 1478);
    expect(await balances(store.db)).toMatchObject({
      'tax USD': 3379,
      'orders USD': paid.amount - 3379,
    });
    await expectOrdersSound(store.db);
    const give = async (...decision: Parameters<typeof creditDecision>) => {
      await requestRefund(appContext, one.secret, { ground: 'late', explanation: 'Late' });
      const given = creditDecision(...decision);
      await decideRefund(appContext, tracedBy(ines), ines, one.number, given);
    };
    await give('part', '0.01');
    await give('part', '10');
    await expectOrdersSound(store.db);
    await give('full');
    await expectOrdersSound(store.db);
    const rows = await store.db.select().from(refunds);
    expect(rows.reduce((sum, { taxAmount }) => sum + taxAmount, 0)).toBe(3379);
    const books = await balances(store.db);
    expect([books['tax USD'] ?? 0, books['orders USD'] ?? 0]).toEqual([0, 0]);
    const year = { from: new Date('2026-01-01'), to: new Date('2027-01-01') };
    const { totals } = await readRevenueGroups(store.db, year, year);
    expect(totals).toMatchObject([{ currency: 'USD', net: 0, refunded: paid.amount - 3379 }]);
  });
});

describe('a tax number', () => {
  test('that a member verified stays verified for later orders of the address', async () => {
    await hire(store.db, 'maya');
    const {
      appContext,
      order: row,
      ...form
    } = await placed(TAX, {
      country: 'AT',
      taxNumber: 'ATU12345678',
    });
    expect(row.taxNumberVerifiedAt).toBeNull();
    const ines = await hire(store.db, 'ines');
    await verifyTaxNumber(appContext, tracedBy(ines), ines, 1001);
    await verifyTaxNumber(appContext, tracedBy(ines), ines, 1001);
    await form.place({}, { key: crypto.randomUUID() });
    expect(await orderRow(store.db, 1002)).toMatchObject({ taxNumberVerifiedBy: ines.id });
    await form.place({ taxNumber: 'ATU87654321' }, { key: crypto.randomUUID() });
    expect(await orderRow(store.db, 1003)).toMatchObject({ taxNumberVerifiedBy: null });
    const leo = await hire(store.db, 'leo');
    expect(await refusalOf(verifyTaxNumber(appContext, tracedBy(leo), leo, 1001))).toMatchObject({
      status: 404,
    });
  });
});

describe('a payment page', () => {
  const LINES = [
    { title: 'Logo', path: null, quantity: 3, price: '33.33' },
    { title: 'Card', path: null, quantity: 7, price: '0.05' },
  ];

  test('of Stripe has the lines and the tax, which add up', async () => {
    const peer = await StripePeer.start();
    const appContext = createOrderContext(store.db, undefined, { ...TAX, ...peer.env });
    const one = await order(appContext, { lines: LINES });
    await beginCheckout(appContext, one.secret, 'stripe');
    const body = peer.requests.find(({ path }) => path.endsWith('/checkout/sessions'))?.body ?? '';
    const fields = new URLSearchParams(body);
    const items = [0, 1, 2].map((at) => [
      fields.get(`line_items[${at}][price_data][product_data][name]`),
      Number(fields.get(`line_items[${at}][price_data][unit_amount]`)),
    ]);
    expect(items).toEqual([
      ['E-1001: 3 × Logo', 9999],
      ['E-1001: 7 × Card', 35],
      ['VAT 19%', 1907],
    ]);
    expect(await orderRow(store.db, 1001)).toMatchObject({ amount: 9999 + 35 + 1907 });
    await peer.close();
  });

  test('names long titles of emoji without half a letter', async () => {
    const lines = [{ title: '🎉'.repeat(120), path: null, quantity: 3, price: '5' }];
    const [stripe, paypal] = [await StripePeer.start(), await PayPalPeer.start()];
    const appContext = createOrderContext(store.db, undefined, { ...stripe.env, ...paypal.env });
    const first = await order(appContext, { lines });
    await beginCheckout(appContext, first.secret, 'stripe');
    const second = await order(appContext, { lines });
    await beginCheckout(appContext, second.secret, 'paypal');
    const bodyOf = (
      peer: { readonly requests: readonly { path: string; body: string }[] },
      path: string,
    ) => peer.requests.find((request) => request.path.endsWith(path))?.body ?? '';
    const fields = new URLSearchParams(bodyOf(stripe, '/checkout/sessions'));
    const name = fields.get('line_items[0][price_data][product_data][name]') ?? '';
    expect(name).toMatch(/^E-1001: 3 × 🎉+$/u);
    const sent = JSON.parse(bodyOf(paypal, '/checkout/orders')) as {
      purchase_units: { description: string; items: { name: string }[] }[];
    };
    const [unit] = sent.purchase_units;
    for (const text of [unit?.description ?? '', unit?.items[0]?.name ?? '']) {
      expect(text).toContain('🎉');
      expect(text.isWellFormed()).toBe(true);
      expect(Array.from(text).length).toBeLessThanOrEqual(127);
    }
    await stripe.close();
    await paypal.close();
  });

  test('of PayPal has the lines with their tax, which add up', async () => {
    const peer = await PayPalPeer.start();
    const appContext = createOrderContext(store.db, undefined, { ...INCLUSIVE, ...peer.env });
    const one = await order(appContext, { lines: LINES });
    await beginCheckout(appContext, one.secret, 'paypal');
    const body = peer.requests.find(({ path }) => path.endsWith('/checkout/orders'))?.body ?? '';
    const [unit] = (JSON.parse(body) as { purchase_units: unknown[] }).purchase_units;
    expect(unit).toMatchObject({
      amount: {
        value: '100.34',
        breakdown: { item_total: { value: '84.32' }, tax_total: { value: '16.02' } },
      },
      items: [
        {
          name: '3 × Logo',
          quantity: '1',
          unit_amount: { value: '84.03' },
          tax: { value: '15.96' },
        },
        { name: '7 × Card', quantity: '1', unit_amount: { value: '0.29' }, tax: { value: '0.06' } },
      ],
    });
    await peer.close();
  });
});
