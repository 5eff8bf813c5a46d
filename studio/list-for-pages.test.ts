import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { findClipTitles } from '../app/marketplace/pictures/find-clip-titles.ts';
import { servicesOf } from '../app/marketplace/catalogue.ts';
import { LISTS, listsForPages } from './list-for-pages.ts';

test.each(Object.entries(listsForPages()))(
  '%s says what is drawn; write it anew with `npm run picture-list`',
  (name, list) => {
    expect(readFileSync(new URL(name, LISTS), 'utf8')).toBe(list);
  },
);

test('every video service has three titles, and another service none', () => {
  for (const { slug } of servicesOf('video')) expect(findClipTitles(slug)).toHaveLength(3);
  expect(() => findClipTitles('book-design')).toThrow(
    "No sample videos for the service 'book-design'",
  );
});
