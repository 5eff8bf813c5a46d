import fc from 'fast-check';
import { expect, test } from 'vitest';
import { propertyRuns } from '../../../tests/support/property-runs.ts';
import { taxOf } from '../../billing/invoice-document/arithmetic.ts';
import type { LineAmount } from '../../billing/tax/refunded-tax.ts';
import { splitDeposit, splitOverMilestones } from './split-milestones.ts';

const orderLines = fc
  .array(
    fc.record({
      // Currencies with 0, 2 and 3 decimals differ in the size of their amounts only.
      net: fc.oneof(fc.nat(20), fc.nat(5_000_000), fc.nat(90_000_000_000)),
      rate: fc.constantFrom(0, 5500, 7000, 19_000, 25_000),
    }),
    { minLength: 1, maxLength: 10 },
  )
  .map((lines) =>
    lines.map(({ net, rate }, line): LineAmount => ({
      line,
      taxRate: { name: 'VAT', rate, category: rate === 0 ? 'zero' : 'standard' },
      net,
      tax: taxOf(net, rate),
    })),
  )
  .filter((lines) => grossOf(lines) >= 12);

function grossOf(lines: readonly LineAmount[]): number {
  return lines.reduce((sum, { net, tax }) => sum + net + tax, 0);
}

/** Cuts the total at these fractions into amounts of at least one unit. */
function cut(total: number, fractions: readonly number[]): number[] {
  const cuts = [...new Set(fractions.map((each) => 1 + Math.floor(each * (total - 1))))]
    .filter((each) => each < total)
    .toSorted((one, other) => one - other);
  return [...cuts, total].map((each, index) => each - (cuts[index - 1] ?? 0));
}

const cutPoints = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), {
  minLength: 1,
  maxLength: 11,
});

test('milestones add up to their amounts, and together to net and tax of each line, to the last unit', () => {
  fc.assert(
    fc.property(orderLines, cutPoints, (lines, cuts) => {
      const amounts = cut(grossOf(lines), cuts);
      const parts = splitOverMilestones(lines, amounts);
      expect(parts.map(grossOf)).toEqual(amounts);
      const all = parts.flat();
      for (const { line, net, tax } of lines) {
        const ofLine = all.filter((each) => each.line === line);
        expect(ofLine.reduce((sum, each) => sum + each.net, 0)).toBe(net);
        expect(ofLine.reduce((sum, each) => sum + each.tax, 0)).toBe(tax);
      }
      for (const { net, tax } of all) {
        expect(net).toBeGreaterThanOrEqual(0);
        expect(tax).toBeGreaterThanOrEqual(0);
      }
    }),
    propertyRuns(500),
  );
});

test('the tax of a milestone is its share of the tax, give or take the rounding of the lines', () => {
  fc.assert(
    fc.property(orderLines, cutPoints, (lines, cuts) => {
      const total = grossOf(lines);
      const amounts = cut(total, cuts);
      const tax = lines.reduce((sum, each) => sum + each.tax, 0);
      for (const [index, part] of splitOverMilestones(lines, amounts).entries()) {
        const exact = (Number(amounts[index]) / total) * tax;
        const given = part.reduce((sum, each) => sum + each.tax, 0);
        // The last digits of a product of large amounts are lost in a floating-point number.
        const lost = exact * 1e-12;
        expect(Math.abs(given - exact)).toBeLessThanOrEqual(2 * lines.length + lost);
      }
    }),
    propertyRuns(500),
  );
});

test('amounts that are not the total of the order are refused', () => {
  const taxRate = { name: 'VAT', rate: 19_000, category: 'standard' } as const;
  const lines: LineAmount[] = [{ line: 0, taxRate, net: 100, tax: 19 }];
  expect(splitOverMilestones(lines, [60, 59])).toEqual([
    [{ line: 0, taxRate, net: 50, tax: 10 }],
    [{ line: 0, taxRate, net: 50, tax: 9 }],
  ]);
  expect(() => splitOverMilestones(lines, [60, 58])).toThrow('do not add up');
  expect(() => splitOverMilestones(lines, [60, 60])).toThrow('more than what is left');
});

test('a deposit and the rest are the total, for every percentage and step', () => {
  fc.assert(
    fc.property(
      fc.nat(99_999_999_999),
      fc.integer({ min: 1, max: 99_999 }),
      fc.constantFrom(1, 10, 100),
      (units, percentage, step) => {
        const total = units - (units % step);
        const amounts = splitDeposit(total, percentage, step);
        if (!amounts) return;
        const [deposit, rest] = amounts;
        expect(deposit + rest).toBe(total);
        expect(Math.min(deposit, rest)).toBeGreaterThan(0);
        expect([deposit % step, rest % step]).toEqual([0, 0]);
        expect(Math.abs(deposit - (total * percentage) / 100_000)).toBeLessThanOrEqual(
          step / 2 + 0.51,
        );
      },
    ),
    propertyRuns(1000),
  );
});

test('an order that is too small for a deposit has none', () => {
  expect(splitDeposit(30_000, 30_000)).toEqual([9000, 21_000]);
  expect(splitDeposit(1005, 50_000)).toEqual([503, 502]);
  expect(splitDeposit(0, 30_000)).toBeNull();
  expect(splitDeposit(1, 30_000)).toBeNull();
  expect(splitDeposit(1000, 30_000, 1000)).toBeNull();
  expect(() => splitDeposit(1000, 100_000)).toThrow('between 0 and 100 %');
});
