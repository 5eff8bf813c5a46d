import { expect, test } from 'vitest';
import { readSixDigits } from './six-digits.ts';

test.each([
  ['123456', '123456'],
  [' 123 456 ', '123456'],
  ['123-456', '123456'],
  ['١٢٣٤٥٦', '123456'],
  ['۱۲۳۴۵۶', '123456'],
  ['١٢٣٫٤٥٦', '123456'],
  ['12345', null],
  ['1234567', null],
  ['', null],
])('the code typed as %s is %s', (typed, code) => {
  expect(readSixDigits(typed)).toBe(code);
});
