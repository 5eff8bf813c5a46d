import { expect, test } from 'vitest';
import type { ChargedTax } from '../../billing/tax/charged-tax.ts';
import { describeTaxes } from './describe-taxes.ts';

const VAT: ChargedTax = {
  kind: 'rate',
  country: 'DE',
  name: 'VAT',
  rate: 8250,
  isIncluded: false,
  base: 1000,
  amount: 83,
};

test('each rate has a row, which says whether the prices include it', () => {
  expect(
    describeTaxes([
      { tax: VAT },
      {},
      { tax: { ...VAT, amount: 17 } },
      { tax: { ...VAT, name: 'reduced', rate: 7000, isIncluded: true, amount: 5 } },
    ]),
  ).toEqual([
    { label: 'plus VAT 8.25%', amount: 100 },
    { label: 'incl. reduced 7%', amount: 5 },
  ]);
  expect(describeTaxes([{}])).toEqual([]);
});

test('all reverse charges have one row, with the tax that they took out of the prices', () => {
  const label = 'Reverse charge: the buyer owes the tax';
  const reversed: ChargedTax = { ...VAT, kind: 'reverse-charge', amount: 0 };
  // A negative zero would be shown with its sign.
  expect(describeTaxes([{ tax: reversed }])).toStrictEqual([{ label, amount: 0 }]);
  expect(
    describeTaxes([
      { tax: { ...reversed, removed: 160 } },
      { tax: { ...reversed, name: 'reduced', rate: 7000, removed: 7 } },
    ]),
  ).toEqual([{ label, amount: -167 }]);
});
