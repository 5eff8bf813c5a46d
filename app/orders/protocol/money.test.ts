import { describe, expect, test } from 'vitest';
import type { Currency } from '../../platform/currencies.ts';
import { amountFault, cannotPay, smallestTaken } from '../server/payment/accepted-amounts.ts';
import { parseMoney, readMoney } from './money.ts';

describe('an amount that somebody typed', () => {
  test.each([
    ['1250', 'USD', 125_000],
    ['1,250', 'USD', 125_000],
    ['1,250.5', 'EUR', 125_050],
    ['0.150', 'EUR', 15],
    ['1,250,000', 'JPY', 1_250_000],
    ['1,250', 'JPY', 1_250],
    ['150.00', 'JPY', 150],
    ['80.500', 'TND', 80_500],
    ['80.5', 'KWD', 80_500],
    ['1,250.500', 'TND', 1_250_500],
    ['1 250', 'EUR', 125_000],
    ['1\u202f250.50', 'EUR', 125_050],
    ['１２５０', 'EUR', 125_000],
  ] as const)('%j in %s is %i smallest units', (typed, currency, amount) => {
    expect(readMoney(typed, currency)).toBe(amount);
  });

  test.each([
    ['80,500', 'TND', '80500', '80.500'],
    ['1,250', 'TND', '1250', '1.250'],
    ['1,250', 'KWD', '1250', '1.250'],
    ['12,000', 'BHD', '12000', '12.000'],
    ['1.250', 'EUR', '1250', '1.25'],
    ['25.000', 'JPY', '25000', '25'],
  ] as const)('%j in %s is asked about: %s or %s', (typed, currency, whole, part) => {
    expect(readMoney(typed, currency)).toEqual({
      fault: `“${typed}” could be ${whole} or ${part}. Enter the one you mean.`,
    });
    // Both suggestions must be parsable.
    for (const offered of [whole, part]) expect(readMoney(offered, currency)).toBeTypeOf('number');
  });

  test.each([
    ['0,500', 'TND'],
    ['0,150', 'EUR'],
    ['80,5', 'TND'],
    ['1250,50', 'EUR'],
    ['1.250,50', 'EUR'],
    ['1,25', 'USD'],
    ['-5', 'USD'],
    ['1e3', 'USD'],
    ['', 'USD'],
  ] as const)('%j in %s is refused with an example', (typed, currency) => {
    expect(readMoney(typed, currency)).toEqual({ fault: expect.stringMatching(/such as 1250/) });
  });

  test.each(['150.50', '0.5', 'ten', '1,50'])(
    '%j in yen is refused with an example in whole yen',
    (typed) => {
      expect(readMoney(typed, 'JPY')).toEqual({
        fault: 'Enter a price in JPY as a whole number, such as 1250.',
      });
    },
  );

  test('an example in a currency with three decimals has three', () => {
    expect(readMoney('ten', 'KWD')).toEqual({
      fault: 'Enter a price in KWD, such as 1250 or 80.500.',
    });
  });
});

test('what a payment service says is a number with a point, never one with groups', () => {
  expect(parseMoney('1.250', 'KWD')).toBe(1_250);
  expect(parseMoney('300.00', 'USD')).toBe(30_000);
  expect(parseMoney('10.000', 'USD')).toBe(1_000);
  expect(parseMoney('1,250', 'KWD')).toBeUndefined();
  expect(parseMoney('1.001', 'USD')).toBeUndefined();
});

describe('an amount that a way of paying does not take', () => {
  test.each(['HUF', 'TWD'] as const)(
    'is one with decimals in %s by PayPal',
    (currency: Currency) => {
      const said = cannotPay('paypal', 123_456, currency);
      expect(said).toContain(`PayPal doesn't accept decimals in ${currency}.`);
      expect(said).toContain(`1235 ${currency}`);
      expect(said).not.toMatch(/try again|can't be reached|couldn't/i);
      expect(cannotPay('paypal', 123_400, currency)).toBeUndefined();
      expect(cannotPay('stripe', 123_456, currency)).toBeUndefined();
    },
  );

  test('is one of thousandths by card', () => {
    expect(cannotPay('stripe', 80_505, 'KWD')).toContain('a multiple of 0.010');
    expect(cannotPay('stripe', 80_500, 'KWD')).toBeUndefined();
  });

  test.each(['AED', 'IDR', 'COP', 'VND'] as const)('is each in %s by PayPal', (currency) => {
    expect(cannotPay('paypal', 5000, currency)).toBe(
      `PayPal doesn't accept payments in ${currency}. This order can't be paid this way. Nothing was charged. Ask us in the chat for another way to pay.`,
    );
    expect(cannotPay('stripe', 5000, currency)).toBeUndefined();
    expect(amountFault(['paypal'], 5000, currency)?.nearest).toBeUndefined();
    expect(amountFault(['paypal', 'stripe'], 5000, currency)).toBeUndefined();
  });

  test('is one above the twelve digits that Stripe documents', () => {
    for (const currency of ['USD', 'HUF', 'IDR', 'JPY', 'KWD', 'MGA'] as const) {
      expect(cannotPay('stripe', 99_999_999_000, currency)).toBeUndefined();
    }
    expect(cannotPay('stripe', 9_999_999_999, 'UGX')).toBeUndefined();
    expect(cannotPay('stripe', 10_000_000_000, 'UGX')).toMatch(
      /A card payment can be at most UGX\s9,999,999,999\./,
    );
    expect(amountFault(['stripe'], 99_999_999_999, 'ISK')?.nearest).toBe('9999999999');
  });

  test('is one below the smallest charge that Stripe documents', () => {
    expect(cannotPay('stripe', 49, 'USD')).toMatch(/at least \$0\.50\..+offer of 0\.50 USD/);
    expect(cannotPay('stripe', 50, 'USD')).toBeUndefined();
    expect(cannotPay('stripe', 49, 'JPY')).toContain('offer of 50 JPY');
    expect(cannotPay('paypal', 1, 'USD')).toBeUndefined();
    expect(amountFault(['stripe', 'link'], 1, 'USD')).toBeUndefined();
  });

  test('is the smallest that is left to pay', () => {
    expect(smallestTaken(['stripe'], 1, 'USD')).toBe(50);
    expect(smallestTaken(['stripe'], 51, 'USD')).toBe(51);
    expect(smallestTaken(['stripe', 'paypal'], 1, 'USD')).toBe(1);
    expect(smallestTaken(['stripe'], 1_001, 'KWD')).toBe(1_010);
    expect(smallestTaken(['paypal'], 5000, 'KWD')).toBeUndefined();
  });

  test('is explained by a method that takes the currency, if one does', () => {
    const { reason } = amountFault(['paypal', 'stripe'], 10_001, 'KWD') ?? {};
    expect(reason).toContain('Card payments in KWD must be a multiple');
  });

  test('is none where another way takes it, and there is always one nearby that is', () => {
    expect(amountFault(['stripe', 'paypal'], 123_456, 'HUF')).toBeUndefined();
    expect(amountFault(['link'], 123_456, 'HUF')).toBeUndefined();
    expect(amountFault(['paypal'], 1, 'HUF')).toMatchObject({ nearest: '1' });
  });
});
