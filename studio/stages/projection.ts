import { ellipse, faint, path, rect } from '../shapes.ts';
import type { Shape } from '../shapes.ts';
import { GROUND } from './stage.ts';
import type { Setting, Stage } from './stage.ts';

function holes(y: number, colour: string): Shape {
  const data = Array.from({ length: 14 }, (_, index) => `M${8 + index * 29} ${y}h15v10h-15Z`).join(
    '',
  );
  return path(data, colour);
}

function beam({ random, field }: Setting): Shape[] {
  const left = random() < 0.5;
  const x = left ? -10 : 410;
  return [
    path(`M${x} 10L${left ? 150 : -30} 262H${left ? 420 : 250}Z`, field.pale),
    faint(0.28, path(`M${x} 10L${left ? 200 : 30} 262H${left ? 340 : 180}Z`, field.accents[2])),
  ];
}

function crossedBeams({ field }: Setting): Shape[] {
  return [
    path('M60-10L40 262H240L90-10Z', field.pale),
    faint(0.8, path('M340-10L360 262H160L310-10Z', field.pale)),
  ];
}

function curtain({ field }: Setting): Shape[] {
  return Array.from({ length: 9 }, (_, index) =>
    path(
      `M${index * 46 - 8} -5h46v228a23 26 0 0 1-46 0Z`,
      index % 2 === 0 ? field.pale : field.deep,
    ),
  );
}

/** A beam, crossed beams or a curtain; a pool of light on the floor, film along the edges. */
export const projection: Stage = (setting) => {
  const { field, variant } = setting;
  const closed = variant === 2;
  const light =
    variant === 0 ? beam(setting) : variant === 1 ? crossedBeams(setting) : curtain(setting);
  const pool = ellipse(200, GROUND, 150, 26, closed ? field.deep : field.accents[2]);
  return [
    ...light,
    closed ? pool : faint(0.45, pool),
    ...(closed ? [] : [rect(0, 0, 400, 22, field.deep), holes(6, field.pale)]),
    rect(0, 278, 400, 22, field.deep),
    holes(284, field.pale),
  ];
};
