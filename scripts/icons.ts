/** Writes app/ui/icons.svg, the sprite of the icons in app/ui/icon-names.ts. */
import { readFileSync, writeFileSync } from 'node:fs';
import { ICON_NAMES } from '../app/ui/icon-names.ts';

const PACKAGE = new URL('../node_modules/@phosphor-icons/core/assets/', import.meta.url);

const symbols = ICON_NAMES.map((name) => {
  const weight = /-(bold|fill)$/.exec(name)?.[1] ?? 'regular';
  const svg = readFileSync(new URL(`${weight}/${name}.svg`, PACKAGE), 'utf8');
  const body = svg.replace(/^.*?<svg[^>]*>/s, '').replace(/<\/svg>\s*$/, '');
  return `<symbol id="${name}" viewBox="0 0 256 256">${body}</symbol>`;
});

writeFileSync(
  new URL('../app/ui/icons.svg', import.meta.url),
  `<svg xmlns="http://www.w3.org/2000/svg">\n${symbols.join('\n')}\n</svg>\n`,
);
