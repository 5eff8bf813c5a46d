import { paint } from '../../../render.ts';
import { circle } from '../../../shapes.ts';
import { around } from '../../cast.ts';
import type { Cast } from '../../cast.ts';
import { badge } from '../../effects.ts';
import { pose } from '../../frame.ts';
import { TURN, swing, wrap } from '../../motion.ts';
import { grounded, restHeight, shadowOf } from '../../placing.ts';
import { dotted } from './dotted.ts';
import type { Point } from './dotted.ts';

/** Companions circle the object on a tilted path, before it and behind it. */
export function orbit(cast: Cast): (t: number) => string {
  const { inks } = cast;
  const scale = cast.standing ? 1.1 : 1.04;
  const names = [cast.emblem, ...cast.props];
  const at = (q: number): Point => [
    320 + Math.cos(q * TURN) * 226,
    176 + Math.sin(q * TURN) * 76 - Math.cos(q * TURN) * 40,
  ];
  const flyers = (t: number, front: boolean): string =>
    [0, 1, 2]
      .map((index) => {
        const q = wrap(t + index / 3);
        const here = Math.sin(q * TURN) >= 0;
        if (here !== front) return '';
        const size = 1 + Math.sin(q * TURN) * 0.28;
        let tail = '';
        for (let copy = 4; copy > 0; copy -= 1) {
          const [x, y] = at(q - copy * 0.022);
          tail += pose(
            { x, y, scale: size * (1 - copy * 0.11), opacity: 0.32 - copy * 0.06 },
            paint([circle(0, 0, 30, inks.light)]),
          );
        }
        const [x, y] = at(q);
        return (
          tail +
          pose(
            { x, y, scale: size },
            badge(around(names, index), 31, inks.light, around([inks.one, inks.dark], index)),
          )
        );
      })
      .join('');
  return (t) => {
    const lift = cast.standing ? 0 : swing(t, 2) * 5;
    return (
      dotted(at, inks.light) +
      flyers(t, false) +
      shadowOf(cast, 320, scale) +
      pose(
        { x: 320, y: restHeight(cast.standing, scale) + lift, scale },
        grounded(cast.object, cast.standing),
      ) +
      flyers(t, true)
    );
  };
}
