import { describe, expect, test } from 'vitest';
import {
  amountOff,
  amountOption,
  inputOf,
  line,
  lineOf,
  percentageOption,
  percentOff,
  pricedOf,
  rate,
  refusalsOf,
} from '../../../tests/support/pricing.ts';
import { MAX_AMOUNT } from '../protocol/money.ts';
import { priceOrder } from './price-order.ts';

const packages = [
  { name: 'basic', amount: 20_000, deliveryDays: 3 },
  { name: 'premium', amount: 90_000, deliveryDays: 14 },
];

describe('a line', () => {
  test('costs the unit price times the quantity', () => {
    const words = line({ service: { unit: 'word', amount: 15 }, choice: { quantity: 1250 } });
    expect(pricedOf({ lines: [words] })).toMatchObject({
      lines: [{ unitAmount: 15, quantity: 1250, base: 18_750, gross: 18_750 }],
      totals: { base: 18_750, discount: 0, net: 18_750, tax: 0, gross: 18_750 },
      isFree: false,
    });
  });

  test('costs the price of its package times the quantity, with the days of the package', () => {
    const two = line({ service: { packages }, choice: { package: 'premium', quantity: 2 } });
    expect(pricedOf({ lines: [two] })).toMatchObject({
      lines: [{ package: 'premium', unitAmount: 90_000, base: 180_000 }],
      deliveryDays: 14,
    });
  });

  test('of a service with packages needs one of them', () => {
    expect(refusalsOf({ lines: [line({ service: { packages } })] })).toEqual([
      { key: 'package-missing', values: {}, field: 'package', line: 0 },
    ]);
    const standard = line({ service: { packages }, choice: { package: 'standard' } });
    expect(refusalsOf({ lines: [standard] })).toMatchObject([{ key: 'package-unknown' }]);
  });

  test('has options: an amount times its own quantity, not times that of the line', () => {
    const priced = pricedOf({
      lines: [
        line({
          service: { options: [amountOption('page', 2500)] },
          choice: { quantity: 4, options: [{ id: 'page', quantity: 3 }] },
        }),
      ],
    });
    expect(priced.lines[0]).toMatchObject({
      base: 40_000,
      options: [{ id: 'page', quantity: 3, amount: 7500 }],
      subtotal: 47_500,
    });
  });

  test('has options in percent of its base, rounded once per line and half away from zero', () => {
    const priced = pricedOf({
      lines: [
        line({
          service: {
            amount: 33,
            options: [percentageOption('express', 50), amountOption('source', 1000)],
          },
          choice: {
            quantity: 3,
            options: [
              { id: 'source', quantity: 1 },
              { id: 'express', quantity: 1 },
            ],
          },
        }),
      ],
    });
    // 99 × 50 % is 49.5. Rounding each unit would give 51, and the other option is no part of the base.
    expect(priced.lines[0]?.options).toEqual([
      { id: 'express', quantity: 1, amount: 50 },
      { id: 'source', quantity: 1, amount: 1000 },
    ]);
  });

  test('refuses options that do not exist, are chosen twice, or too often, each at its field', () => {
    const options = [amountOption('page', 2500, 0, 2), percentageOption('express', 50)];
    const chosen = [
      { id: 'page', quantity: 3 },
      { id: 'express', quantity: 1 },
      { id: 'express', quantity: 1 },
      { id: 'constructor', quantity: 1 },
    ];
    const choice = { options: chosen };
    expect(refusalsOf({ lines: [line(), line({ service: { options }, choice })] })).toEqual([
      { key: 'option-repeated', values: {}, field: 'option-express', line: 1 },
      { key: 'option-unknown', values: {}, field: 'option-constructor', line: 1 },
      { key: 'option-quantity', values: { maximum: 2 }, field: 'option-page', line: 1 },
    ]);
    for (const quantity of [0, -1, 1.5, Number.NaN, Infinity]) {
      const wrong = { options: [{ id: 'page', quantity }] };
      expect(refusalsOf({ lines: [line({ service: { options }, choice: wrong })] })).toHaveLength(
        1,
      );
    }
  });

  test('has a percentage once, whatever maximum the option has', () => {
    const options = [{ ...percentageOption('express', 50), maximum: 5 }];
    const choice = { options: [{ id: 'express', quantity: 2 }] };
    expect(refusalsOf({ lines: [line({ service: { options }, choice })] })).toMatchObject([
      { key: 'option-quantity', values: { maximum: 1 } },
    ]);
  });

  test('reports every refusal at once', () => {
    const wrong = line({ service: { packages }, choice: { quantity: 0 } });
    expect(
      refusalsOf({ lines: [wrong], coupon: { validUntil: '2026-11-26' } }).map(({ key }) => key),
    ).toEqual(['package-missing', 'quantity-too-small', 'coupon-expired']);
  });

  test('is needed', () => {
    expect(refusalsOf({ lines: [] })).toMatchObject([{ key: 'lines-missing' }]);
  });
});

