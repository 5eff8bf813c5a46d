import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { findClips, findClipTitles } from '../app/shop/pictures/find-clip-titles.ts';
import { DRAWN_SERVICES } from './services/drawn-services.ts';
import { LISTS, listsForPages } from './list-for-pages.ts';

test.each(Object.entries(listsForPages()))(
  '%s says what is drawn; write it anew with `npm run picture-list`',
  (name, list) => {
    expect(readFileSync(new URL(name, LISTS), 'utf8')).toBe(list);
  },
);

test('every drawn video service has three titles, and another service no samples', () => {
  for (const { art, look } of DRAWN_SERVICES) {
    const titles = findClipTitles(findClips(art) ?? '');
    expect(titles).toHaveLength(look === 'video' ? 3 : 0);
  }
  expect(findClips(null)).toBeUndefined();
  expect(findClips('video/zeppelin')).toBeUndefined();
});
