import { paint } from '../../render.ts';
import { circle, ellipse, faint, path } from '../../shapes.ts';
import { around } from '../cast.ts';
import type { Choreography } from '../cast.ts';
import { pose } from '../frame.ts';
import { TURN, easeBoth, span, swing, wrap } from '../motion.ts';
import { restHeight, shadowOf } from '../placing.ts';
import { emblem } from '../../shapes.ts';
import { drawGround } from '../stages.ts';

/** In, hold, out, hold: how full the breath is. */
function breath(t: number): number {
  return easeBoth(span(t, 0.04, 0.44)) - easeBoth(span(t, 0.54, 0.96));
}

/** Petals open and close around the object like breath; rings go out with it. */
export const breathe: Choreography = (cast) => {
  const { field, inks } = cast;
  const scale = 0.94;
  const petal = (colour: string): string =>
    paint([path('M0 0C-42-52-30-118 0-150C30-118 42-52 0 0Z', colour)]);
  const [outer, inner] = [petal(inks.four), petal(inks.three)];
  return (t) => {
    const full = breath(t);
    const rings = [0, 1, 2].map((index) => {
      const q = wrap(t + index / 3);
      return pose({ opacity: 0.5 * (1 - q) }, paint([circle(320, 176, 90 + q * 250, field.pale)]));
    });
    const flower = (drawing: string, count: number, size: number, twist: number): string =>
      Array.from({ length: count }, (_, index) =>
        pose(
          {
            x: 320,
            y: 180,
            turn: (index / count) * 360 + twist,
            scaleX: 0.72 + full * 0.42,
            scaleY: size * (0.84 + full * 0.3),
          },
          drawing,
        ),
      ).join('');
    const motes = Array.from({ length: 10 }, (_, index) => {
      const q = wrap(t + index * 0.618);
      const angle = index * 2.4 + Math.sin(q * TURN) * 0.2;
      const reach = 120 + (index % 4) * 42 + q * 40;
      const x = 320 + Math.cos(angle) * reach * 1.25;
      const y = 184 + Math.sin(angle) * reach * 0.6 - q * 50;
      return pose(
        { x, y, scale: Math.sin(q * Math.PI) },
        paint([emblem(around([cast.emblem, ...cast.props], index), 0, 0, 24, inks.light)]),
      );
    });
    return (
      drawGround('halo', field, t) +
      rings.join('') +
      pose({ opacity: 0.9 }, flower(outer, 10, 1.16, 18 + full * 10)) +
      flower(inner, 10, 0.92, full * -10) +
      paint([faint(0.35, ellipse(320, 296, 120, 12, inks.dark))]) +
      shadowOf(cast, 320, scale) +
      pose(
        {
          x: 320,
          y: restHeight(cast.standing, scale) - 10 - full * 12,
          scale: scale + full * 0.05,
          turn: cast.standing ? 0 : swing(t),
        },
        paint(cast.object),
      ) +
      motes.join('')
    );
  };
};