describe('delivery', () => {
  const options = [amountOption('express', 5000, -3), amountOption('page', 1000, 2, 10)];
  const daysOf = (deliveryDays: number, chosen: [string, number][]) =>
    pricedOf({
      lines: [
        line({
          service: { deliveryDays, options },
          choice: { options: chosen.map(([id, quantity]) => ({ id, quantity })) },
        }),
      ],
    }).deliveryDays;

  test('takes the days of the service and of its options, for each unit of an option', () => {
    expect(daysOf(5, [])).toBe(5);
    expect(daysOf(5, [['express', 1]])).toBe(2);
    expect(daysOf(5, [['page', 3]])).toBe(11);
    expect(
      daysOf(5, [
        ['page', 1],
        ['express', 1],
      ]),
    ).toBe(4);
  });

  test('takes at least one day', () => {
    expect(daysOf(3, [['express', 1]])).toBe(1);
    expect(daysOf(2, [['express', 2]])).toBe(1);
  });

  test('of several lines takes as long as the longest', () => {
    const lines = [line(), line({ service: { deliveryDays: 30 } }), line()];
    expect(pricedOf({ lines }).deliveryDays).toBe(30);
  });

  test('is refused beyond the limit of the catalogue', () => {
    const service = { deliveryDays: 730, options };
    const choice = { options: [{ id: 'page', quantity: 1 }] };
    expect(refusalsOf({ lines: [line({ service, choice })] })).toMatchObject([
      { key: 'delivery-too-long', values: { maximum: 730 } },
    ]);
  });
});

