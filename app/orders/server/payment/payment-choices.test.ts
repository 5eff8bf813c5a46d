import { expect, test } from 'vitest';
import { labelOfLink } from './payment-choices.server.ts';

test.each([
  ['https://www.paypal.com/', 'Pay with PayPal'],
  ['https://paypal.me/harbour', 'Pay with PayPal'],
  ['https://pay.example/x', 'Pay online'],
  ['https://notpaypal.com/', 'Pay online'],
  ['https://paypal.com.example/', 'Pay online'],
])('a link to %s says %s', (link, label) => {
  expect(labelOfLink(link)).toBe(label);
});
