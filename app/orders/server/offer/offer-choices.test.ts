import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { insertCoupon } from '../../../../tests/support/coupons.ts';
import { useDatabase } from '../../../../tests/support/database.ts';
import { expectOrdersSound } from '../../../../tests/support/order-invariants.ts';
import {
  createDraft,
  createOrderContext,
  meet,
  orderRow,
} from '../../../../tests/support/orders.ts';
import { refusalOf } from '../../../../tests/support/team.ts';
import type { Service } from '../../../shop/service.ts';
import type { OfferDraft } from '../../protocol/offer.ts';
import { offers } from '../tables.server.ts';
import { makeOffer } from './make-offer.server.ts';
import { quoteOffer, readLineChoices } from './quote-offer.server.ts';

const store = useDatabase();

type Meeting = Awaited<ReturnType<typeof meet>>;
type Context = ReturnType<typeof createOrderContext>;
type DraftLine = OfferDraft['lines'][number];

const PATH = '/services/graphics/book-design';
const OPTIONS = [
  {
    id: 'express',
    title: 'Express delivery',
    description: '',
    price: { kind: 'percentage', percentage: 25_000 },
    days: -3,
    maximum: 1,
  },
  {
    id: 'layout',
    title: 'Layout',
    description: '',
    price: { kind: 'amount', amount: 1050 },
    days: 1,
    maximum: 5,
  },
] as const;

/** A shop whose service has packages, options and a rule for quantities. */
function shopWith(context: Context, change: Partial<Service> = {}): Context {
  const { catalogue } = context;
  const found = catalogue.findServiceEverAt('graphics', 'book-design');
  if (!found) throw new Error('The catalogue has no book design');
  const service: Service = {
    ...found.service,
    deliveryDays: 10,
    revisions: 1,
    options: OPTIONS,
    quantity: { minimum: 10, step: 5, maximum: 100 },
    packages: [
      { name: 'standard', amount: 20_000, deliveryDays: 6, revisions: 4, contents: 'Cover' },
    ],
    ...change,
  };
  const changed = Object.create(catalogue) as typeof catalogue;
  Object.assign(changed, {
    in: () => changed,
    findServiceEverAt: (section: string, slug: string) =>
      section === 'graphics' && slug === 'book-design'
        ? { ...found, service }
        : catalogue.findServiceEverAt(section, slug),
  });
  return { ...context, catalogue: changed };
}

const lineOf = (change: Partial<DraftLine> = {}): DraftLine => ({
  title: 'Book design',
  path: PATH,
  quantity: 10,
  price: '4.01',
  package: null,
  options: [],
  ...change,
});

const draftOf = (lines: readonly DraftLine[], change: Partial<OfferDraft> = {}) =>
  createDraft({ lines, ...change });

const offerTo = (context: Context, { maya, id }: Meeting, offerDraft: OfferDraft) =>
  makeOffer(context, maya, id, offerDraft);

test('the tax of packages and options is charged after the coupon, in the quote as in the order', async () => {
  await insertCoupon(store.db);
  const context = shopWith(
    createOrderContext(store.db, undefined, {
      TAX: 'on',
      SELLER_COUNTRY: 'DE',
      TAX_RATES: 'DE 19% VAT; AT 20% USt.',
      REVERSE_CHARGE_COUNTRIES: 'AT',
    }),
  );
  const buyer = await meet(context);
  const lines = [
    lineOf({
      package: 'standard',
      quantity: 2,
      price: '150',
      options: [
        { id: 'express', quantity: 1 },
        { id: 'layout', quantity: 3 },
      ],
    }),
    lineOf({ title: 'Something else', path: null, quantity: 1, price: '10' }),
  ];
  const offerDraft = draftOf(lines, { coupon: 'welcome' });
  const quote = await quoteOffer(context, buyer.maya, buyer.id, offerDraft);
  // 19 % of 365.85 and of 9.00.
  expect(quote).toMatchObject({ errors: {}, total: 37_485 + 6951 + 171 });
  expect(quote.rows.at(-1)).toEqual({ label: 'plus VAT 19%', amount: 7122 });
  const wrong = { country: 'AT', taxNumber: 'ATU1' };
  expect(
    await quoteOffer(context, buyer.maya, buyer.id, { ...offerDraft, buyer: wrong }),
  ).toMatchObject({
    total: 37_485 + 7317 + 180,
    errors: { taxNumber: expect.stringContaining('no tax number of this country') },
  });
  const business = { country: 'AT', taxNumber: 'ATU12345678' };
  const reversed = { ...offerDraft, buyer: business };
  expect(await quoteOffer(context, buyer.maya, buyer.id, reversed)).toMatchObject({
    total: 37_485,
    errors: {},
  });
  const offer = await offerTo(context, buyer, offerDraft);
  // A repeated request finds the offer, although its total has a discount and tax.
  expect(await offerTo(context, buyer, offerDraft)).toMatchObject({ offerId: offer.offerId });
  await buyer.answer(offer.offerId);
  expect(await orderRow(store.db, 1001)).toMatchObject({ amount: 44_607, taxAmount: 7122 });
  await expectOrdersSound(store.db);
});

