import fc from 'fast-check';
import { expect, test } from 'vitest';
import { amountOff, inputOf, line, percentOff } from '../../../tests/support/pricing.ts';
import { propertyRuns } from '../../../tests/support/property-runs.ts';
import { leftOf, splitRefund, type LineAmount } from '../../billing/tax/refunded-tax.ts';
import type { LineTax } from '../../billing/tax/tax-rules.ts';
import { priceOrder } from './price-order.ts';
import { splitOverMilestones } from './split-milestones.ts';

// The reference counts in exact fractions of whole numbers and shares no code with the calculation.

/** Half away from zero. */
function round(over: bigint, under: bigint): bigint {
  const rest = over % under;
  return over / under + (2n * rest >= under ? 1n : 0n);
}

const sumOf = (all: readonly bigint[]) => all.reduce((sum, each) => sum + each, 0n);

const HUNDRED_PERCENT = 100_000n;

/** Rounds down, then gives a unit to one line after the other, the first one first. */
function shareDiscount(discount: bigint, amounts: readonly bigint[]): bigint[] {
  const total = sumOf(amounts);
  if (total === 0n) return amounts.map(() => 0n);
  const shares = amounts.map((amount) => (discount * amount) / total);
  let missing = discount - sumOf(shares);
  for (const [index, amount] of amounts.entries()) {
    if (missing > 0n && (shares[index] ?? 0n) < amount) {
      shares[index] = (shares[index] ?? 0n) + 1n;
      missing -= 1n;
    }
  }
  return shares;
}

/** Rounds down, then gives the units that are missing to the largest remainders. */
function shareByRemainder(sum: bigint, amounts: readonly bigint[]): bigint[] {
  const total = sumOf(amounts);
  if (total === 0n) return amounts.map(() => 0n);
  const shares = amounts.map((amount) => (sum * amount) / total);
  for (let missing = sum - sumOf(shares); missing > 0n; missing -= 1n) {
    let best = -1;
    for (const [index, amount] of amounts.entries()) {
      const isGiven = (shares[index] ?? 0n) > (sum * amount) / total;
      const remainder = (sum * amount) % total;
      const most = best < 0 ? -1n : (sum * (amounts[best] ?? 0n)) % total;
      if (!isGiven && remainder > most) best = index;
    }
    shares[best] = (shares[best] ?? 0n) + 1n;
  }
  return shares;
}

interface Split {
  net: bigint;
  tax: bigint;
}

/** Takes a sum from what is left of the lines, and returns the part of each line. */
function take(sum: bigint, left: Split[]): Split[] {
  const shares = shareByRemainder(
    sum,
    left.map(({ net, tax }) => net + tax),
  );
  return left.map((own, index) => {
    const share = shares[index] ?? 0n;
    const gross = own.net + own.tax;
    const tax = gross === 0n ? 0n : round(share * own.tax, gross);
    own.net -= share - tax;
    own.tax -= tax;
    return { net: share - tax, tax };
  });
}

interface TypedLine {
  readonly amount: number;
  readonly quantity: number;
  readonly options: readonly (readonly [
    kind: 'amount' | 'percentage',
    value: number,
    units: number,
  ])[];
  readonly tax: LineTax;
}

function expectLines(
  lines: readonly TypedLine[],
  coupon: Off | null,
  pricesIncludeTax: boolean,
): Split[] {
  const displayed = lines.map(({ amount, quantity, options }) => {
    const base = BigInt(amount) * BigInt(quantity);
    return options.reduce(
      (sum, [kind, value, units]) =>
        sum +
        (kind === 'amount'
          ? BigInt(value) * BigInt(units)
          : round(base * BigInt(value), HUNDRED_PERCENT)),
      base,
    );
  });
  const total = sumOf(displayed);
  const wanted =
    coupon === null
      ? 0n
      : coupon.kind === 'amount'
        ? BigInt(coupon.value)
        : round(total * BigInt(coupon.value) * 1000n, HUNDRED_PERCENT);
  const discounts = shareDiscount(wanted > total ? total : wanted, displayed);
  return displayed.map((amount, index) => {
    const price = amount - (discounts[index] ?? 0n);
    const tax = lines[index]?.tax ?? { kind: 'none' };
    if (tax.kind === 'none') return { net: price, tax: 0n };
    const rate = BigInt(tax.kind === 'rate' ? tax.rate : tax.sellerRate);
    const part = pricesIncludeTax
      ? round(price * rate, HUNDRED_PERCENT + rate)
      : round(price * rate, HUNDRED_PERCENT);
    const net = pricesIncludeTax ? price - part : price;
    return { net, tax: tax.kind === 'rate' ? part : 0n };
  });
}

interface Off {
  readonly kind: 'amount' | 'percentage';
  readonly value: number;
}

/** Cuts a total into at most as many parts as there are fractions, each of at least one unit. */
function cut(total: number, fractions: readonly number[]): number[] {
  const cuts = [...new Set(fractions.map((each) => 1 + Math.floor(each * (total - 1))))]
    .filter((each) => each < total)
    .toSorted((one, other) => one - other);
  return [...cuts, total].map((each, index) => each - (cuts[index - 1] ?? 0));
}

