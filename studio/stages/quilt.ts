import { circle, group, path, rect, repeat } from '../shapes.ts';
import type { Shape } from '../shapes.ts';
import type { Setting, Stage } from './stage.ts';

const TILE = 100;

function tile(setting: Setting, calm: boolean): Shape[] {
  const { random, field } = setting;
  const tone = (): string => (random() < 0.5 ? field.deep : field.pale);
  const colour = (): string =>
    calm || random() < 0.62
      ? tone()
      : (field.accents[Math.floor(random() * field.accents.length)] ?? tone());
  const first = colour();
  const second = random() < 0.5 ? field.base : colour();
  switch (Math.floor(random() * 7)) {
    case 0:
    case 1:
      return [path('M0 0H100A100 100 0 0 1 0 100Z', first)];
    case 2:
      return [
        path('M0 0H100A50 50 0 0 1 0 0Z', first),
        path('M0 100H100A50 50 0 0 0 0 100Z', second === field.base ? first : second),
      ];
    case 3:
      return [path('M0 0H100L0 100Z', first)];
    case 4:
      return repeat(3, (index) => rect(index * 33.4, 0, 17, 100, first));
    case 5:
      return [circle(50, 50, 50, first), circle(50, 50, 20, second)];
    default:
      return [
        path('M0 0H50A50 50 0 0 1 50 100H0Z', first),
        path('M50 0H100V100A50 50 0 0 1 50 0Z', field.pale),
      ];
  }
}

/** Cut paper in twelve tiles, quiet in the middle, with a clearing behind the object. */
export const quilt: Stage = (setting) => {
  const { random, field, focus } = setting;
  const tiles: Shape[] = [];
  for (let row = 0; row < 3; row += 1) {
    for (let column = 0; column < 4; column += 1) {
      const calm = (column === 1 || column === 2) && row > 0;
      const shapes = tile(setting, calm);
      const angle = Math.floor(random() * 4) * 90;
      const turned = angle === 0 ? '' : ` rotate(${angle} 50 50)`;
      tiles.push(group(`translate(${column * TILE} ${row * TILE})${turned}`, shapes));
    }
  }
  return [...tiles, circle(focus, 150, 132, field.base)];
};