describe('a coupon', () => {
  test('lowers the net amount of exclusive prices and the gross amount of inclusive ones', () => {
    const lines = [lineOf(10_000, rate(20))];
    const coupon = percentOff(10);
    expect(pricedOf({ lines, coupon }).totals).toMatchObject({
      discount: 1000,
      net: 9000,
      tax: 1800,
      gross: 10_800,
    });
    expect(pricedOf({ lines, coupon, pricesIncludeTax: true }).totals).toMatchObject({
      discount: 1000,
      net: 7500,
      tax: 1500,
      gross: 9000,
    });
  });

  test('applies to options, too', () => {
    const service = { options: [amountOption('page', 5000)] };
    const choice = { options: [{ id: 'page', quantity: 1 }] };
    const priced = pricedOf({ lines: [line({ service, choice })], coupon: percentOff(10) });
    expect(priced.totals).toMatchObject({ subtotal: 15_000, discount: 1500, gross: 13_500 });
  });

  test('of an amount is distributed, and what remains goes to earlier lines first', () => {
    const discounts = (amount: number, prices: number[]) =>
      pricedOf({
        lines: prices.map((price) => lineOf(price)),
        coupon: amountOff(amount),
      }).lines.map(({ discount }) => discount);
    expect(discounts(1000, [5000, 5000, 5000])).toEqual([334, 333, 333]);
    expect(discounts(1001, [5000, 5000, 5000])).toEqual([334, 334, 333]);
    // The largest fraction, of the third line, does not decide.
    expect(discounts(100, [101, 101, 299])).toEqual([21, 20, 59]);
    // A line that costs nothing gets nothing.
    expect(discounts(1, [0, 5000, 5000])).toEqual([0, 1, 0]);
  });

  test('in percent is rounded over all matching lines, not for each', () => {
    const priced = pricedOf({ lines: [lineOf(5), lineOf(5), lineOf(5)], coupon: percentOff(10) });
    // Each line would round 0.5 up to 1; together it is 1.5, rounded to 2.
    expect(priced.lines.map(({ discount }) => discount)).toEqual([1, 1, 0]);
    expect(priced.totals.discount).toBe(2);
  });

  test('of a section or a service applies only to matching lines', () => {
    const lines = [
      line(),
      line({ service: { serviceId: 'song', section: 'music' } }),
      line({ service: { serviceId: null, section: null } }),
    ];
    const discounts = (scope: { kind: 'sections' | 'services'; ids: string[] }) =>
      pricedOf({ lines, coupon: { scope } }).lines.map(({ discount }) => discount);
    expect(discounts({ kind: 'sections', ids: ['music', 'video'] })).toEqual([0, 1000, 0]);
    expect(discounts({ kind: 'services', ids: ['logo-design'] })).toEqual([1000, 0, 0]);
    expect(refusalsOf({ lines, coupon: { scope: { kind: 'services', ids: ['music'] } } })).toEqual([
      { key: 'coupon-nothing-matches', values: {}, field: 'coupon', line: null },
    ]);
  });

  test('counts only matching lines, before the discount, for its minimum', () => {
    const scope = { kind: 'sections', ids: ['graphics'] } as const;
    const lines = [line(), line({ service: { section: 'music', amount: 90_000 } })];
    const needs = (amount: number) => ({ scope, minimum: { amount, currency: 'USD' } });
    expect(refusalsOf({ lines, coupon: needs(10_000) })).toEqual([]);
    expect(refusalsOf({ lines, coupon: needs(10_001) })).toMatchObject([
      { key: 'coupon-below-minimum', values: { amount: 10_001, currency: 'USD' } },
    ]);
  });

  test('in another currency than the order is refused', () => {
    expect(refusalsOf({ coupon: amountOff(500, 'EUR') })).toMatchObject([
      { key: 'coupon-other-currency', values: { currency: 'EUR' } },
    ]);
    expect(
      refusalsOf({ coupon: { minimum: { amount: 1, currency: 'EUR' } } }).map(({ key }) => key),
    ).toEqual(['coupon-other-currency']);
  });

  test('that nobody knows is refused, and the order is priced without it', () => {
    const { facts } = inputOf({ coupon: {} }).coupon ?? {};
    if (!facts) throw new Error('The coupon is missing');
    const unknown = { ...inputOf({}), coupon: { terms: undefined, facts } };
    expect(priceOrder(unknown).refusals).toMatchObject([{ key: 'coupon-unknown' }]);
    expect(priceOrder({ ...unknown, coupon: null }).order?.totals.gross).toBe(10_000);
  });
});

describe('an order that costs nothing', () => {
  test.each([true, false])('is free with a coupon of 100 %%, taxes included: %s', (included) => {
    const lines = [lineOf(10_001, rate(19)), lineOf(3, rate(7))];
    const priced = pricedOf({ lines, coupon: percentOff(100), pricesIncludeTax: included });
    expect(priced.isFree).toBe(true);
    expect(priced.totals).toMatchObject({ discount: 10_004, net: 0, tax: 0, gross: 0 });
  });

  test('is free with an amount above the total, of which only the total is used', () => {
    const priced = pricedOf({ lines: [lineOf(6000)], coupon: amountOff(7000) });
    expect(priced).toMatchObject({ isFree: true, totals: { discount: 6000, gross: 0 } });
  });

  test('is not free when the coupon covers only some lines', () => {
    const scope = { kind: 'services', ids: ['logo-design'] } as const;
    const lines = [line(), line({ service: { serviceId: 'song', amount: 1 } })];
    const priced = pricedOf({ lines, coupon: { ...percentOff(100), scope } });
    expect(priced).toMatchObject({ isFree: false, totals: { gross: 1 } });
  });

  test('is free with a coupon for a service that costs nothing', () => {
    expect(pricedOf({ lines: [lineOf(0)], coupon: percentOff(50) }).isFree).toBe(true);
  });
});

