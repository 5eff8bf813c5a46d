/**
 * `npm run pictures`: draws every SVG picture into the product's public/art, and writes the lists of
 * colours and titles that its pages import.
 */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { drawAllPictures } from '../draw-all-pictures.ts';
import { listsForPages } from '../list-for-pages.ts';
import { LISTS_FOLDER, PUBLIC_FOLDER } from '../product.ts';

// Pictures that are no longer drawn must not stay.
rmSync(new URL('art', PUBLIC_FOLDER), { recursive: true, force: true });
for (const [path, svg] of drawAllPictures()) {
  const file = new URL(`.${path}`, PUBLIC_FOLDER);
  mkdirSync(new URL('.', file), { recursive: true });
  writeFileSync(file, svg);
}
for (const [name, list] of Object.entries(listsForPages()))
  writeFileSync(new URL(name, LISTS_FOLDER), list);
