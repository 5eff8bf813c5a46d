import { hashText } from '../../../random.ts';
import { paint } from '../../../render.ts';
import { circle, emblem, line, path, rect } from '../../../shapes.ts';
import { around } from '../../cast.ts';
import { pose } from '../../frame.ts';
import { swing } from '../../motion.ts';
import { ridge } from './panorama.ts';
import type { Panorama } from './panorama.ts';
import { fir, tree } from './plants.ts';

/** Hills with trees; the companions hang under balloons. */
export const hills: Panorama = (cast) => {
  const { field, inks } = cast;
  const forest = Array.from({ length: 9 }, (_, index) => {
    const [x, size] = [30 + index * 104, 0.7 + (hashText(`${cast.seed}|${index}`) % 40) / 60];
    const y = 322 + (index % 3) * 6;
    return index % 2 === 0
      ? fir(x, y, size, inks.dark)
      : tree(x, y, size, index % 4 === 1 ? inks.one : inks.two, inks.dark);
  });
  const balloon = (
    x: number,
    y: number,
    turn: number,
    size: number,
    body: string,
    name: (typeof cast.props)[number],
  ): string =>
    pose(
      { x, y, turn, scale: size },
      paint([
        line('M-22 56L-13 82M22 56L13 82', inks.dark, 3),
        path(
          'M0-66C44-66 60-36 60-8C60 24 30 46 22 60H-22C-30 46-60 24-60-8C-60-36-44-66 0-66Z',
          body,
        ),
        path(
          'M0-66C18-66 24-36 24-8C24 24 12 46 9 60H-9C-12 46-24 24-24-8C-24-36-18-66 0-66Z',
          inks.light,
        ),
        rect(-16, 82, 32, 24, inks.dark, 6),
        emblem(name, 0, -8, 40, inks.one),
      ]),
    );
  return {
    sky: (t) => paint([circle(128, 92 + swing(t) * 4, 46, field.pale)]),
    layers: [
      { length: 640, drawing: paint([ridge(640, 226, 62, 2, field.pale)]), passes: 1 },
      { length: 640, drawing: paint([ridge(640, 262, 44, 3, field.deep)]), passes: 2 },
      { length: 936, drawing: paint([ridge(936, 322, 18, 2, inks.four), ...forest]), passes: 2 },
    ],
    front: (t) =>
      balloon(
        250,
        142 + swing(t) * 12,
        swing(t, 1, 0.2) * 4,
        1.16,
        inks.one === field.base ? inks.two : inks.one,
        around([cast.emblem], 0),
      ) +
      balloon(
        468,
        100 + swing(t, 1, 0.4) * 10,
        swing(t, 1, 0.6) * 5,
        0.66,
        inks.two,
        around(cast.props, 0),
      ),
  };
};
