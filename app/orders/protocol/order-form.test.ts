import { expect, test } from 'vitest';
import { readChoice } from './order-form.ts';

test('quantities can be typed in Arabic and Persian digits', () => {
  const typed = { quantity: '١٬٠٠٠', 'option-proof': '۲', 'option-certificate': '٠' };
  expect(readChoice(typed)).toMatchObject({
    quantity: 1000,
    options: [{ id: 'proof', quantity: 2 }],
  });
});
