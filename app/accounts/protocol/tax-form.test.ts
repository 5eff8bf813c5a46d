import { describe, expect, test } from 'vitest';
import {
  RATE_PARTS,
  readCountriesForm,
  readRates,
  readRatesForm,
  TAX_FIELD,
  toCountryTexts,
  toRateTexts,
} from './tax-form.ts';

type Row = readonly [country: string, percentage: string, name: string, from: string];

function sent(...rows: readonly Row[]): FormData {
  const form = new FormData();
  for (const row of rows) {
    for (const [at, part] of RATE_PARTS.entries()) {
      form.append(TAX_FIELD.rate(part), row[at] ?? '');
    }
  }
  return form;
}

const read = (...rows: readonly Row[]) => readRates(readRatesForm(sent(...rows)) ?? []);

describe('the rates', () => {
  test('are the same setting after they were shown and saved', () => {
    const setting = 'DE 19% VAT; DE 7% reduced; DE 16% VAT from 2026-07-01; CH 8.1% MWST';
    expect(readRates(toRateTexts(setting))).toEqual({ text: setting });
  });

  test('may be typed with a comma, a percent sign and other digits, and empty rows are ignored', () => {
    expect(read(['de', '19,5 %', 'VAT', ''], ['', '', '', ''], ['AT', '٢٠', 'USt.', ''])).toEqual({
      text: 'DE 19.5% VAT; AT 20% USt.',
    });
    expect(read()).toEqual({ text: '' });
  });

  test.each<[string, Row, string]>([
    ['an unknown country', ['QQ', '19', 'VAT', ''], 'country'],
    ['no country', ['', '19', 'VAT', ''], 'country'],
    ['no percentage', ['DE', '', 'VAT', ''], 'percentage'],
    ['four decimals', ['DE', '1.2345', 'VAT', ''], 'percentage'],
    ['a negative percentage', ['DE', '-1', 'VAT', ''], 'percentage'],
    ['no name', ['DE', '19', '', ''], 'name'],
    ['a semicolon', ['DE', '19', 'VAT; AT 1% x', ''], 'name'],
    ['a name that ends like a first day', ['DE', '19', 'VAT from 2026-01-01', ''], 'name'],
    ['a long name', ['DE', '19', 'V'.repeat(31), ''], 'name'],
    ['a day that does not exist', ['DE', '19', 'VAT', '2026-02-30'], 'from'],
    ['a text as day', ['DE', '19', 'VAT', 'soon'], 'from'],
  ])('are refused at the field with %s', (_, row, part) => {
    expect(read(['DE', '7', 'reduced', ''], row)).toMatchObject({ fault: { row: 1, part } });
  });

  test('are refused if one is listed twice, or if there are too many', () => {
    const twice = read(['DE', '19', 'VAT', ''], ['DE', '16', 'VAT', '']);
    expect(twice).toMatchObject({ fault: { row: 1, part: 'name' } });
    const many = Array.from({ length: 61 }, (_, at): Row => ['DE', '1', `R${at}`, '']);
    expect(read(...many.slice(1))).toHaveProperty('text');
    expect(read(...many)).toMatchObject({ fault: { row: 60 } });
  });

  test('stay undefined for a form without them', () => {
    expect(readRatesForm(new FormData())).toBeUndefined();
    expect(readCountriesForm(new FormData())).toBeUndefined();
  });
});

describe('the countries', () => {
  function chosen(usual: readonly string[], others: string): FormData {
    const form = new FormData();
    for (const code of usual) form.append(TAX_FIELD.country, code);
    form.set(TAX_FIELD.others, others);
    return form;
  }

  test('are the chosen ones and the others, each of them once', () => {
    expect(readCountriesForm(chosen(['AT', 'FR'], 'ch no at'))).toBe('AT, FR, CH, NO');
    expect(readCountriesForm(chosen([], ' '))).toBe('');
  });

  test('stay as typed with an unknown code, so that saving refuses it', () => {
    expect(readCountriesForm(chosen(['AT'], 'QQ'))).toBe('AT, QQ');
    expect(toCountryTexts('AT, QQ')).toEqual({ usual: ['AT'], others: 'QQ' });
  });
});
