import { paint } from '../../../render.ts';
import { d, emblem, line } from '../../../shapes.ts';
import { around } from '../../cast.ts';
import type { Cast } from '../../cast.ts';
import { pose } from '../../frame.ts';
import { TURN, overshoot, span, wrap } from '../../motion.ts';
import { grounded, restHeight, shadowOf } from '../../placing.ts';

/** Waves of sound go out from the object in time. */
export function pulse(cast: Cast): (t: number) => string {
  const { inks } = cast;
  const scale = cast.standing ? 1.08 : 1.06;
  const bars = (t: number): string => {
    let data = '';
    for (let index = 0; index < 20; index += 1) {
      const x = 28 + index * 31;
      const h =
        26 +
        Math.abs(
          Math.sin((t * 2 + index * 0.13) * TURN) + Math.sin((t * 4 + index * 0.37) * TURN),
        ) *
          66;
      data += d`M${x} 352V${352 - h}`;
    }
    return paint([line(data, cast.field.pale, 15)]);
  };
  return (t) => {
    const hit = 1 - wrap(t * 4);
    const notes = [0, 1, 2, 3, 4, 5].map((index) => {
      const q = wrap(t + index / 6);
      const side = index % 2 === 0 ? 1 : -1;
      const x = 320 + side * (110 + q * 190);
      const y = 190 - q * 130 + Math.sin(q * TURN * 1.5) * 22;
      const size = overshoot(span(q, 0, 0.16), 2) * (1 - span(q, 0.86, 1));
      const name = around([cast.emblem, ...cast.props], index);
      return pose(
        { x, y, scale: size },
        paint([emblem(name, 0, 0, 52, index % 2 === 0 ? inks.light : inks.two)]),
      );
    });
    return (
      bars(t) +
      shadowOf(cast, 320, scale) +
      pose(
        {
          x: 320,
          y: restHeight(cast.standing, scale),
          scale: scale + Math.max(0, hit - 0.6) * 0.18,
        },
        grounded(cast.object, cast.standing),
      ) +
      notes.join('')
    );
  };
}