test('an offer with package and options costs what its quote says, and is stored, ordered and paid as such', async () => {
  await insertCoupon(store.db);
  const context = shopWith(createOrderContext(store.db));
  const buyer = await meet(context);
  const lines = [
    lineOf({
      package: 'standard',
      quantity: 2,
      price: '150',
      options: [
        { id: 'layout', quantity: 3 },
        { id: 'express', quantity: 1 },
      ],
    }),
    lineOf({ title: 'Something else', path: null, quantity: 1, price: '10' }),
  ];
  const offerDraft = draftOf(lines, { coupon: 'welcome' });
  const quote = await quoteOffer(context, buyer.maya, buyer.id, offerDraft);
  // 2 × 150, a quarter of it, 3 × 10.50, and 10: 416.50 with 10 % off.
  expect(quote).toMatchObject({
    errors: {},
    total: 37_485,
    deliveryDays: 6,
    revisions: 4,
    rows: [
      { label: '2 × Book design (standard)', amount: 30_000 },
      { label: 'Express delivery', amount: 7500 },
      { label: '3 × Layout', amount: 3150 },
      { label: 'Something else', amount: 1000 },
      { label: 'Coupon WELCOME', amount: -4165 },
    ],
  });
  const card = await offerTo(context, buyer, offerDraft);
  expect(card).toMatchObject({
    amount: 37_485,
    lines: [
      {
        title: 'Book design (standard)',
        path: PATH,
        quantity: 2,
        unitAmount: 15_000,
        package: 'standard',
        options: [
          { id: 'express', title: 'Express delivery', quantity: 1, amount: 7500 },
          { id: 'layout', title: 'Layout', quantity: 3, amount: 3150 },
        ],
      },
      { title: 'Something else', path: null, unitAmount: 1000 },
    ],
  });
  const [row] = await store.db.select().from(offers).where(eq(offers.id, card.offerId));
  expect(row?.lines).toEqual(card.lines);
  // The response was lost: the repeated request returns the same offer.
  expect(await offerTo(context, buyer, offerDraft)).toEqual(card);
  await buyer.answer(card.offerId);
  expect((await orderRow(store.db, 1001)).amount).toBe(37_485);
  await expectOrdersSound(store.db);
});

test('the quote shows every error at its field, and the offer is refused at the first', async () => {
  const context = shopWith(createOrderContext(store.db));
  const buyer = await meet(context);
  const lines = [
    lineOf({ quantity: 12, options: [{ id: 'layout', quantity: 6 }] }),
    lineOf({ package: 'premium', options: [{ id: 'gone', quantity: 1 }] }),
    lineOf({ quantity: 5 }),
  ];
  const quote = await quoteOffer(context, buyer.maya, buyer.id, draftOf(lines));
  expect(quote.total).toBeNull();
  expect(quote.errors).toEqual({
    'quantity-0': 'Order 10 or 15.',
    'option-0-layout': 'Choose a quantity from 1 to 5.',
    'package-1': 'This package is no longer offered. Choose another one.',
    'option-1-gone': 'This option is no longer offered. Check your order.',
    'quantity-2': 'Order at least 10.',
  });
  expect(await refusalOf(offerTo(context, buyer, draftOf(lines)))).toMatchObject({
    status: 400,
    field: 'quantity-0',
  });
  expect(await store.db.$count(offers)).toBe(0);
});

test('an option priced in another currency is refused, a percentage is not', async () => {
  const context = shopWith(createOrderContext(store.db));
  const buyer = await meet(context);
  const layout = lineOf({ options: [{ id: 'layout', quantity: 1 }] });
  const inEuros = { currency: 'EUR' };
  expect(await refusalOf(offerTo(context, buyer, draftOf([layout], inEuros)))).toMatchObject({
    status: 400,
    field: 'option-0-layout',
  });
  const express = lineOf({ options: [{ id: 'express', quantity: 1 }] });
  const card = await offerTo(context, buyer, draftOf([express], inEuros));
  // A quarter of 40.10 is rounded half away from zero.
  expect(card).toMatchObject({ currency: 'EUR', amount: 4010 + 1003 });
});

test('a draft of an earlier client is offered as before: any quantity at the typed price', async () => {
  const context = shopWith(createOrderContext(store.db));
  const buyer = await meet(context);
  const { package: _, options: __, ...old } = lineOf({ quantity: 1, price: '300' });
  const card = await offerTo(context, buyer, draftOf([old]));
  expect(card.amount).toBe(30_000);
  expect(card.lines[0]).not.toHaveProperty('options');
});

test('the choices have titles for the buyer and texts for the member, and nobody else reads them', async () => {
  const context = shopWith(createOrderContext(store.db));
  const buyer = await meet(context);
  expect(await readLineChoices(context, buyer.maya, buyer.id, PATH)).toMatchObject({
    path: PATH,
    quantityHint: 'At least 10. At most 100. In steps of 5.',
    packages: [{ name: 'standard', price: '200.00', label: 'standard' }],
    options: [
      { id: 'express', terms: '+ 25% · 3 days faster', maximum: 1 },
      { id: 'layout', terms: '+ $10.50 · 1 more day', maximum: 5 },
    ],
  });
  expect(await readLineChoices(context, buyer.maya, buyer.id, '/services/no/where')).toBeNull();
  const stranger = { ...buyer.maya, id: 'leo' };
  const reading = readLineChoices(context, stranger, buyer.id, PATH);
  expect((await refusalOf(reading)).status).toBe(404);
  const quoting = quoteOffer(context, stranger, buyer.id, draftOf([lineOf()]));
  expect((await refusalOf(quoting)).status).toBe(404);
});

test('while a price is missing, the quote has neither a total nor an error', async () => {
  const context = shopWith(createOrderContext(store.db));
  const buyer = await meet(context);
  const quote = await quoteOffer(context, buyer.maya, buyer.id, draftOf([lineOf({ price: ' ' })]));
  expect(quote).toMatchObject({ total: null, errors: {}, rows: [] });
});
