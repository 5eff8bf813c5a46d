import { describe, expect, test } from 'vitest';
import { speechIn } from '../i18n/translate.ts';
import { LANGUAGES } from './languages.ts';
import { decimalSign, readTypedAmount, toTypedAmount } from './read-amount.ts';
import { speaking } from './speech.server.ts';

test('the sign before decimals is that of the reader’s formats', () => {
  const signs = LANGUAGES.map((language) => speaking(speechIn(language), decimalSign));
  expect(Object.fromEntries(LANGUAGES.map((language, at) => [language, signs[at]]))).toEqual({
    en: '.',
    es: ',',
    de: ',',
    ar: '.',
  });
  expect(speaking(speechIn('en', 'de-CH'), decimalSign)).toBe('.');
});

describe.each(LANGUAGES)('in %s', (language) => {
  const read = (text: string, digits: number) =>
    speaking(speechIn(language), () => readTypedAmount(text, digits, decimalSign()));

  test.each([
    [125_050, 2],
    [15, 2],
    [80_500, 3],
    [1250, 0],
  ])('an amount that is shown can be typed: %i with %i decimals', (amount, digits) => {
    const shown = speaking(speechIn(language), () =>
      new Intl.NumberFormat(speechIn(language).formats, {
        minimumFractionDigits: digits,
        useGrouping: amount === 125_050,
      }).format(amount / 10 ** digits),
    );
    const read80 = read(shown, digits);
    // '80.500' with three decimals is no amount of thousands in its own format.
    expect(read80).toBe(amount);
    const plain = (amount / 10 ** digits).toFixed(digits);
    expect(
      read(
        speaking(speechIn(language), () => toTypedAmount(plain)),
        digits,
      ),
    ).toBe(amount);
  });
});

test.each([
  ['80,50', 2, 8050],
  ['1.234,50', 2, 123_450],
  ['1.234', 2, 123_400],
  ['1.234.567', 2, 123_456_700],
  ['1234,5', 2, 123_450],
  ['80.50', 2, 8050],
  ['1250.00', 2, 125_000],
  ['80,500', 3, 80_500],
  ['1.250,500', 3, 1_250_500],
  ['1.250', 0, 1250],
])('%j with %i decimals and a decimal comma is %i', (text, digits, amount) => {
  expect(readTypedAmount(text, digits, ',')).toBe(amount);
});

test.each([
  ['1,250', 2, { kind: 'ambiguous', whole: '1250', part: '1,25' }],
  ['80.500', 3, { kind: 'ambiguous', whole: '80500', part: '80,500' }],
  ['80,505', 2, { kind: 'too precise' }],
  ['1.23,50', 2, { kind: 'unreadable' }],
  ['1,250.50', 2, { kind: 'unreadable' }],
])('%j with %i decimals and a decimal comma is asked about', (text, digits, fault) => {
  expect(readTypedAmount(text, digits, ',')).toEqual(fault);
});

test('a comma with decimals stays unreadable where the point separates them', () => {
  expect(readTypedAmount('80,50', 2)).toEqual({ kind: 'unreadable' });
  expect(readTypedAmount('1.234,50', 2)).toEqual({ kind: 'unreadable' });
});

test('Arabic and Persian digits are digits', () => {
  expect(readTypedAmount('١٬٢٥٠٫٥٠', 2)).toBe(125_050);
  expect(readTypedAmount('٨٠٫٥', 2)).toBe(8050);
  expect(readTypedAmount('۱۲۵۰', 2)).toBe(125_000);
});
