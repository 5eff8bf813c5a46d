import fc from 'fast-check';
import { expect, test } from 'vitest';
import { COUPON, FACTS } from '../../../tests/support/pricing.ts';
import { propertyRuns } from '../../../tests/support/property-runs.ts';
import { CURRENCIES } from '../../platform/currencies.ts';
import { minorDigits } from '../../platform/minor-digits.ts';
import { MAX_AMOUNT } from '../protocol/money.ts';
import type { Coupon } from './coupon-rules.ts';
import {
  priceOrder,
  type LineAmounts,
  type LineInput,
  type PricedOrder,
  type PricingInput,
} from './price-order.ts';
import { divideRounded } from './round.ts';
import type { LineTax } from '../../billing/tax/tax-rules.ts';

const RUNS = propertyRuns(300);

const SECTIONS = ['graphics', 'music', 'video'];

const currency = fc
  .constantFrom(...CURRENCIES)
  .map((code) => ({ code, minorDigits: minorDigits(code) }));

const rate = fc.oneof(
  fc.constantFrom(0, 5000, 7000, 7700, 8875, 9975, 19_000, 20_000, 25_000, 100_000),
  fc.integer({ min: 0, max: 300_000 }),
);

const tax: fc.Arbitrary<LineTax> = fc.oneof(
  fc.constant({ kind: 'none' } as const),
  rate.map((each) => ({ kind: 'rate', name: `VAT ${each}`, rate: each }) as const),
  rate.map((sellerRate) => ({ kind: 'reverse-charge', name: 'VAT', sellerRate }) as const),
);

const option = (index: number) =>
  fc.record({
    id: fc.constant(`option-${index}`),
    price: fc.oneof(
      fc.record({
        kind: fc.constant('amount' as const),
        amount: fc.integer({ min: 0, max: 50_000 }),
      }),
      fc.record({
        kind: fc.constant('percentage' as const),
        percentage: fc.integer({ min: 0, max: 200_000 }),
      }),
    ),
    days: fc.integer({ min: -10, max: 10 }),
    maximum: fc.constant(5),
  });

const options = fc
  .integer({ min: 0, max: 10 })
  .chain((count) =>
    fc.tuple(...Array.from({ length: count }, (_, index) => index).map((index) => option(index))),
  );

const lineInput: fc.Arbitrary<LineInput> = fc
  .record({
    amount: fc.oneof(fc.integer({ min: 0, max: 100 }), fc.integer({ min: 0, max: 100_000 })),
    quantity: fc.integer({ min: 1, max: 40 }),
    section: fc.constantFrom(...SECTIONS),
    deliveryDays: fc.integer({ min: 1, max: 60 }),
    options,
    tax,
    chosen: fc.array(fc.integer({ min: 0, max: 5 }), { minLength: 10, maxLength: 10 }),
  })
  .map(({ chosen, ...parts }) => ({
    service: {
      serviceId: `${parts.section}-service`,
      section: parts.section,
      unit: 'each',
      amount: parts.amount,
      deliveryDays: parts.deliveryDays,
      quantity: { minimum: 1, step: 1, maximum: null },
      packages: [],
      options: parts.options,
    },
    choice: {
      package: null,
      quantity: parts.quantity,
      options: parts.options.flatMap(({ id, price }, index) => {
        const quantity = Math.min(chosen[index] ?? 0, price.kind === 'percentage' ? 1 : 5);
        return quantity === 0 ? [] : [{ id, quantity }];
      }),
    },
    tax: parts.tax,
  }));

const coupon = (code: string): fc.Arbitrary<Coupon> =>
  fc
    .record({
      discount: fc.oneof(
        fc.record({
          kind: fc.constant('percentage' as const),
          percentage: fc.oneof(
            fc.integer({ min: 1, max: 100 }).map((percent) => percent * 1000),
            fc.integer({ min: 1000, max: 100_000 }),
          ),
        }),
        fc.record({
          kind: fc.constant('amount' as const),
          amount: fc.oneof(
            fc.integer({ min: 1, max: 500 }),
            fc.integer({ min: 1, max: 1_000_000 }),
          ),
          currency: fc.constant(code),
        }),
      ),
      scope: fc.oneof(
        fc.constant({ kind: 'everything' } as const),
        fc.subarray(SECTIONS).map((ids) => ({ kind: 'sections', ids }) as const),
      ),
    })
    .map((parts) => ({ ...COUPON, ...parts }));

const input: fc.Arbitrary<PricingInput> = currency.chain((each) =>
  fc.record({
    currency: fc.constant(each),
    lines: fc.array(lineInput, { minLength: 1, maxLength: 10 }),
    coupon: fc.option(coupon(each.code).map((terms) => ({ terms, facts: FACTS }))),
    pricesIncludeTax: fc.boolean(),
  }),
);

