import fc from 'fast-check';
import { expect, test } from 'vitest';
import { propertyRuns } from '../../../tests/support/property-runs.ts';
import { taxOf } from '../invoice-document/arithmetic.ts';
import { leftOf, splitRefund, type LineAmount } from './refunded-tax.ts';

const invoice = fc
  .array(fc.record({ net: fc.nat(5_000_000), rate: fc.nat(30_000) }), {
    minLength: 1,
    maxLength: 6,
  })
  .map((lines) =>
    lines.map(({ net, rate }, line): LineAmount => ({
      line,
      taxRate: { name: 'VAT', rate, category: 'standard' },
      net,
      tax: taxOf(net, rate),
    })),
  );

const sumOf = (lines: readonly LineAmount[]) =>
  lines.reduce((all, { net, tax }) => all + net + tax, 0);

test('refunds add up to their sums, never exceed a line, and together leave nothing', () => {
  fc.assert(
    fc.property(
      invoice,
      fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 6 }),
      (lines, parts) => {
        const refunds: LineAmount[][] = [];
        for (const part of [...parts, 1]) {
          const left = leftOf(lines, refunds);
          const sum = Math.floor(sumOf(left) * part);
          const one = splitRefund(sum, left);
          expect(sumOf(one)).toBe(sum);
          refunds.push(one);
          for (const { net, tax } of leftOf(lines, refunds)) {
            expect(net).toBeGreaterThanOrEqual(0);
            expect(tax).toBeGreaterThanOrEqual(0);
          }
        }
        expect(sumOf(leftOf(lines, refunds))).toBe(0);
        const taxes = refunds.flat().reduce((all, { tax }) => all + tax, 0);
        expect(taxes).toBe(lines.reduce((all, { tax }) => all + tax, 0));
      },
    ),
    propertyRuns(500),
  );
});

test('more than what is left cannot be refunded', () => {
  const lines: LineAmount[] = [
    { line: 0, taxRate: { name: 'VAT', rate: 19_000, category: 'standard' }, net: 100, tax: 19 },
  ];
  expect(splitRefund(119, lines)).toEqual(lines);
  expect(() => splitRefund(120, lines)).toThrow('more than what is left');
});

test('a part is distributed over the lines in proportion to gross, and the remainder by size', () => {
  const taxRate = { name: 'VAT', rate: 19_000, category: 'standard' } as const;
  const lines: LineAmount[] = [
    { line: 0, taxRate, net: 9999, tax: 1900 },
    { line: 1, taxRate, net: 5, tax: 1 },
  ];
  expect(splitRefund(1000, lines)).toEqual([
    { line: 0, taxRate, net: 839, tax: 160 },
    { line: 1, taxRate, net: 1, tax: 0 },
  ]);
});
