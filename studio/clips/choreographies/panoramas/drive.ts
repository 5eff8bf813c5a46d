import { paint } from '../../../render.ts';
import { circle, emblem, path, rect } from '../../../shapes.ts';
import { pose } from '../../frame.ts';
import { swing, wrap } from '../../motion.ts';
import type { Panorama } from './panorama.ts';
import { town } from './town.ts';

/** A car on its way through the town; its wheels turn and its lamps light the road. */
export const drive: Panorama = (cast) => {
  const { inks } = cast;
  const night = town(cast);
  const road = paint([
    rect(0, 312, 640, 48, inks.dark),
    ...[0, 1, 2, 3].map((index) => rect(30 + index * 160, 338, 70, 7, inks.light, 3.5)),
  ]);
  const wheel = (x: number, t: number): string =>
    pose(
      { x, y: 24, turn: t * 360 * 6 },
      paint([
        circle(0, 0, 25, inks.dark),
        circle(0, 0, 13, inks.light),
        rect(-13, -2.5, 26, 5, inks.dark),
      ]),
    );
  const body = paint([
    { ...path('M128-14L330 22H330L128 12Z', inks.two), opacity: 0.4 },
    path('M-92-24L-58-74H44L92-24Z', inks.dark),
    path('M-74-28L-48-66H-12V-28ZM0-28V-66H38L72-28Z', inks.light),
    path('M-132 22V-10a16 16 0 0 1 16-16H104a28 28 0 0 1 28 28V22Z', inks.three),
    rect(-132, 6, 264, 8, inks.dark),
    circle(122, -4, 9, inks.two),
  ]);
  return {
    sky: night.sky,
    layers: [...night.layers, { length: 640, drawing: road, passes: 4 }],
    front: (t) => {
      const notes = [0, 1, 2].map((index) => {
        const q = wrap(t * 2 + index / 3);
        const size = Math.sin(q * Math.PI) * 0.9;
        const x = 262 - q * 190;
        return pose(
          { x, y: 222 - q * 118 + swing(q, 2) * 8, scale: size, turn: swing(q) * 14 },
          paint([emblem(cast.emblem, 0, 0, 54, index === 1 ? inks.two : inks.light)]),
        );
      });
      return (
        notes.join('') +
        pose({ x: 320, y: 302 + swing(t, 8) * 1.2 }, wheel(-76, t) + wheel(78, t) + body) +
        pose({ x: 320, y: 302 }, wheel(-76, t) + wheel(78, t))
      );
    },
  };
};
