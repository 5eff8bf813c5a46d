import { circle, d, path, rect } from '../shapes.ts';
import type { Shape } from '../shapes.ts';
import type { Setting, Stage } from './stage.ts';

const HORIZON = 248;

function colonnade({ random, field }: Setting): Shape[] {
  const shift = random() * 20;
  return Array.from({ length: 8 }, (_, index) =>
    path(
      d`M${index * 66 - 66 + shift} 250V150a26 26 0 0 1 52 0V250Z`,
      index % 2 === 0 ? field.pale : field.deep,
    ),
  );
}

function stairs({ field }: Setting, rising: boolean): Shape[] {
  return Array.from({ length: 7 }, (_, index) => {
    const height = 30 + index * 25;
    const x = rising ? index * 58 : 400 - (index + 1) * 58;
    return rect(x, 250 - height, 58.5, height, index % 2 === 0 ? field.pale : field.deep);
  });
}

function skyline({ random, field }: Setting): Shape[] {
  const houses: Shape[] = [];
  let x = -10;
  while (x < 410) {
    const width = 42 + random() * 34;
    const height = 60 + random() * 110;
    const top = 250 - height;
    houses.push(rect(x, top, width, height, random() < 0.5 ? field.deep : field.pale));
    let windows = '';
    for (let cell = 0; cell < 6; cell += 1) {
      if (random() < 0.45) continue;
      const left = x + width * (0.22 + (cell % 2) * 0.34);
      windows += d`M${left} ${top + 12 + Math.floor(cell / 2) * 22}h${width * 0.2}v11h${-width * 0.2}Z`;
    }
    if (windows !== '') houses.push(path(windows, field.base));
    x += width + 3;
  }
  return houses;
}

/** A sun over arches, stairs or roofs, all on one ground line. */
export const terraces: Stage = (setting) => {
  const { random, field, variant } = setting;
  const left = random() < 0.5;
  const sun = circle(
    left ? 90 + random() * 40 : 270 + random() * 40,
    96 + random() * 20,
    54 + random() * 14,
    field.accents[0],
  );
  const buildings =
    variant === 0 ? colonnade(setting) : variant === 1 ? stairs(setting, !left) : skyline(setting);
  return [
    sun,
    ...buildings,
    rect(0, HORIZON, 400, 52, field.deep),
    rect(0, HORIZON, 400, 5, field.pale),
  ];
};