/** Runs a property on every order that is not refused. */
function everyOrder(check: (order: PricedOrder, input: PricingInput) => void): void {
  expect.hasAssertions();
  fc.assert(
    fc.property(input, (each) => {
      const { order, refusals } = priceOrder(each);
      // These rules depend on the generated amounts; every other refusal would be an error.
      const expected = [undefined, 'coupon-nothing-matches', 'total-too-large'];
      expect(expected).toContain(refusals?.[0]?.key);
      if (order) check(order, each);
    }),
    RUNS,
  );
}

const AMOUNTS: readonly (keyof LineAmounts)[] = [
  'base',
  'subtotal',
  'discount',
  'removedTax',
  'net',
  'tax',
  'gross',
];

test('totals are the sums of the lines, in currencies with 0, 2 and 3 digits', () => {
  everyOrder(({ currency: { code, minorDigits: digits }, lines, taxes, totals }) => {
    expect(digits).toBe(minorDigits(code));
    for (const name of AMOUNTS) {
      expect(totals[name]).toBe(lines.reduce((sum, line) => sum + line[name], 0));
    }
    expect(taxes.reduce((sum, { net }) => sum + net, 0)).toBe(totals.net);
    expect(taxes.reduce((sum, { amount }) => sum + amount, 0)).toBe(totals.tax);
  });
});

test('the amounts of a line are whole, not negative, and belong together', () => {
  everyOrder(({ lines, totals, isFree }, { pricesIncludeTax }) => {
    for (const line of lines) {
      for (const name of AMOUNTS) {
        expect(Number.isSafeInteger(line[name])).toBe(true);
        expect(line[name]).toBeGreaterThanOrEqual(0);
      }
      const displayed = line.subtotal - line.discount;
      expect(line.subtotal).toBe(line.options.reduce((sum, { amount }) => sum + amount, line.base));
      expect(line.gross).toBe(line.net + line.tax);
      expect(displayed).toBe(pricesIncludeTax ? line.gross + line.removedTax : line.net);
    }
    expect(totals.gross).toBeLessThanOrEqual(MAX_AMOUNT);
    expect(isFree).toBe(totals.gross === 0);
  });
});

test('a discount is never above its line, and lines add up to the rounded total', () => {
  everyOrder(({ lines }, { coupon: used, lines: inputs }) => {
    const terms = used?.terms;
    const { discount, scope } = terms ?? { discount: null, scope: COUPON.scope };
    const isMatching = inputs.map(
      ({ service: { section } }) =>
        discount !== null && (scope.kind === 'everything' || scope.ids.includes(section ?? 'none')),
    );
    let matching = 0;
    let total = 0;
    for (const [index, line] of lines.entries()) {
      const most = isMatching[index] ? line.subtotal : 0;
      expect(line.discount).toBeLessThanOrEqual(most);
      matching += most;
      total += line.discount;
    }
    // Written apart from the code: amounts and percentages this small are exact in floating point.
    const expected =
      discount === null
        ? 0
        : discount.kind === 'amount'
          ? Math.min(discount.amount, matching)
          : Math.floor((2 * matching * discount.percentage + 100_000) / 200_000);
    expect(total).toBe(expected);
  });
});

test('what remains of a discount goes to earlier lines first', () => {
  everyOrder(({ lines, totals }) => {
    const matching = lines.filter(({ discount, subtotal }) => discount > 0 || subtotal > 0);
    const discounted = matching.filter(({ discount }) => discount > 0);
    const sum = discounted.reduce((total, { subtotal }) => total + subtotal, 0);
    // Lines out of scope have no discount; a line of the scope without one got the smallest share.
    if (discounted.length !== matching.length) return;
    const extra = discounted.map(
      ({ discount, subtotal }) =>
        discount - Number((BigInt(totals.discount) * BigInt(subtotal)) / BigInt(sum)),
    );
    // Ones, then zeros.
    expect(extra).toEqual(extra.toSorted((one, other) => other - one));
    for (const each of extra) expect([0, 1]).toContain(each);
  });
});

test('a percentage of an option is rounded once, over the base of the line', () => {
  everyOrder(({ lines }, { lines: inputs }) => {
    for (const [index, line] of lines.entries()) {
      expect(line.base).toBe(line.unitAmount * line.quantity);
      for (const { id, amount } of line.options) {
        const price = inputs[index]?.service.options.find((each) => each.id === id)?.price;
        if (price?.kind !== 'percentage') continue;
        expect(Math.abs(amount - (line.base * price.percentage) / 100_000)).toBeLessThanOrEqual(
          0.5,
        );
      }
    }
  });
});

test('tax differs by at most half a unit from the exact tax of its line', () => {
  everyOrder(({ lines }, { pricesIncludeTax }) => {
    for (const { gross, net, tax: amount, taxKind } of lines) {
      const share = taxKind.kind === 'rate' ? taxKind.rate / 100_000 : 0;
      const exact = pricesIncludeTax ? (gross * share) / (1 + share) : net * share;
      expect(Math.abs(amount - exact)).toBeLessThanOrEqual(0.5 + 1e-6);
    }
  });
});

