import fc from 'fast-check';
import { expect, test } from 'vitest';
import { propertyRuns } from '../../../tests/support/property-runs.ts';
import { taxOf } from '../invoice-document/arithmetic.ts';
import { leftOf, splitRefund, type RateAmount } from './refunded-tax.ts';

const invoice = fc
  .uniqueArray(fc.record({ net: fc.nat(5_000_000), rate: fc.nat(30_000) }), {
    minLength: 1,
    maxLength: 4,
    selector: ({ rate }) => rate,
  })
  .map((rates) =>
    rates.map(({ net, rate }): RateAmount => ({
      taxRate: { name: 'VAT', rate, category: 'standard' },
      net,
      tax: taxOf(net, rate),
    })),
  );

const sumOf = (rates: readonly RateAmount[]) =>
  rates.reduce((all, { net, tax }) => all + net + tax, 0);

test('refunds add up to their sums, never exceed a rate, and together leave nothing', () => {
  fc.assert(
    fc.property(
      invoice,
      fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 6 }),
      (rates, parts) => {
        const refunds: RateAmount[][] = [];
        for (const part of [...parts, 1]) {
          const left = leftOf(rates, refunds);
          const sum = Math.floor(sumOf(left) * part);
          const one = splitRefund(sum, left);
          expect(sumOf(one)).toBe(sum);
          refunds.push(one);
          for (const { net, tax } of leftOf(rates, refunds)) {
            expect(net).toBeGreaterThanOrEqual(0);
            expect(tax).toBeGreaterThanOrEqual(0);
          }
        }
        expect(sumOf(leftOf(rates, refunds))).toBe(0);
        const taxes = refunds.flat().reduce((all, { tax }) => all + tax, 0);
        expect(taxes).toBe(rates.reduce((all, { tax }) => all + tax, 0));
      },
    ),
    propertyRuns(500),
  );
});

test('more than what is left cannot be refunded', () => {
  const rates: RateAmount[] = [
    { taxRate: { name: 'VAT', rate: 19_000, category: 'standard' }, net: 100, tax: 19 },
  ];
  expect(splitRefund(119, rates)).toEqual(rates);
  expect(() => splitRefund(120, rates)).toThrow('more than what is left');
});
