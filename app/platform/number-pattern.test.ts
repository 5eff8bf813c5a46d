import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  canCollide,
  expressionOf,
  formatDocumentNumber,
  isNumberPattern,
  seriesYearOf,
} from './number-pattern.ts';

test.each(['INV-{year}-{number}', '{number}', 'RE {year}/{number}', 'فاتورة-{number}'])(
  '%s is a pattern for numbers',
  (pattern) => {
    expect(isNumberPattern(pattern)).toBe(true);
  },
);

test.each([
  '',
  'INV-{year}',
  '{number}{number}',
  '{year}{year}{number}',
  ' INV-{number}',
  'INV-{number}\n',
  'INV;{number}',
  '{NUMBER}',
  `${'x'.repeat(40)}{number}`,
])('%j is no pattern for numbers', (pattern) => {
  expect(isNumberPattern(pattern)).toBe(false);
});

test('numbers have at least four digits, and restart each year only if they contain the year', () => {
  expect(seriesYearOf('INV-{year}-{number}', 2026)).toBe(2026);
  expect(seriesYearOf('{number}', 2026)).toBe(0);
  expect(formatDocumentNumber('INV-{year}-{number}', 2026, 7)).toBe('INV-2026-0007');
  expect(formatDocumentNumber('{number}', 2026, 12_345)).toBe('12345');
});

test.each([
  ['R-{year}-{number}', 'R-{year}-{number}'],
  ['R-{year}-{number}', 'R-2026-{number}'],
  ['R-{year}-{number}', 'r-{year}-{number}'],
  ['R-{number}', 'R-{year}{number}'],
  ['{number}', '{year}{number}'],
  ['{number}-2026', '{number}-{year}'],
])('%s and %s can produce the same number', (one, other) => {
  expect(canCollide(one, other)).toBe(true);
  expect(canCollide(other, one)).toBe(true);
});

test.each([
  ['INV-{year}-{number}', 'CN-{year}-{number}'],
  ['{number}', 'CN{number}'],
  ['R-{year}-{number}', 'R-{number}'],
  ['R-{number}', 'R-{number}-C'],
  ['R.{number}', 'R-{number}'],
  ['R-{year}-{number}', 'R-26-{number}'],
])('%s and %s never produce the same number', (one, other) => {
  expect(canCollide(one, other)).toBe(false);
  expect(canCollide(other, one)).toBe(false);
});

const parts = fc.array(fc.constantFrom('A', 'a', '1', '0', '-', '.'), { maxLength: 3 });
const patterns = fc
  .tuple(parts, fc.constantFrom('{year}', ''), parts, parts, fc.boolean())
  .map(([before, year, between, after, isYearLast]) => {
    const [first, last] = isYearLast ? ['{number}', year] : [year, '{number}'];
    return [...before, first, ...between, last, ...after].join('');
  });

test('patterns whose numbers are equal once can collide, and an expression finds its own numbers', () => {
  fc.assert(
    fc.property(patterns, patterns, fc.integer({ min: 1, max: 20_000 }), (one, other, count) => {
      const number = formatDocumentNumber(one, 2026, count);
      const isFound = new RegExp(expressionOf(other, 2026), 'u').test(number);
      expect(isFound && !canCollide(one, other)).toBe(false);
      const [, own] = new RegExp(expressionOf(one, 2026), 'u').exec(number) ?? [];
      expect(Number(own)).toBe(count);
    }),
  );
});
