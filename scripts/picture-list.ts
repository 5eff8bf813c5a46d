/**
 * `node scripts/picture-list.ts`: writes the lists of pictures for the pages. Run it after a change
 * in studio/.
 */
import { writeFileSync } from 'node:fs';
import { LISTS, listsForPages } from '../studio/list-for-pages.ts';

for (const [name, list] of Object.entries(listsForPages()))
  writeFileSync(new URL(name, LISTS), list);
