import { expect, test } from 'vitest';
import { readCountries, readTaxRates, writeTaxRates } from './tax-settings.ts';

test('rates have a country, a percentage with up to three decimals, a name and perhaps a first day', () => {
  const text = 'DE 19% VAT; DE 16% VAT from 2020-07-01; US 8.875% Sales tax; JP 10.5% from scratch';
  const rates = readTaxRates(text);
  expect(rates).toEqual([
    { country: 'DE', name: 'VAT', rate: 19_000, from: '' },
    { country: 'DE', name: 'VAT', rate: 16_000, from: '2020-07-01' },
    { country: 'US', name: 'Sales tax', rate: 8875, from: '' },
    { country: 'JP', name: 'from scratch', rate: 10_500, from: '' },
  ]);
  expect(writeTaxRates(rates ?? [])).toBe(text);
  expect(readTaxRates('\nde 0.001 % VAT\n')).toEqual([
    { country: 'DE', name: 'VAT', rate: 1, from: '' },
  ]);
  expect(readTaxRates('')).toEqual([]);
});

test('invalid rates are refused as a whole', () => {
  for (const text of [
    'DE 19%',
    'DE VAT 19%',
    'XX 19% VAT',
    'DE 19.0001% VAT',
    'DE -1% VAT',
    'DE 1000% VAT',
    'DE 19% VAT from 2020-02-30',
    'DE 19% VAT; DE 16% VAT',
    `DE 19% ${'x'.repeat(31)}`,
    Array.from({ length: 61 }, (_, index) => `DE 1% VAT ${index}`).join(';'),
  ]) {
    expect(readTaxRates(text), text).toBeUndefined();
  }
});

test('countries are codes, each once', () => {
  expect(readCountries('at, fr AT')).toEqual(['AT', 'FR']);
  expect(readCountries('')).toEqual([]);
  expect(readCountries('EU')).toBeUndefined();
});
