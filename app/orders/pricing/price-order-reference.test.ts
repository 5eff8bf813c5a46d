import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  amountOff,
  inputOf,
  lineOf,
  line,
  percentOff,
  pricedOf,
  rate,
} from '../../../tests/support/pricing.ts';
import { propertyRuns } from '../../../tests/support/property-runs.ts';
import type { LineTax } from '../../billing/tax/tax-rules.ts';
import { priceOrder } from './price-order.ts';

/** An exact fraction. The reference rounds at the end only, and shares no code with the calculation. */
interface Fraction {
  readonly over: bigint;
  readonly under: bigint;
}

const whole = (value: number): Fraction => ({ over: BigInt(value), under: 1n });
const times = (one: Fraction, other: Fraction): Fraction => ({
  over: one.over * other.over,
  under: one.under * other.under,
});
const divided = (one: Fraction, other: Fraction): Fraction => ({
  over: one.over * other.under,
  under: one.under * other.over,
});

/** Half away from zero: the half is decided by the remainder, not by adding it first. */
function rounded({ over, under }: Fraction): number {
  const floor = over / under;
  const rest = over - floor * under;
  return Number(rest + rest >= under ? floor + 1n : floor);
}

interface Expected {
  readonly net: number;
  readonly tax: number;
  readonly gross: number;
}

function expectLine(displayed: number, tax: LineTax, isIncluded: boolean): Expected {
  if (tax.kind === 'none') return { net: displayed, tax: 0, gross: displayed };
  const share = { over: BigInt(tax.kind === 'rate' ? tax.rate : tax.sellerRate), under: 100_000n };
  const onePlus = { over: share.under + share.over, under: share.under };
  const amount = isIncluded
    ? rounded(divided(times(whole(displayed), share), onePlus))
    : rounded(times(whole(displayed), share));
  if (tax.kind === 'reverse-charge') {
    const net = isIncluded ? displayed - amount : displayed;
    return { net, tax: 0, gross: net };
  }
  return isIncluded
    ? { net: displayed - amount, tax: amount, gross: displayed }
    : { net: displayed, tax: amount, gross: displayed + amount };
}

const percentage = fc.integer({ min: 0, max: 100_000 });
const anyTax: fc.Arbitrary<LineTax> = fc.oneof(
  fc.constant({ kind: 'none' } as const),
  percentage.map((each) => ({ kind: 'rate', name: `VAT ${each}`, rate: each }) as const),
  percentage.map((sellerRate) => ({ kind: 'reverse-charge', name: 'VAT', sellerRate }) as const),
);

test('every line equals an exact calculation with fractions, and totals are sums of lines', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(
        { code: 'JPY', minorDigits: 0 },
        { code: 'EUR', minorDigits: 2 },
        { code: 'KWD', minorDigits: 3 },
      ),
      fc.array(
        fc.record({
          amount: fc.nat(2_000_000),
          quantity: fc.integer({ min: 1, max: 4 }),
          tax: anyTax,
        }),
        {
          minLength: 1,
          maxLength: 10,
        },
      ),
      fc.boolean(),
      fc.option(fc.integer({ min: 1, max: 100 })),
      (currency, lines, pricesIncludeTax, off) => {
        const { order } = priceOrder(
          inputOf({
            currency,
            pricesIncludeTax,
            lines: lines.map(({ amount, quantity, tax }) =>
              line({ service: { amount }, choice: { quantity }, tax }),
            ),
            ...(off !== null && { coupon: percentOff(off) }),
          }),
        );
        fc.pre(order !== null);
        const expected = lines.map(({ amount, quantity, tax }, index) => {
          const discount = order.lines[index]?.discount ?? 0;
          return expectLine(amount * quantity - discount, tax, pricesIncludeTax);
        });
        expect(order.lines.map(({ net, tax, gross }) => ({ net, tax, gross }))).toEqual(expected);
        const sum = (name: keyof Expected) => expected.reduce((all, each) => all + each[name], 0);
        expect(order.totals).toMatchObject({
          net: sum('net'),
          tax: sum('tax'),
          gross: sum('gross'),
        });
      },
    ),
    propertyRuns(1000),
  );
});

/** Users of other shops reported these as a cent too much or too little. */
describe('a reported case', () => {
  test('a discounted price that ends in a half cent is rounded before the tax', () => {
    const { totals } = pricedOf({ lines: [lineOf(5186, rate(8.25))], coupon: percentOff(40) });
    expect(totals).toMatchObject({ discount: 2074, net: 3112, tax: 257, gross: 3369 });
  });

  test('two units of one line are taxed together', () => {
    const two = line({ service: { amount: 1070 }, choice: { quantity: 2 }, tax: rate(21) });
    expect(pricedOf({ lines: [two] }).totals).toMatchObject({ tax: 449, gross: 2589 });
  });

  test('prices including tax cost exactly what they say, also together', () => {
    const { totals } = pricedOf({
      lines: [lineOf(9500, rate(19)), lineOf(1100, rate(19))],
      pricesIncludeTax: true,
    });
    expect(totals).toMatchObject({ gross: 10_600, tax: 1517 + 176 });
  });

  test('a coupon of the whole price leaves no cent of tax, including tax or without', () => {
    for (const pricesIncludeTax of [true, false]) {
      const priced = pricedOf({
        lines: [
          lineOf(999, rate(19)),
          lineOf(1, { kind: 'reverse-charge', name: 'VAT', sellerRate: 19_000 }),
        ],
        pricesIncludeTax,
        coupon: percentOff(100),
      });
      expect(priced).toMatchObject({ isFree: true, totals: { net: 0, tax: 0, gross: 0 } });
    }
  });

  test('a fixed amount off prices including tax takes off exactly that amount', () => {
    const { totals } = pricedOf({
      lines: [lineOf(3333, rate(20)), lineOf(3333, rate(5.5)), lineOf(3334, rate(20))],
      pricesIncludeTax: true,
      coupon: amountOff(1500),
    });
    expect(totals.gross).toBe(8500);
  });

  test('several rates in one order each have their own row', () => {
    const { taxes, totals } = pricedOf({
      lines: [lineOf(100), lineOf(200), lineOf(100, rate(18)), lineOf(400, rate(18))],
      pricesIncludeTax: true,
    });
    expect(totals.gross).toBe(800);
    expect(taxes.map(({ amount }) => amount)).toEqual([0, 15 + 61]);
  });

  test('a whole total including 23 % contains the tax of that total', () => {
    const { totals } = pricedOf({ lines: [lineOf(74_000, rate(23))], pricesIncludeTax: true });
    expect(totals.tax).toBe(13_837);
  });
});
