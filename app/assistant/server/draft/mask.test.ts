import { describe, expect, test } from 'vitest';
import { mask, MASKS } from './mask.ts';

describe('before a text leaves the house', () => {
  test.each([
    ['elena.ruiz@mail.example', MASKS.email],
    ['Elena＠mail.example', MASKS.email],
    ['élena+tag@bücher.example', MASKS.email],
    ['+44 20 7946 0000', MASKS.phone],
    ['(555) 010-4477', MASKS.phone],
    ['0151/2345678', MASKS.phone],
    ['٠١٢٣٤٥٦٧٨', MASKS.phone],
    ['4111 1111 1111 1111', MASKS.card],
    ['4111-1111-1111-1111', MASKS.card],
    ['4111\u200b1111\u200b1111\u200b1111', MASKS.card],
    ['DE89 3704 0044 0532 0130 00', MASKS.card],
    ['https://shop.example/order/k3jR9-abcdefghijklmnop', MASKS.secret],
    ['https://shop.example/chat/resume?token=abc', MASKS.secret],
    ['sk-proj-4f9a8b7c6d5e4f3a2b1c0d9e', MASKS.secret],
  ])('%s is taken out', (personal, sign) => {
    const masked = mask(`It is ${personal}, thanks.`);
    expect(masked).toContain(sign);
    expect(masked.replaceAll(/\P{Nd}/gu, '')).toBe('');
  });

  test.each([
    'It costs $1,250,000, or $1 250 000.',
    'By 2026-11-30, at 10:00.',
    'I need 3 logos in 5 days, 1000 followers each.',
    'Our page is https://shop.example/services/graphics/logo-design',
    'Order E-1001',
  ])('%s stays', (text) => {
    expect(mask(text)).toBe(text);
  });

  test('the name somebody gave is taken out, whole and in parts, and nothing within other words', () => {
    expect(mask('I am Ana Ruiz. Regards, ANA. Banana!', { names: ['Ana Ruiz'] })).toBe(
      'I am [name]. Regards, [name]. Banana!',
    );
    expect(mask('a (b', { names: ['(b', 'a.*'] })).toBe('a (b');
  });

  test('how the shop itself is reached stays', () => {
    const keep = ['support@embarka.example', '+1 (555) 010-0199'];
    expect(mask('Write to support@embarka.example, call +1 555 010 0199', { keep })).toBe(
      'Write to support@embarka.example, call +1 555 010 0199',
    );
  });
});
