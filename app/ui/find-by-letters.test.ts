import { expect, test } from 'vitest';
import { holdsLetters } from './find-by-letters.ts';

test('a name is found by some of its letters, without accents and capitals', () => {
  expect(holdsLetters('Traducción jurada', ' TRADUCCION')).toBe(true);
  expect(holdsLetters('Sales Inquiry', 'inq')).toBe(true);
  expect(holdsLetters('Sales Inquiry', '')).toBe(true);
  expect(holdsLetters('Sales Inquiry', 'order')).toBe(false);
});
