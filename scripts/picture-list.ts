/** Writes what pages know of the pictures: `node scripts/picture-list.ts`, after a change in studio/. */
import { writeFileSync } from 'node:fs';
import { LIST_FILE, listForPages } from '../studio/list-for-pages.ts';

writeFileSync(LIST_FILE, listForPages());
