import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { listsForPages } from './list-for-pages.ts';
import { LISTS_FOLDER } from './product.ts';

test.each(Object.entries(listsForPages()))(
  'the committed %s matches the drawings; `npm run pictures` writes it again',
  (name, list) => {
    expect(readFileSync(new URL(name, LISTS_FOLDER), 'utf8')).toBe(list);
  },
);
