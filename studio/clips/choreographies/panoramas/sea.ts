import { paint } from '../../../render.ts';
import { circle, d, emblem, faint, line, path } from '../../../shapes.ts';
import { HEIGHT, pose } from '../../frame.ts';
import { swing } from '../../motion.ts';
import { pass } from './panorama.ts';
import type { Panorama } from './panorama.ts';

/** Water in the evening, a boat on it. */
export const sea: Panorama = (cast) => {
  const { field, inks } = cast;
  const wave = (length: number, y: number, height: number, colour: string): string => {
    let data = d`M-2 ${HEIGHT}V${y}H0`;
    for (let x = 0; x < length; x += 80) data += d`q40 ${-height} 80 0`;
    return paint([path(`${data}V${HEIGHT}Z`, colour)]);
  };
  return {
    sky: (t) => {
      const glow = [5, 4, 3].map((ringIndex) =>
        faint(0.35, circle(320, 196, 52 + ringIndex * 18 + swing(t) * 4, field.pale)),
      );
      return paint([...glow, circle(320, 196, 84, inks.two)]);
    },
    layers: [
      { length: 640, drawing: wave(640, 214, 16, field.deep), passes: 1 },
      { length: 640, drawing: wave(640, 250, 24, inks.four), passes: 1 },
    ],
    front: (t) =>
      pose(
        { x: 320, y: 278 + swing(t, 2) * 6, turn: swing(t, 2, 0.22) * 3.5, scale: 1.3 },
        paint([
          path('M-84-8H96C86 18 66 28 40 28H-34C-62 28-78 16-84-8Z', inks.light),
          line('M0-150V-8', inks.dark, 6),
          path('M7-146C52-106 78-62 82-20H7Z', inks.one),
          path('M-7-124C-36-88-56-52-60-20H-7Z', inks.three),
          emblem(cast.emblem, 36, -52, 40, inks.light),
        ]),
      ) + pass({ length: 640, drawing: wave(640, 306, 30, inks.dark), passes: 2 }, t),
  };
};
