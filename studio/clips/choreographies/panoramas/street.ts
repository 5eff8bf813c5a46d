import { hashText } from '../../../random.ts';
import { paint } from '../../../render.ts';
import { circle, d, emblem, path, place, rect } from '../../../shapes.ts';
import type { Shape } from '../../../shapes.ts';
import { around } from '../../cast.ts';
import type { Cast } from '../../cast.ts';
import { pose } from '../../frame.ts';
import { swing } from '../../motion.ts';
import type { Panorama } from './panorama.ts';
import { tree } from './plants.ts';

function cottage(x: number, y: number, kind: number, cast: Cast): Shape {
  const { inks } = cast;
  const [wall, roof] = [
    around([inks.light, inks.three, inks.light], kind),
    around([inks.one, inks.two, inks.dark], kind),
  ];
  const tall = kind % 2 === 0 ? 118 : 158;
  const window = (wx: number, wy: number): Shape[] => [
    rect(wx, wy, 32, 34, inks.dark, 3),
    rect(wx + 4, wy + 4, 11, 26, inks.two, 1),
    rect(wx + 17, wy + 4, 11, 26, inks.two, 1),
  ];
  return place(x, y, 0, 1, [
    rect(44, -tall - 50, 20, 46, inks.dark),
    rect(-76, -tall, 152, tall, wall),
    { ...rect(36, -tall, 40, tall, '#0a0618'), opacity: 0.12 },
    kind % 3 === 1
      ? path(d`M-88 ${-tall}V${-tall - 22}H88V${-tall}Z`, roof)
      : path(d`M-92 ${-tall + 4}L0 ${-tall - 68}L92 ${-tall + 4}Z`, roof),
    ...window(-56, -tall + 26),
    ...window(22, -tall + 26),
    ...(tall > 130 ? [...window(-56, -tall + 76), ...window(22, -tall + 76)] : []),
    rect(-18, -52, 36, 52, roof === inks.dark ? inks.one : inks.dark, 3),
    circle(11, -26, 3, inks.light),
  ]);
}

/** A row of houses; a sign with the emblem goes with the camera. */
export const street: Panorama = (cast) => {
  const { field, inks } = cast;
  const far = paint(
    [0, 1, 2, 3, 4, 5].map((index) =>
      rect(index * 107, 150 - (hashText(`${cast.seed}${index}`) % 60), 84, 200, field.deep),
    ),
  );
  const near = paint([
    rect(0, 306, 960, 60, inks.dark),
    rect(0, 306, 960, 8, inks.four),
    ...[0, 1, 2, 3].map((index) =>
      cottage(120 + index * 240, 308, (index + (hashText(cast.seed) % 3)) % 4, cast),
    ),
    ...[0, 1, 2, 3].map((index) =>
      tree(
        240 * index + 2,
        310,
        0.9 + (index % 2) * 0.2,
        index % 2 === 0 ? inks.four : inks.two,
        inks.dark,
      ),
    ),
  ]);
  return {
    sky: (t) => paint([circle(520, 84 + swing(t) * 5, 42, inks.light)]),
    layers: [
      { length: 642, drawing: far, passes: 1 },
      { length: 960, drawing: near, passes: 1 },
    ],
    front: (t) =>
      pose(
        { x: 320, y: 96 + swing(t, 2) * 7 },
        paint([
          path('M0 62C-30 26-44 8-44-16A44 44 0 0 1 44-16C44 8 30 26 0 62Z', inks.dark),
          circle(0, -16, 33, inks.light),
          emblem(cast.emblem, cast.emblem === 'play' ? 3 : 0, -16, 40, inks.one),
        ]),
      ),
  };
};
