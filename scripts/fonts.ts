/**
 * `npm run fonts`: subsets the two typefaces into app/ui/fonts. Other letters come from the whole
 * typeface on demand (`unicode-range` in app/app.css). fallbacks.css stretches system fonts to the
 * same metrics, so that nothing moves when the typefaces arrive.
 */
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import subsetFont from 'subset-font';
import { FONT_CHARACTERS } from '../app/ui/fonts/characters.ts';
import { arialLetterWidth, measureFont } from './measure-font.ts';

const PACKAGES = new URL('../node_modules/@fontsource-variable/', import.meta.url);
const TARGET = new URL('../app/ui/fonts/', import.meta.url);

const FONTS = [
  {
    family: 'bricolage-grotesque',
    name: 'Bricolage Grotesque',
    file: 'bricolage-grotesque-latin-opsz-normal.woff2',
    // Headings have one weight but several sizes, so the optical size axis stays.
    axes: { wght: 700 },
    fallbacks: [{ axes: { wght: 700, opsz: 34 }, weight: 'bold', weights: '200 800' }],
  },
  {
    family: 'instrument-sans',
    name: 'Instrument Sans',
    file: 'instrument-sans-latin-wght-normal.woff2',
    axes: { wght: { min: 400, max: 700 } },
    fallbacks: [
      { axes: { wght: 400 }, weight: 'regular', weights: '400 549' },
      { axes: { wght: 650 }, weight: 'bold', weights: '550 700' },
    ],
  },
] as const;

/** Fonts with the widths of Arial: names on Windows and Apple systems, on Linux, and on Android. */
const LOCAL = {
  regular: ['Arial', 'Liberation Sans', 'Helvetica Neue', 'Roboto'],
  bold: [
    'Arial Bold',
    'Arial-BoldMT',
    'Liberation Sans Bold',
    'Helvetica Neue Bold',
    'Roboto Bold',
  ],
} as const;

type Fallback = (typeof FONTS)[number]['fallbacks'][number];

/** Writes the CSS rule that gives a local font the metrics of this typeface. */
async function fallbackOf(name: string, whole: Buffer, fallback: Fallback): Promise<string> {
  const font = await subsetFont(whole, FONT_CHARACTERS, {
    targetFormat: 'sfnt',
    variationAxes: fallback.axes,
  });
  const { ascent, descent, lineGap, letterWidth } = measureFont(font);
  const stretch = letterWidth / arialLetterWidth(fallback.weight);
  const percent = (part: number) => `${(part * 100).toFixed(2)}%`;
  const sources = LOCAL[fallback.weight].map((local) => `local('${local}')`);
  return `@font-face {
  font-family: '${name} Fallback';
  src:
    ${sources.join(',\n    ')};
  font-weight: ${fallback.weights};
  size-adjust: ${percent(stretch)};
  ascent-override: ${percent(ascent / stretch)};
  descent-override: ${percent(descent / stretch)};
  line-gap-override: ${percent(lineGap / stretch)};
}
`;
}

const rules = ['/* Written by `npm run fonts`. */\n'];

mkdirSync(TARGET, { recursive: true });
for (const { family, name, file, axes, fallbacks } of FONTS) {
  const whole = readFileSync(new URL(`${family}/files/${file}`, PACKAGES));
  const part = await subsetFont(whole, FONT_CHARACTERS, {
    targetFormat: 'woff2',
    variationAxes: axes,
  });
  writeFileSync(new URL(`${family}.woff2`, TARGET), part);
  // The licence must be distributed with the typeface.
  copyFileSync(new URL(`${family}/LICENSE`, PACKAGES), new URL(`${family}.license`, TARGET));
  console.log(`${family}: ${part.length} of ${whole.length} bytes`);
  for (const fallback of fallbacks) rules.push(await fallbackOf(name, whole, fallback));
}
writeFileSync(new URL('fallbacks.css', TARGET), rules.join('\n'));