describe('tax', () => {
  test('is computed per line, and the total is the sum of the lines', () => {
    const lines = [lineOf(1005, rate(7)), lineOf(1005, rate(7))];
    const { totals, taxes } = pricedOf({ lines });
    // 70.35 becomes 70 on each line; over both it would be 140.7 and become 141.
    expect(totals).toMatchObject({ net: 2010, tax: 140, gross: 2150 });
    expect(taxes).toEqual([{ tax: rate(7), net: 2010, amount: 140 }]);
  });

  test('is listed by rate and name, in the order of the lines', () => {
    const lines = [lineOf(1000, rate(19)), lineOf(500, rate(7, 'reduced')), lineOf(1, rate(19))];
    expect(pricedOf({ lines }).taxes).toEqual([
      { tax: rate(19), net: 1001, amount: 190 },
      { tax: rate(7, 'reduced'), net: 500, amount: 35 },
    ]);
  });

  test('has rates with three decimals', () => {
    expect(pricedOf({ lines: [lineOf(10_000, rate(8.875))] }).totals.tax).toBe(888);
    expect(pricedOf({ lines: [lineOf(100_000, rate(9.975))] }).totals.tax).toBe(9975);
  });

  test('of a reverse charge is removed from inclusive prices at the rate of the seller', () => {
    const lines = [lineOf(11_900, { kind: 'reverse-charge', name: 'VAT', sellerRate: 19_000 })];
    expect(pricedOf({ lines, pricesIncludeTax: true }).totals).toMatchObject({
      subtotal: 11_900,
      removedTax: 1900,
      net: 10_000,
      tax: 0,
      gross: 10_000,
    });
    expect(pricedOf({ lines }).totals).toMatchObject({ removedTax: 0, net: 11_900, gross: 11_900 });
  });

  test('of a reverse charge is removed after the discount', () => {
    const lines = [lineOf(11_900, { kind: 'reverse-charge', name: 'VAT', sellerRate: 19_000 })];
    const priced = pricedOf({ lines, pricesIncludeTax: true, coupon: percentOff(50) });
    expect(priced.totals).toMatchObject({ discount: 5950, removedTax: 950, gross: 5000 });
  });
});

describe('large amounts', () => {
  test('are exact, or refused', () => {
    const most = line({ service: { amount: 999 }, choice: { quantity: 100_000 } });
    expect(pricedOf({ lines: [most] }).totals.gross).toBe(99_900_000);
    const inForints = line({ service: { amount: 999_999 }, choice: { quantity: 100_000 } });
    expect(pricedOf({ lines: [inForints] }).totals.gross).toBe(99_999_900_000);
    const large = line({ service: { amount: 99_999_999_999 }, choice: { quantity: 100_000 } });
    const refusal = {
      key: 'total-too-large',
      values: { maximum: MAX_AMOUNT },
      field: 'total',
      line: null,
    };
    expect(refusalsOf({ lines: [large] })).toEqual([refusal]);
    expect(refusalsOf({ lines: [large], coupon: percentOff(100) })).toEqual([refusal]);
    expect(refusalsOf({ lines: [lineOf(MAX_AMOUNT)] })).toEqual([]);
    expect(refusalsOf({ lines: [lineOf(MAX_AMOUNT, rate(19))] })).toEqual([refusal]);
    expect(refusalsOf({ lines: [lineOf(MAX_AMOUNT), lineOf(1)] })).toEqual([refusal]);
  });

  test('of a snapshot beyond the limits are errors of the shop, not of the buyer', () => {
    for (const amount of [0.5, -1, 100_000_000_000, Number.NaN]) {
      expect(() => priceOrder(inputOf({ lines: [lineOf(amount)] }))).toThrow(RangeError);
    }
    const rule = { minimum: 10, step: 1, maximum: 5 };
    expect(() => refusalsOf({ lines: [line({ service: { quantity: rule } })] })).toThrow(
      RangeError,
    );
    expect(() => refusalsOf({ coupon: percentOff(100.001) })).toThrow(RangeError);
  });
});