test('the order of the chosen options changes nothing', () => {
  fc.assert(
    fc.property(input, fc.infiniteStream(fc.nat()), (each, numbers) => {
      const lines = each.lines.map((line) => ({
        ...line,
        choice: {
          ...line.choice,
          options: line.choice.options
            .map((chosen) => ({ chosen, at: Number(numbers.next().value) }))
            .toSorted((one, other) => one.at - other.at)
            .map(({ chosen }) => chosen),
        },
      }));
      expect(priceOrder({ ...each, lines })).toEqual(priceOrder(each));
    }),
    RUNS,
  );
});

test('more of the same never costs less', () => {
  fc.assert(
    fc.property(input, lineInput, fc.integer({ min: 1, max: 10 }), (each, only, more) => {
      // With several lines, more of one moves the discount to it, and with it the tax.
      const priceOf = (quantity: number, coupon: PricingInput['coupon']) => {
        const lines = [{ ...only, choice: { ...only.choice, quantity } }];
        const { order, refusals } = priceOrder({ ...each, coupon, lines });
        // A total above the limit has no amounts, and more of the same is above the limit as well.
        const isTooLarge = refusals?.some(({ key }) => key === 'total-too-large');
        return (name: keyof LineAmounts) => order?.totals[name] ?? (isTooLarge ? Infinity : 0);
      };
      const { quantity } = only.choice;
      for (const coupon of [null, each.coupon]) {
        const [before, after] = [priceOf(quantity, coupon), priceOf(quantity + more, coupon)];
        for (const name of ['base', 'subtotal', 'net', 'tax', 'gross'] as const) {
          expect(after(name)).toBeGreaterThanOrEqual(before(name));
        }
      }
    }),
    RUNS,
  );
});

test('a price without tax and the same price with it lead to the same amounts', () => {
  fc.assert(
    fc.property(input, rate, (each, percentage) => {
      const withTax = (line: LineInput): LineInput => ({
        ...line,
        tax: { kind: 'rate', name: 'VAT', rate: percentage },
      });
      const { order: exclusive } = priceOrder({
        ...each,
        coupon: null,
        pricesIncludeTax: false,
        lines: each.lines.map(withTax),
      });
      if (!exclusive) return;
      const { order: inclusive } = priceOrder({
        ...each,
        coupon: null,
        pricesIncludeTax: true,
        lines: exclusive.lines.map(({ gross }) => ({
          service: { ...grossOnly(gross) },
          choice: { package: null, quantity: 1, options: [] },
          tax: { kind: 'rate', name: 'VAT', rate: percentage },
        })),
      });
      const amounts = ({ net, tax: amount, gross }: LineAmounts) => ({ net, amount, gross });
      expect(inclusive?.lines.map(amounts)).toEqual(exclusive.lines.map(amounts));
    }),
    RUNS,
  );
});

function grossOnly(amount: number): LineInput['service'] {
  return {
    serviceId: 'service',
    section: 'graphics',
    unit: 'flat',
    amount,
    deliveryDays: 1,
    quantity: { minimum: 1, step: 1, maximum: null },
    packages: [],
    options: [],
  };
}

test('a reverse charge costs what the seller would keep from the same price with tax', () => {
  fc.assert(
    fc.property(input, rate, (each, percentage) => {
      const priceWith = (lineTax: LineTax) =>
        priceOrder({
          ...each,
          pricesIncludeTax: true,
          lines: each.lines.map((line) => ({ ...line, tax: lineTax })),
        }).order?.totals;
      const reversed = priceWith({ kind: 'reverse-charge', name: 'VAT', sellerRate: percentage });
      const taxed = priceWith({ kind: 'rate', name: 'VAT', rate: percentage });
      expect(reversed?.tax ?? 0).toBe(0);
      expect(reversed?.gross).toBe(taxed?.net);
      expect(reversed?.removedTax).toBe(taxed?.tax);
    }),
    RUNS,
  );
});

test('a delivery takes at least a day', () => {
  everyOrder(({ deliveryDays, lines }) => {
    expect(deliveryDays).toBeGreaterThanOrEqual(1);
    expect(deliveryDays).toBe(Math.max(...lines.map((line) => line.deliveryDays)));
  });
});

test('rounding goes half away from zero, for all signs and sizes', () => {
  const size = fc.bigInt({ min: 0n, max: 10n ** 30n });
  fc.assert(
    fc.property(size, fc.bigInt({ min: 1n, max: 10n ** 12n }), (numerator, denominator) => {
      const rounded = divideRounded(numerator, denominator);
      const twice = 2n * (numerator - rounded * denominator);
      expect(twice >= -denominator && twice < denominator).toBe(true);
      expect(divideRounded(-numerator, denominator)).toBe(-rounded);
    }),
    RUNS,
  );
  expect([1n, 3n, 5n, -1n, -3n, -5n].map((half) => divideRounded(half, 2n))).toEqual([
    1n,
    2n,
    3n,
    -1n,
    -2n,
    -3n,
  ]);
});
