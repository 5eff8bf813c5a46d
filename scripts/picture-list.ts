/** Writes what pages know of the pictures: `node scripts/picture-list.ts`, after a change in studio/. */
import { writeFileSync } from 'node:fs';
import { LISTS, listsForPages } from '../studio/list-for-pages.ts';

for (const [name, list] of Object.entries(listsForPages()))
  writeFileSync(new URL(name, LISTS), list);
