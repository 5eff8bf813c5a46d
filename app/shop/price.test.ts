import { describe, expect, test } from 'vitest';
import { CATALOGUE } from '../../tests/support/catalogue.ts';
import {
  findMainCurrency,
  formatAmount,
  formatPrice,
  formatPriceNote,
  type Price,
} from './price.ts';

const price = (amount: number, rest: Partial<Price> = {}): Price => ({
  amount,
  currency: 'USD',
  unit: 'flat',
  ...rest,
});

describe('an amount', () => {
  test.each([
    [price(8000), '$80'],
    [price(175_000), '$1,750'],
    [price(3_000_000), '$30,000'],
    [price(50_000, { cents: true }), '$500.00'],
    [price(15), '$0.15'],
    [price(125), '$1.25'],
  ])('is written as the price list writes it', (given, text) => {
    expect(formatAmount(given)).toBe(text);
  });
});

test('the main currency is that of most prices, or the first of several', () => {
  const currencies = (...all: string[]) => all.map((currency) => ({ currency }));
  expect(findMainCurrency(currencies('EUR', 'USD', 'USD'))).toBe('USD');
  expect(findMainCurrency(currencies('EUR', 'USD'))).toBe('EUR');
  expect(findMainCurrency([])).toBeUndefined();
});

describe('a price', () => {
  test.each([
    [price(750_000, { unit: 'month' }), '$7,500 per month', 'per month'],
    [price(15, { unit: 'word' }), '$0.15 per word', 'per word'],
    [price(300, { unit: '1000-followers' }), '$3 per 1000 followers', 'per 1000 followers'],
    [price(175_000, { note: 'per book' }), '$1,750', 'per book'],
    [
      price(95_000, { unit: 'month', note: 'up to 4 mailings' }),
      '$950 per month',
      'per month, up to 4 mailings',
    ],
    [price(8000), '$80', ''],
  ])('is short on a card, and its page says all that it buys', (given, card, note) => {
    expect(formatPrice(given)).toBe(card);
    expect(formatPriceNote(given)).toBe(note);
  });

  test.each([
    ['Image Editing', '$80'],
    ['Thumbnails Design', '$53'],
    ['Book Design', '$1,750'],
    ['Industrial & Product Design', '$4,750'],
    ['Software Development', '$30,000'],
    ['Business Consulting', '$15,000'],
    ['Sales', '$5,000'],
    ['Lead Generation', '$7,500 per month'],
    ['Copyright Registration', '$500 per registration'],
    ['Community Boosting', '$3 per 1000 followers'],
    ['Translation', '$0.15 per word'],
    ['Transcription', '$1.25 per audio minute'],
    ['Product Descriptions', '$100 each'],
    ['RePublication', '$999.00'],
    ['Video Editing', '$500.00'],
    ['Blurb', '$500.00'],
  ])('of %s is %s, as rule 55 says', (title, text) => {
    const service = CATALOGUE.services.find((candidate) => candidate.title === title);
    expect(service && formatPrice(service.price)).toBe(text);
  });

  test('is a whole number of cents everywhere', () => {
    for (const service of CATALOGUE.services) {
      expect(Number.isInteger(service.price.amount)).toBe(true);
      expect(service.price.amount).toBeGreaterThan(0);
    }
  });
});
