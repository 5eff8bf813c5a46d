import { paint } from '../../../render.ts';
import { faint, path, star } from '../../../shapes.ts';
import type { Cast } from '../../cast.ts';
import { burst } from '../../effects.ts';
import { pose } from '../../frame.ts';
import { mix, span, wrap } from '../../motion.ts';
import { grounded, restHeight, shadowOf } from '../../placing.ts';

/** A falling star: it crosses the frame, the object lights up, sparks go out. */
export function comet(cast: Cast): (t: number) => string {
  const { inks } = cast;
  const scale = cast.standing ? 1.16 : 1.1;
  return (t) => {
    const streaks = [0, 1, 2, 3, 4].map((index) => {
      const q = wrap(t * 1 + index * 0.23);
      const flight = span(q, 0.05, 0.42);
      if (flight <= 0 || flight >= 1) return '';
      const [x, y] = [
        mix(700 + index * 40, -160 + index * 90, flight),
        mix(-120 + index * 30, 330 - index * 20, flight),
      ];
      const size = 0.7 + (index % 3) * 0.25;
      // Against the way it flies: from the upper right.
      const tail = paint([
        faint(0.4, path('M-24-13L150-150L26 12Z', inks.two)),
        faint(0.85, path('M-15-12L96-90L18 7Z', inks.two)),
      ]);
      return (
        pose({ x, y, scale: size, turn: 18 }, tail) +
        pose({ x, y, scale: size, turn: flight * 500 }, paint([star(0, 0, 30, inks.light, 5)]))
      );
    });
    const flash = span(wrap(t + 0.02), 0.3, 0.6);
    return (
      shadowOf(cast, 320, scale) +
      streaks.slice(0, 3).join('') +
      pose({ x: 320, y: 166 }, burst(flash, 128, inks)) +
      pose(
        { x: 320, y: restHeight(cast.standing, scale), scale },
        grounded(cast.object, cast.standing),
      ) +
      streaks.slice(3).join('')
    );
  };
}
