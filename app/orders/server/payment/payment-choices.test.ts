import { expect, test } from 'vitest';
import { readSettings } from '../../../platform/settings.server.ts';
import {
  choicesOfOrder,
  methodsOfOrder,
  paymentLinkOf,
  paymentMarksOf,
} from './payment-choices.server.ts';

test.each([
  ['https://www.paypal.com/', 'Pay with PayPal'],
  ['https://paypal.me/harbour', 'Pay with PayPal'],
  ['https://pay.example/x', 'Pay online'],
  ['https://notpaypal.com/', 'Pay online'],
  ['https://paypal.com.example/', 'Pay online'],
])('a link to %s says %s', (link, label) => {
  expect(paymentLinkOf(readSettings({ PAYMENT_URL: link }))).toEqual({ href: link, label });
});

const BANK_DETAILS = 'Bank of Hamburg\nIBAN DE02 1203 0000 0000 2020 51';
const PAYPAL = { PAYPAL_CLIENT_ID: 'id', PAYPAL_CLIENT_SECRET: 's', PAYPAL_WEBHOOK_ID: 'w' };
const STRIPE = { STRIPE_SECRET_KEY: 'sk_test_1', STRIPE_WEBHOOK_SECRET: 'whsec_1' };

test.each([
  ['a new installation', {}, 1, 'https://www.paypal.com/', 'visa mastercard amex apple-pay paypal'],
  [
    'a link to another site',
    { PAYMENT_URL: 'https://pay.example/' },
    1,
    'https://pay.example/',
    '',
  ],
  ['bank details alone', { BANK_DETAILS }, 0, undefined, ''],
  [
    'a link and bank details',
    { BANK_DETAILS, PAYMENT_URL: 'https://pay.example/' },
    1,
    'https://pay.example/',
    '',
  ],
  ['Stripe', { BANK_DETAILS, ...STRIPE }, 1, undefined, 'visa mastercard amex apple-pay'],
  ['PayPal in a currency that it does not take', { ...PAYPAL, CURRENCY: 'AED' }, 1, undefined, ''],
])('%s shows its own methods and marks', (_what, env, count, link, marks) => {
  const settings = readSettings(env);
  expect(choicesOfOrder(settings)).toHaveLength(count);
  expect(paymentLinkOf(settings)?.href).toBe(link);
  expect(paymentMarksOf(settings).join(' ')).toBe(marks);
});

test('a link beside Stripe says how one pays there', () => {
  const settings = readSettings({ ...STRIPE, PAYMENT_URL: 'https://pay.example/' });
  expect(paymentLinkOf(settings)).toEqual({ href: 'https://pay.example/', label: 'Pay by card' });
});

test('an order has the methods that take its amount and currency', () => {
  const offered = (env: Record<string, string>, amount: number, currency: 'AED' | 'HUF') =>
    choicesOfOrder(readSettings(env), { amount, currency }).map(({ method }) => method);
  expect(offered({ ...STRIPE, ...PAYPAL }, 5000, 'AED')).toEqual(['stripe']);
  expect(offered({ ...STRIPE, ...PAYPAL }, 50_050, 'HUF')).toEqual(['stripe']);
  expect(offered({ ...STRIPE, ...PAYPAL }, 50_000, 'HUF')).toEqual(['stripe', 'paypal']);
  expect(offered({ ...PAYPAL, BANK_DETAILS }, 5000, 'AED')).toEqual([]);
  // The button of the only method says why it cannot be used.
  expect(offered(PAYPAL, 5000, 'AED')).toEqual(['paypal']);
});

test('a bank transfer takes what no payment service takes', () => {
  expect(methodsOfOrder(readSettings(PAYPAL))).toEqual(['paypal']);
  expect(methodsOfOrder(readSettings({ ...PAYPAL, BANK_DETAILS }))).toEqual(['paypal', 'link']);
  expect(methodsOfOrder(readSettings({ BANK_DETAILS }))).toEqual(['link']);
});
