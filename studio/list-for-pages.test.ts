import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { findClipTitles } from '../app/marketplace/pictures/drawn-pictures.ts';
import { servicesOf } from '../app/marketplace/catalogue.ts';
import { LIST_FILE, listForPages } from './list-for-pages.ts';

test('what pages know of the pictures is what is drawn; write it anew with `npm run picture-list`', () => {
  expect(JSON.parse(readFileSync(LIST_FILE, 'utf8'))).toEqual(JSON.parse(listForPages()));
});

test('every video service has three titles, and another service none', () => {
  for (const { slug } of servicesOf('video')) expect(findClipTitles(slug)).toHaveLength(3);
  expect(() => findClipTitles('book-design')).toThrow(
    "No sample videos for the service 'book-design'",
  );
});
