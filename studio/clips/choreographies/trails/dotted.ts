import { paint } from '../../../render.ts';
import { circle } from '../../../shapes.ts';
import { pose } from '../../frame.ts';
import { mix } from '../../motion.ts';

export type Point = readonly [x: number, y: number];

export function dotted(at: (q: number) => Point, colour: string, from = 0, to = 1): string {
  const dots = Array.from({ length: 44 }, (_, index) => {
    const [x, y] = at(mix(from, to, index / 44));
    return circle(x, y, 2.6, colour);
  });
  return pose({ opacity: 0.55 }, paint(dots));
}
