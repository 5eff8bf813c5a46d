import { describe, expect, test } from 'vitest';
import type { TaxSettings } from '../../platform/tax-settings.ts';
import { normalizeTaxNumber } from './tax-number.ts';
import { chooseLineTax } from './tax-rules.ts';

const SETTINGS: TaxSettings = {
  sellerCountry: 'DE',
  pricesIncludeTax: false,
  rates: [
    { country: 'DE', name: 'MwSt.', rate: 19_000, from: '2007-01-01' },
    { country: 'DE', name: 'MwSt.', rate: 16_000, from: '2020-07-01' },
    { country: 'DE', name: 'ermäßigt', rate: 7000, from: '1983-07-01' },
    { country: 'DE', name: 'MwSt.', rate: 19_000, from: '2021-01-01' },
    { country: 'AT', name: 'USt.', rate: 20_000, from: '2000-01-01' },
    { country: 'FR', name: 'TVA', rate: 20_000, from: '2027-01-01' },
  ],
  // The seller's own country is in the list by mistake.
  reverseChargeCountries: ['AT', 'FR', 'DE'],
};

function choose(
  country: string | null,
  {
    taxNumber = null,
    name = null,
    day = '2026-11-27',
  }: {
    readonly taxNumber?: string | null;
    readonly name?: string | null;
    readonly day?: string;
  } = {},
) {
  return chooseLineTax(SETTINGS, { country, taxNumber }, name, day);
}

const GERMAN = { kind: 'rate', name: 'MwSt.', rate: 19_000 } as const;

describe('the tax of a line', () => {
  test('is none while tax is off', () => {
    const buyer = { country: 'DE', taxNumber: null };
    expect(chooseLineTax(undefined, buyer, null, '2026-11-27')).toEqual({ kind: 'none' });
  });

  test("of a buyer without a country is that of the seller's country", () => {
    expect(choose(null)).toEqual(GERMAN);
    expect(choose('DE')).toEqual(GERMAN);
  });

  test('is none in a country without a rate, or before its first day', () => {
    expect(choose('US')).toEqual({ kind: 'none' });
    expect(choose('FR', { day: '2026-12-31' })).toEqual({ kind: 'none' });
    expect(choose('FR', { day: '2027-01-01' })).toMatchObject({ kind: 'rate', rate: 20_000 });
  });

  test('is the one that the service names, otherwise the first of the country', () => {
    expect(choose('DE', { name: 'ermäßigt' })).toMatchObject({ rate: 7000 });
    expect(choose('DE', { name: 'MwSt.' })).toEqual(GERMAN);
    expect(choose('AT', { name: 'ermäßigt' })).toMatchObject({ name: 'USt.', rate: 20_000 });
  });

  test('is the one of the day', () => {
    const rateOn = (day: string) => choose('DE', { day });
    expect(rateOn('2020-06-30')).toMatchObject({ rate: 19_000 });
    expect(rateOn('2020-07-01')).toMatchObject({ rate: 16_000 });
    expect(rateOn('2020-12-31')).toMatchObject({ rate: 16_000 });
    expect(rateOn('2021-01-01')).toMatchObject({ rate: 19_000 });
  });

  test("is a reverse charge for a business of a listed country, at the seller's rate", () => {
    const reverse = { kind: 'reverse-charge', name: 'MwSt.', sellerRate: 19_000 };
    expect(choose('AT', { taxNumber: 'ATU12345678' })).toEqual(reverse);
    // A country without a rate of its own, too.
    expect(choose('FR', { taxNumber: 'FR12345678901' })).toEqual(reverse);
    expect(choose('AT', { taxNumber: 'ATU12345678', name: 'ermäßigt' })).toMatchObject({
      sellerRate: 7000,
    });
  });

  test('is no reverse charge without a number of the right form, or in a country that is not listed', () => {
    expect(choose('AT')).toMatchObject({ kind: 'rate' });
    expect(choose('AT', { taxNumber: 'ATU1234567' })).toMatchObject({ kind: 'rate' });
    expect(choose('AT', { taxNumber: 'DE123456789' })).toMatchObject({ kind: 'rate' });
    expect(choose('US', { taxNumber: '12-3456789' })).toEqual({ kind: 'none' });
  });

  test("is never a reverse charge in the seller's country", () => {
    expect(choose('DE', { taxNumber: 'DE123456789' })).toEqual(GERMAN);
    expect(choose(null, { taxNumber: 'DE123456789' })).toEqual(GERMAN);
  });
});

describe('a tax number', () => {
  test.each([
    ['DE', 'DE123456789', 'DE123456789'],
    ['DE', 'de 123 456 789', 'DE123456789'],
    ['DE', '123456789', 'DE123456789'],
    ['AT', 'U12345678', 'ATU12345678'],
    ['BE', 'BE 0123.456.789', 'BE0123456789'],
    ['BE', '1012345678', 'BE1012345678'],
    // The prefix of Greece is not its country code.
    ['GR', 'EL123456789', 'EL123456789'],
    ['GR', 'GR123456789', 'EL123456789'],
    ['GR', '123456789', 'EL123456789'],
    ['XI', 'XI123456789', 'XI123456789'],
    ['XI', 'XIGD123', 'XIGD123'],
    ['NL', 'NL123456789B01', 'NL123456789B01'],
    ['FR', 'FRXX123456789', 'FRXX123456789'],
    ['ES', 'ESX1234567X', 'ESX1234567X'],
    // These begin like their prefix, but the letters belong to the number.
    ['ES', 'ESB12345678', 'ESB12345678'],
    ['IE', 'IE1234567FA', 'IE1234567FA'],
    ['IE', '1A23456B', 'IE1A23456B'],
    ['SE', 'SE123456789001', 'SE123456789001'],
    ['RO', 'RO12', 'RO12'],
    ['US', ' 12-3456789 ', '12-3456789'],
    ['CH', 'CHE-123.456.788 MWST', 'CHE-123.456.788 MWST'],
    ['GB', 'GB123456789', 'GB123456789'],
    ['US', '1234', '1234'],
    ['DE', 'DE١٢٣٤٥٦٧٨٩', 'DE123456789'],
    ['SA', '۳۱۰۱۲۳۴۵۶۷۰۰۰۰۳', '310123456700003'],
  ])('of %s may be %j', (country, typed, stored) => {
    expect(normalizeTaxNumber(country, typed)).toBe(stored);
    expect(normalizeTaxNumber(country, stored)).toBe(stored);
  });

  test.each([
    ['DE', 'DE12345678'],
    ['DE', 'DE1234567890'],
    ['DE', 'ATU12345678'],
    ['AT', 'AT12345678'],
    ['ES', 'ES123456789'],
    ['XI', 'XIGD999'],
    ['US', '123'],
    ['US', 'x'.repeat(21)],
    ['US', ' '.repeat(10)],
    ['constructor', 'x'],
    ['DE', '9'.repeat(1_000_000)],
  ])('of %s may not be %.30j', (country, typed) => {
    expect(normalizeTaxNumber(country, typed)).toBeUndefined();
  });
});
