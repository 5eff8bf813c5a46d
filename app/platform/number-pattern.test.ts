import { expect, test } from 'vitest';
import { formatDocumentNumber, isNumberPattern, seriesYearOf } from './number-pattern.ts';

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