const percentage = fc.constantFrom(0, 5500, 7000, 8250, 19_000, 20_000, 25_000, 27_000);
const anyTax: fc.Arbitrary<LineTax> = fc.oneof(
  fc.constant({ kind: 'none' } as const),
  percentage.map((rate) => ({ kind: 'rate', name: `VAT ${rate}`, rate }) as const),
  percentage.map((sellerRate) => ({ kind: 'reverse-charge', name: 'VAT', sellerRate }) as const),
);
const anyOption = fc.oneof(
  fc.tuple(fc.constant('amount' as const), fc.nat(30_000), fc.integer({ min: 1, max: 3 })),
  fc.tuple(fc.constant('percentage' as const), fc.nat(60_000), fc.constant(1)),
);
const anyLine: fc.Arbitrary<TypedLine> = fc.record({
  // Equal lines have equal remainders.
  amount: fc.oneof(
    fc.constantFrom(1, 100, 3333),
    fc.integer({ min: 1, max: 40 }),
    fc.integer({ min: 1, max: 1_500_000 }),
  ),
  quantity: fc.integer({ min: 1, max: 4 }),
  options: fc.array(anyOption, { maxLength: 3 }),
  tax: anyTax,
});
const anyOff: fc.Arbitrary<Off> = fc.oneof(
  fc.record({ kind: fc.constant('amount' as const), value: fc.integer({ min: 1, max: 400_000 }) }),
  fc.record({ kind: fc.constant('percentage' as const), value: fc.integer({ min: 1, max: 100 }) }),
);
const fractions = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 11 });

/** The numbers of the calculation, in the form of the reference. */
function toSplits(count: number, parts: readonly LineAmount[]): Split[] {
  return Array.from({ length: count }, (_, index) => {
    const part = parts.find((each) => each.line === index);
    return { net: BigInt(part?.net ?? 0), tax: BigInt(part?.tax ?? 0) };
  });
}

test('a thousand orders with options, coupon, tax, milestones and partial refunds equal an exact calculation, to the last unit', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(
        { code: 'JPY', minorDigits: 0 },
        { code: 'EUR', minorDigits: 2 },
        { code: 'KWD', minorDigits: 3 },
      ),
      fc.array(anyLine, { minLength: 1, maxLength: 6 }),
      fc.option(anyOff),
      fc.boolean(),
      fractions,
      fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 12 }),
      (currency, lines, off, pricesIncludeTax, cuts, refunds) => {
        const { order } = priceOrder(
          inputOf({
            currency,
            pricesIncludeTax,
            lines: lines.map(({ amount, quantity, options, tax }) =>
              line({
                service: {
                  amount,
                  options: options.map(([kind, value, units], index) => ({
                    id: `option-${index}`,
                    price:
                      kind === 'amount' ? { kind, amount: value } : { kind, percentage: value },
                    days: 0,
                    maximum: units,
                  })),
                },
                choice: {
                  quantity,
                  options: options.map(([, , units], index) => ({
                    id: `option-${index}`,
                    quantity: units,
                  })),
                },
                tax,
              }),
            ),
            ...(off !== null && {
              coupon:
                off.kind === 'amount' ? amountOff(off.value, currency.code) : percentOff(off.value),
            }),
          }),
        );
        fc.pre(order !== null);
        const expected = expectLines(lines, off, pricesIncludeTax);
        const amounts = order.lines.map(({ net, tax }, index): LineAmount => ({
          line: index,
          taxRate: { name: 'VAT', rate: 0, category: 'standard' },
          net,
          tax,
        }));
        expect(toSplits(lines.length, amounts)).toEqual(expected);
        const gross = order.totals.gross;
        expect(BigInt(gross)).toBe(sumOf(expected.map(({ net, tax }) => net + tax)));
        if (gross < 2) return;

        const left = expected.map((each) => ({ ...each }));
        const milestones = cut(gross, cuts);
        for (const [index, part] of splitOverMilestones(amounts, milestones).entries()) {
          const own = take(BigInt(milestones[index] ?? 0), left);
          expect(toSplits(lines.length, part)).toEqual(own);
          const paid = milestones[index] ?? 0;
          const given: LineAmount[][] = [];
          for (const fraction of [
            ...refunds.filter((_, at) => at % milestones.length === index),
            1,
          ]) {
            const rest = paid - given.flat().reduce((sum, { net, tax }) => sum + net + tax, 0);
            const sum = Math.round(rest * fraction);
            const refund = splitRefund(sum, leftOf(part, given));
            given.push(refund);
            expect(toSplits(lines.length, refund)).toEqual(take(BigInt(sum), own));
          }
          // The last refund returned everything.
          expect(own.every(({ net, tax }) => net === 0n && tax === 0n)).toBe(true);
        }
        expect(left.every(({ net, tax }) => net === 0n && tax === 0n)).toBe(true);
      },
    ),
    propertyRuns(1000),
  );
});
