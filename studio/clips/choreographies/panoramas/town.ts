import { hashText } from '../../../random.ts';
import { paint } from '../../../render.ts';
import { circle, emblem, rect } from '../../../shapes.ts';
import type { Shape } from '../../../shapes.ts';
import { HEIGHT, pose } from '../../frame.ts';
import { swing } from '../../motion.ts';
import type { Panorama } from './panorama.ts';

/** A town at night under a new moon. */
export const town: Panorama = (cast) => {
  const { field, inks } = cast;
  const blocks = (
    length: number,
    count: number,
    low: number,
    colour: string,
    lit: string,
    salt: string,
  ): string => {
    const w = length / count;
    const shapes: Shape[] = [];
    for (let index = 0; index < count; index += 1) {
      const chance = hashText(`${cast.seed}|${salt}|${index}`);
      const h = low + (chance % 90);
      shapes.push(rect(index * w, HEIGHT - h, w - 14, h, colour));
      for (let cell = 0; cell < 12; cell += 1) {
        const [column, row] = [cell % 3, Math.floor(cell / 3)];
        if ((chance >> cell) % 3 === 0) continue;
        shapes.push(
          rect(
            index * w + 12 + column * ((w - 30) / 3),
            HEIGHT - h + 16 + row * 28,
            (w - 50) / 3,
            14,
            lit,
            2,
          ),
        );
      }
    }
    return paint(shapes);
  };
  return {
    sky: (t) =>
      paint([
        circle(148, 92, 46, inks.two),
        circle(168, 80, 38, field.base),
        ...Array.from({ length: 12 }, (_, index) =>
          circle(
            220 + ((index * 131) % 400),
            30 + ((index * 67) % 120),
            1.6 + (swing(t, 1, index * 0.17) + 1) * 1.1,
            inks.light,
          ),
        ),
      ]),
    layers: [
      { length: 640, drawing: blocks(640, 7, 130, field.pale, field.deep, 'far'), passes: 1 },
      { length: 720, drawing: blocks(720, 6, 70, inks.dark, inks.two, 'near'), passes: 2 },
    ],
    front: (t) =>
      pose(
        { x: 336, y: 116 + swing(t, 1) * 10, turn: swing(t, 1, 0.25) * 3 },
        paint([
          circle(0, 0, 48, inks.light),
          emblem(cast.emblem, cast.emblem === 'play' ? 4 : 0, 0, 58, inks.one),
        ]),
      ),
  };
};
