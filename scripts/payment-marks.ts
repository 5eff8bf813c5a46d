/**
 * Writes app/ui/payment-marks.svg, the sprite of the payment brands, and a file with their sizes.
 * Run `node scripts/payment-marks.ts` after changing the list.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import * as v from 'valibot';

const MARKS = ['visa', 'mastercard', 'amex', 'apple-pay', 'paypal'] as const;

const size = v.optional(v.number());
const icons = v.object({
  width: v.number(),
  height: v.number(),
  icons: v.record(v.string(), v.object({ body: v.string(), width: size, height: size })),
});

const source = new URL('../node_modules/@iconify-json/logos/icons.json', import.meta.url);
const set = v.parse(icons, JSON.parse(readFileSync(source, 'utf8')));

const drawings = MARKS.map((name) => {
  const icon = set.icons[name];
  if (!icon) throw new Error(`The logo set has no '${name}'`);
  const { width = set.width, height = set.height } = icon;
  return { name, width, height, body: flatten(icon.body) };
});

write(
  'payment-marks.svg',
  `<svg xmlns="http://www.w3.org/2000/svg">\n${drawings
    .map(
      ({ name, width, height, body }) =>
        `<symbol id="${name}" viewBox="0 0 ${width} ${height}">${body}</symbol>`,
    )
    .join('\n')}\n</svg>\n`,
);

const sizes = drawings.map(
  ({ name, width, height }) =>
    `  ${/^\w+$/.test(name) ? name : `'${name}'`}: { width: ${width}, height: ${height} },`,
);
write(
  'payment-mark-sizes.ts',
  `/** Proportions of the drawings in payment-marks.svg; written by scripts/payment-marks.ts. */\nexport const PAYMENT_MARK_SIZES = {\n${sizes.join('\n')}\n} as const;\n`,
);

/** Some browsers lose gradients in a sprite; the last colour stop is the brand's own. */
function flatten(body: string): string {
  return body
    .replace(/<defs>.*?<\/defs>/gs, '')
    .replace(/url\(#(.*?)\)/g, (_, id: string) => lastStop(body, id));
}

function lastStop(body: string, id: string): string {
  const gradient = new RegExp(`id="${id}".*?</linearGradient>`, 's').exec(body)?.[0] ?? '';
  return [...gradient.matchAll(/stop-color="(.*?)"/g)].at(-1)?.[1] ?? 'currentColor';
}

function write(name: string, text: string): void {
  writeFileSync(new URL(`../app/ui/${name}`, import.meta.url), text);
}
