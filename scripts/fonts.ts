/**
 * `npm run fonts`: cuts the two typefaces down to what nearly every page needs, into app/ui/fonts. What
 * is left out (letters with accents, in names and reviews) comes from the whole typeface when a page
 * has it; `unicode-range` in app/app.css tells the browser.
 */
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import subsetFont from 'subset-font';
import { FONT_CHARACTERS } from '../app/ui/fonts/characters.ts';

const PACKAGES = new URL('../node_modules/@fontsource-variable/', import.meta.url);
const TARGET = new URL('../app/ui/fonts/', import.meta.url);

const FONTS = [
  {
    family: 'bricolage-grotesque',
    file: 'bricolage-grotesque-latin-opsz-normal.woff2',
    // Headings have one weight; their sizes differ, so the optical size stays.
    axes: { wght: 700 },
  },
  {
    family: 'instrument-sans',
    file: 'instrument-sans-latin-wght-normal.woff2',
    axes: { wght: { min: 400, max: 700 } },
  },
];

mkdirSync(TARGET, { recursive: true });
for (const { family, file, axes } of FONTS) {
  const whole = readFileSync(new URL(`${family}/files/${file}`, PACKAGES));
  const part = await subsetFont(whole, FONT_CHARACTERS, {
    targetFormat: 'woff2',
    variationAxes: axes,
  });
  writeFileSync(new URL(`${family}.woff2`, TARGET), part);
  // The licence wants to travel with the typeface.
  copyFileSync(new URL(`${family}/LICENSE`, PACKAGES), new URL(`${family}.license`, TARGET));
  console.log(`${family}: ${part.length} of ${whole.length} bytes`);
}
