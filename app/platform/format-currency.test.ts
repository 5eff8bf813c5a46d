import { expect, test } from 'vitest';
import { formatCurrency } from './format-currency.ts';
import { formatsOf, LANGUAGES } from './languages.ts';

test('an amount is written as in the language, with a currency that stays whole from right to left', () => {
  const said = LANGUAGES.map((language) => {
    const options = { style: 'currency', currency: 'USD' } as const;
    return formatCurrency(new Intl.NumberFormat(formatsOf(language), options), 1250.5);
  });
  expect(said).toEqual([
    '$1,250.50',
    '1250,50\u00a0US$',
    '1.250,50\u00a0$',
    '\u200f1,250.50\u00a0\u2066US$\u2069',
  ]);
});
