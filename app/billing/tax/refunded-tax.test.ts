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

/** Fractions in place of the code's remainders: each unit that is left over goes to the line that lacks most. */
function expectShares(sum: number, lines: readonly LineAmount[]): number[] {
  const gross = lines.map(({ net, tax }) => BigInt(net + tax));
  const total = gross.reduce((all, each) => all + each, 0n);
  const given = gross.map(() => 0n);
  for (let unit = 0; unit < sum; unit += 1) {
    const lacks = gross.map((each, index) => BigInt(sum) * each - (given[index] ?? 0n) * total);
    const most = lacks.reduce((best, each) => (each > best ? each : best));
    const index = lacks.indexOf(most);
    given[index] = (given[index] ?? 0n) + 1n;
  }
  return given.map(Number);
}

test('a thousand partial refunds equal an exact calculation with fractions, to the last unit', () => {
  const line = fc.record({
    net: fc.integer({ min: 1, max: 400 }),
    // Currencies without decimals and with three differ in size only: amounts are whole units.
    rate: fc.constantFrom(0, 5500, 7000, 19_000, 25_000),
  });
  fc.assert(
    fc.property(
      fc.array(line, { minLength: 1, maxLength: 5 }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      (typed, part) => {
        const lines = typed.map(({ net, rate }, index): LineAmount => ({
          line: index,
          taxRate: { name: 'VAT', rate, category: rate === 0 ? 'zero' : 'standard' },
          net,
          tax: taxOf(net, rate),
        }));
        const sum = Math.round(sumOf(lines) * part);
        const refunded = splitRefund(sum, lines);
        const shares = expectShares(sum, lines);
        for (const [index, share] of shares.entries()) {
          const { net, tax } = refunded.find((each) => each.line === index) ?? { net: 0, tax: 0 };
          expect(net + tax).toBe(share);
          const { net: ofLine = 0, tax: taxOfLine = 0 } = lines[index] ?? {};
          // Half away from zero, and no unit less exact.
          const exact = (share * taxOfLine) / (ofLine + taxOfLine);
          expect(Math.abs(tax - exact)).toBeLessThanOrEqual(0.5);
        }
      },
    ),
    propertyRuns(1000),
  );
});
