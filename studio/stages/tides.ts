import { circle, d, path, rect } from '../shapes.ts';
import type { Shape } from '../shapes.ts';
import type { Setting, Stage } from './stage.ts';

function ridges({ random, field }: Setting, centre: number): Shape[] {
  const shapes: Shape[] = [circle(centre, 86, 56 + random() * 16, field.accents[0])];
  for (let layer = 0; layer < 6; layer += 1) {
    const base = 128 + layer * 36;
    const phase = random() * 6;
    const swell = 92 - layer * 5;
    const points: [number, number][] = [];
    for (let x = -30; x <= 430; x += 23) {
      const near = 0.25 + 0.75 * Math.exp(-(((x - centre) / 150) ** 2));
      const height = 0.15 + 0.85 * Math.abs(Math.sin(x * 0.035 + phase)) * (random() * 0.5 + 0.6);
      points.push([x, base - near * swell * height]);
    }
    let data = d`M-30 ${points[0]?.[1] ?? base}`;
    for (let index = 1; index < points.length - 1; index += 1) {
      const [x, y] = points[index] ?? [0, base];
      const [nextX, nextY] = points[index + 1] ?? [x, y];
      data += d`Q${x} ${y} ${(x + nextX) / 2} ${(y + nextY) / 2}`;
    }
    shapes.push(path(`${data}V310H-40Z`, layer % 2 === 0 ? field.deep : field.pale));
  }
  return shapes;
}

function levels({ random, field }: Setting, centre: number): Shape[] {
  return Array.from({ length: 14 }, (_, index) => {
    const beat = Math.abs(Math.sin(index * 0.62 + centre) * Math.cos(index * 0.21 + centre * 0.3));
    const height = 70 + 170 * beat + random() * 30;
    const colour = index % 5 === 2 ? field.accents[0] : index % 2 === 0 ? field.deep : field.pale;
    return rect(4 + index * 28.6, 150 - height / 2, 19, height, colour, 9.5);
  });
}

function grooves({ random, field }: Setting): Shape[] {
  const x = random() < 0.5 ? 0 : 400;
  const shapes: Shape[] = [];
  for (let index = 12; index > 0; index -= 1) {
    shapes.push(circle(x, 300, index * 34, index % 2 === 0 ? field.base : field.deep));
  }
  return [...shapes, circle(x, 300, 68, field.accents[0]), circle(x, 300, 24, field.deep)];
}

/** Ridges of a wave, level bars or the grooves of a record. */
export const tides: Stage = (setting) => {
  const centre = 90 + setting.random() * 220;
  if (setting.variant === 0) return ridges(setting, centre);
  return setting.variant === 1 ? levels(setting, centre) : grooves(setting);
};