// Errors that were reported for other shop systems, by issue or pull request. Where a report names no amounts, the
// test has its own: WooCommerce 25193 (only the results), Statamic, PrestaShop, Recurly 475, Merchello and Mozu.
describe('mistakes of other shops', () => {
  test('Magento 10790: 100 % off with 18 % tax ended below zero', () => {
    const lines = [276_271, 254_237].map((amount) =>
      line({ service: { amount }, choice: { quantity: 2 }, tax: rate(18) }),
    );
    expect(pricedOf({ lines, coupon: percentOff(100) }).totals).toMatchObject({ tax: 0, gross: 0 });
  });

  test('Odoo 271032: 100 % off two lines of 11.50 plus 15 % left a cent', () => {
    const lines = [lineOf(1150, rate(15)), lineOf(1150, rate(15))];
    expect(pricedOf({ lines, coupon: percentOff(100) }).isFree).toBe(true);
  });

  test('Recurly 994: 15 % of 34.90 is a half cent that floating point loses', () => {
    const priced = pricedOf({ lines: [lineOf(3490)], coupon: percentOff(15) });
    expect(priced.totals).toMatchObject({ subtotal: 3490, discount: 524, gross: 2966 });
  });

  test('Recurly 147 and 198: tax of 20 % on 302.00 and 49.00 came to a cent more', () => {
    expect(pricedOf({ lines: [lineOf(30_200, rate(20))] }).totals.tax).toBe(6040);
    expect(pricedOf({ lines: [lineOf(4900, rate(20))] }).totals.tax).toBe(980);
  });

  test('8.25 % of 110.00 is 9.075, which a report rounded down', () => {
    expect(pricedOf({ lines: [lineOf(11_000, rate(8.25))] }).totals.gross).toBe(11_908);
  });

  test('WooCommerce 16305: 40 % off 51.86 plus 8.25 % was a cent off', () => {
    const priced = pricedOf({ lines: [lineOf(5186, rate(8.25))], coupon: percentOff(40) });
    expect(priced.totals).toMatchObject({ discount: 2074, net: 3112, tax: 257, gross: 3369 });
  });

  test('WooCommerce 25193: a discount without decimals was rounded per line', () => {
    const currency = { code: 'JPY', minorDigits: 0 };
    const priced = pricedOf({
      currency,
      lines: [lineOf(395), lineOf(295)],
      coupon: percentOff(10),
    });
    expect(priced.lines.map(({ gross }) => gross)).toEqual([355, 266]);
    expect(priced.totals.gross).toBe(621);
  });

  test('Statamic Cargo 168: 10 off three equal lines lost a cent', () => {
    const lines = [lineOf(2000), lineOf(2000), lineOf(2000)];
    expect(pricedOf({ lines, coupon: amountOff(1000) }).totals.discount).toBe(1000);
  });

  test('PrestaShop 42281: an amount above taxed lines left a cent', () => {
    const lines = [lineOf(1233, rate(21)), lineOf(777, rate(10)), lineOf(1, rate(4))];
    for (const pricesIncludeTax of [true, false]) {
      const priced = pricedOf({ lines, pricesIncludeTax, coupon: amountOff(5000) });
      expect(priced.isFree).toBe(true);
    }
  });

  test('ERPNext 58712: two lines of 379.00 including 21 % did not add up to 758.00', () => {
    const lines = [lineOf(37_900, rate(21)), lineOf(37_900, rate(21))];
    const { totals } = pricedOf({ lines, pricesIncludeTax: true });
    expect(totals).toMatchObject({ net: 62_644, tax: 13_156, gross: 75_800 });
  });

  test('alf.io 576: the tax in five times 99.00 including 22 % was a cent short', () => {
    const tickets = line({ service: { amount: 9900 }, choice: { quantity: 5 }, tax: rate(22) });
    expect(pricedOf({ lines: [tickets], pricesIncludeTax: true }).totals.tax).toBe(8926);
  });

  test('einvoicing 63: inclusive prices with two rates lost a cent for each', () => {
    const lines = [
      line({ service: { amount: 196 }, choice: { quantity: 2 }, tax: rate(13) }),
      line({ service: { amount: 4 }, choice: { quantity: 2 }, tax: rate(24) }),
    ];
    const { totals } = pricedOf({ lines, pricesIncludeTax: true });
    expect(totals).toMatchObject({ net: 347 + 6, tax: 45 + 2, gross: 400 });
  });

  test('Recurly 475: a discount on lines without tax made the tax negative', () => {
    const lines = [lineOf(1000), lineOf(1000, rate(20))];
    const priced = pricedOf({ lines, coupon: amountOff(1999) });
    expect(priced.lines.map(({ tax }) => tax)).toEqual([0, 0]);
  });

  test('Merchello 2166: 100 % off left the tax to pay', () => {
    const lines = [lineOf(5000, rate(20))];
    expect(pricedOf({ lines, coupon: percentOff(100) }).totals.tax).toBe(0);
  });

  test('Mozu 448: amounts with three decimals were rounded to two', () => {
    const currency = { code: 'KWD', minorDigits: 3 };
    const priced = pricedOf({ currency, lines: [lineOf(80_505, rate(5))], coupon: percentOff(3) });
    // 80.505 - 2.415 = 78.090, and 5 % of it is 3.9045, which is a half.
    expect(priced.totals).toMatchObject({ discount: 2415, net: 78_090, tax: 3905, gross: 81_995 });
  });
});
