import fc from 'fast-check';
import { expect, test } from 'vitest';
import { pagesAround } from './ui/review-list.tsx';

test.each([
  [1, 1, '1'],
  [2, 7, '1 2 3 4 5 6 7'],
  [1, 20, '1 2 3 4 5 gap-after 20'],
  [10, 20, '1 gap-before 9 10 11 gap-after 20'],
  [20, 20, '1 gap-before 16 17 18 19 20'],
])('page %d of %d shows %s', (page, pageCount, shown) => {
  expect(pagesAround(page, pageCount).join(' ')).toBe(shown);
});

test('the first, the last and the current page are always there, once and in order', () => {
  const pages = fc
    .integer({ min: 1, max: 500 })
    .chain((count) => fc.tuple(fc.integer({ min: 1, max: count }), fc.constant(count)));
  fc.assert(
    fc.property(pages, ([page, pageCount]) => {
      const entries = pagesAround(page, pageCount);
      const numbers = entries.filter((pageLink) => typeof pageLink === 'number');
      expect(new Set(entries).size).toBe(entries.length);
      expect(entries.length).toBeLessThanOrEqual(7);
      expect(numbers).toEqual([...numbers].sort((a, b) => a - b));
      for (const needed of [1, page, pageCount]) expect(numbers).toContain(needed);
    }),
  );
});
