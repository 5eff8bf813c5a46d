import type { Look } from './looks.ts';
import { PALETTES } from './palettes.ts';
import type { Field } from './palettes.ts';
import { paint } from './render.ts';
import { circle, ellipse, line, path, rect, repeat } from './shapes.ts';
import type { Shape } from './shapes.ts';

const SIZE = 28;
/** A small square with the one large radius of the sail corner. */
const SAIL_CORNER =
  'M7 0H14A14 14 0 0 1 28 14V21A7 7 0 0 1 21 28H7A7 7 0 0 1 0 21V7A7 7 0 0 1 7 0Z';

const MOTIFS: Readonly<Record<Look, (field: Field) => readonly Shape[]>> = {
  graphics: ({ deep, accents }) => [
    path('M0 0H14A14 14 0 0 1 0 14Z', deep),
    path('M0 28V14A14 14 0 0 1 14 28Z', accents[1]),
    ...repeat(3, (index) => rect(15 + index * 5, 15, 2.6, 13, deep)),
  ],
  business: ({ pale, deep, accents }) => [
    circle(19, 8, 6, accents[0]),
    path('M2 28V17a4.5 4.5 0 0 1 9 0V28Z', pale),
    path('M12 28V17a4.5 4.5 0 0 1 9 0V28ZM22 28V17a4.5 4.5 0 0 1 9 0V28Z', deep),
  ],
  digital: ({ pale, deep, accents }) => [
    circle(14, 14, 12, pale),
    circle(14, 14, 8, deep),
    circle(14, 14, 4, accents[0]),
  ],
  music: ({ pale, accents }) => [
    ...repeat(5, (index) => {
      const height = [8, 16, 22, 12, 6][index] ?? 8;
      return rect(
        3.5 + index * 4.6,
        14 - height / 2,
        2.8,
        height,
        index === 2 ? accents[1] : pale,
        1.4,
      );
    }),
  ],
  programming: ({ deep, accents }) => [
    line('M0 8H9L15 14H28M0 21H28', deep, 3.4),
    circle(9, 21, 3, accents[0]),
    circle(19, 14, 3, accents[1]),
  ],
  video: ({ pale, accents }) => [
    path('M0 0L28 12V28H10Z', pale),
    ellipse(17, 25, 10, 3, accents[0]),
  ],
  writing: ({ deep, accents }) => [
    line('M-2 8q4-6 8 0t8 0t8 0t8 0', deep, 3),
    line('M-2 16q4-6 8 0t8 0t8 0t8 0', accents[1], 2.4),
    line('M-2 24q4-6 8 0t8 0t8 0t8 0', deep, 3),
  ],
};

function swatch(id: string, shapes: readonly Shape[]): string {
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${SIZE} ${SIZE}" width="${SIZE}" height="${SIZE}" aria-hidden="true">` +
    `<clipPath id="${id}"><path d="${SAIL_CORNER}"/></clipPath><g clip-path="url(#${id})">${paint(shapes)}</g></svg>`
  );
}

/** A section's sign in menus and chips; the id must be unique on the page. */
export function drawSwatch(section: Look, id: string): string {
  const field = PALETTES[section].fields[0];
  return swatch(id, [rect(0, 0, SIZE, SIZE, field.base), ...MOTIFS[section](field)]);
}

/** The sign of the whole catalogue: four fields in one. */
export function drawAllSectionsSwatch(id: string): string {
  const corners: readonly Look[] = ['graphics', 'business', 'digital', 'music'];
  return swatch(
    id,
    corners.map((section, index) =>
      rect((index % 2) * 14, Math.floor(index / 2) * 14, 14, 14, PALETTES[section].fields[0].base),
    ),
  );
}
