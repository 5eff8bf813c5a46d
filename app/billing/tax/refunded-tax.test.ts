import fc from 'fast-check';
import { expect, test } from 'vitest';
import { propertyRuns } from '../../../tests/support/property-runs.ts';
import type { ChargedTax } from './charged-tax.ts';
import { distribute, taxWithin } from './refunded-tax.ts';

const RUNS = propertyRuns(300);

const line = fc
  .record({ net: fc.nat(1_000_000), rate: fc.integer({ min: 0, max: 30_000 }) })
  .map(({ net, rate }) => {
    const amount = Math.floor((2 * net * rate + 100_000) / 200_000);
    const tax: ChargedTax = {
      kind: 'rate',
      country: 'DE',
      name: 'VAT',
      rate,
      isIncluded: false,
      base: net,
      amount,
    };
    return { gross: net + amount, ...(rate > 0 && { tax }) };
  });
const lines = fc.array(line, { minLength: 1, maxLength: 10 });

test('a refund in full contains exactly the charged tax, and no refund contains none', () => {
  fc.assert(
    fc.property(lines, (all) => {
      const gross = all.reduce((sum, each) => sum + each.gross, 0);
      const charged = all.reduce((sum, { tax }) => sum + (tax?.amount ?? 0), 0);
      expect(taxWithin(gross, all)).toBe(charged);
      expect(taxWithin(0, all)).toBe(0);
    }),
    RUNS,
  );
});

test('a partial refund is distributed in proportion to gross, and its shares add up', () => {
  fc.assert(
    fc.property(lines, fc.double({ min: 0, max: 1, noNaN: true }), (all, part) => {
      const amounts = all.map(({ gross }) => gross);
      const total = amounts.reduce((sum, amount) => sum + amount, 0);
      fc.pre(total > 0);
      const refunded = Math.floor(total * part);
      const shares = distribute(refunded, amounts);
      expect(shares.reduce((sum, share) => sum + share, 0)).toBe(refunded);
      for (const [index, share] of shares.entries()) {
        const amount = amounts[index] ?? 0;
        expect(share).toBeGreaterThanOrEqual(0);
        expect(share).toBeLessThanOrEqual(amount);
        expect(Math.abs(share - (refunded * amount) / total)).toBeLessThan(1 + 1e-6);
      }
      expect(taxWithin(refunded, all)).toBeGreaterThanOrEqual(0);
      expect(taxWithin(refunded, all)).toBeLessThanOrEqual(refunded);
    }),
    RUNS,
  );
});
