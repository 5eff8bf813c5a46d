import { drawingId, halftone, halftoneDefinitions } from './halftone.ts';
import { PALETTES } from './palettes.ts';
import { seededRandom } from './random.ts';
import { paint, plan } from './render.ts';
import { drawObject } from './scene.ts';
import type { Scene } from './scene.ts';
import { circle, d, rect, round } from './shapes.ts';

/** The object at more than twice its size, leaning out of the picture. */
export function composeCloseUp({ section, seed, picture, field: index }: Scene): string {
  const { deep, pale } = PALETTES[section].fields[index];
  const random = seededRandom(`close-up|${seed}`);
  const object = drawObject(section, index, picture);
  const id = drawingId(seed, 'close-up');
  const tilt = round(-8 + (random() - 0.5) * 24);
  const ground = [
    rect(0, 0, 400, 300, deep),
    circle(60 + random() * 280, random() * 300, 130, pale),
  ];
  const x = round(150 + random() * 100);
  const y = round(160 + random() * 30);
  return (
    halftoneDefinitions(id, picture.stance, object) +
    paint(ground) +
    `<g transform="translate(${x} ${y}) rotate(${tilt}) scale(2.1)">${halftone(id, picture.stance)}${paint(object)}</g>`
  );
}

const COLUMN = 400 / 3;
const FIELDS = [0, 1, 2] as const;

/** Six repeats over the three fields, the colours changing places. */
export function composeSeries({ section, seed, picture }: Scene): string {
  const id = drawingId(seed, 'series');
  const objects = FIELDS.map((index) => paint(drawObject(section, index, picture)));
  const cells = Array.from({ length: 6 }, (_, cell) => {
    const column = cell % 3;
    const row = Math.floor(cell / 3);
    const index = FIELDS[(column + row) % 3] ?? 0;
    const ground = rect(
      column * COLUMN,
      row * 150,
      COLUMN + 0.1,
      150,
      PALETTES[section].fields[index].base,
    );
    const middle = `${round((column + 0.5) * COLUMN)} ${row * 150 + 75}`;
    return `${paint([ground])}<g transform="translate(${middle}) scale(.46)">${halftone(id, picture.stance)}${objects[index] ?? ''}</g>`;
  });
  return halftoneDefinitions(id, picture.stance, drawObject(section, 0, picture)) + cells.join('');
}

/** The object as a construction drawing on an ink grid. */
export function composePlan({ section, picture, field: index }: Scene): string {
  const { dark: paper, light: line, trace: accent } = PALETTES[section];
  let grid = '';
  for (let x = 0; x <= 400; x += 20) grid += d`M${x} 0V300`;
  for (let y = 0; y <= 300; y += 20) grid += d`M0 ${y}H400`;
  const object = plan(drawObject(section, index, picture), { paper, line, accent });
  return (
    `<path fill="${paper}" d="M0 0H400V300H0Z"/>` +
    `<path d="${grid}" stroke="${line}" stroke-width=".5" opacity=".16"/>` +
    `<g fill="none" stroke="${accent}"><path d="M200 0V300M0 150H400" stroke-width=".8" stroke-dasharray="4 5"/>` +
    `<circle cx="200" cy="150" r="120" stroke-width=".8" stroke-dasharray="4 5"/>` +
    `<path d="M60 276H340M60 270V282M340 270V282M26 36V252M20 36H32M20 252H32" stroke-width="1.4"/></g>` +
    `<g transform="translate(200 ${picture.stance === 'standing' ? 146 : 148}) scale(1.04)">${object}</g>`
  );
}
