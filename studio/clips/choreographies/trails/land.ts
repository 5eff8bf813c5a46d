import { paint } from '../../../render.ts';
import type { Cast } from '../../cast.ts';
import { burst } from '../../effects.ts';
import { pose } from '../../frame.ts';
import { TURN, anticipate, easeBoth, easeOut, mix, span, swing } from '../../motion.ts';
import { grounded } from '../../placing.ts';
import { dotted } from './dotted.ts';
import type { Point } from './dotted.ts';

/** A mark flies in along a curve with its own trail, lands, and flies on. */
export function land(cast: Cast): (t: number) => string {
  const { inks, object } = cast;
  const at = (q: number): Point => {
    // One loop on the way: a straight path bent by a circle.
    const bend = Math.sin(Math.min(1, q) * Math.PI);
    const turn = q * TURN * 1.25;
    return [
      mix(-150, 320, q) + Math.sin(turn) * 120 * bend,
      mix(330, 176, q) - Math.cos(turn) * 96 * bend - bend * 34,
    ];
  };
  return (t) => {
    const q = easeBoth(span(t, 0.02, 0.42)) * 0.4 + easeOut(span(t, 0.02, 0.42)) * 0.6;
    const away = anticipate(span(t, 0.86, 1), 1.2);
    let trail = '';
    for (let copy = 7; copy > 0; copy -= 1) {
      const late =
        easeBoth(span(t - copy * 0.014, 0.02, 0.42)) * 0.4 +
        easeOut(span(t - copy * 0.014, 0.02, 0.42)) * 0.6;
      const gap = q - late;
      if (gap < 0.004 || late <= 0) continue;
      const [x, y] = at(late);
      trail += pose(
        { x, y, scale: mix(0.3, 1.3, late), turn: (1 - late) * -300, opacity: 0.42 - copy * 0.05 },
        paint(object),
      );
    }
    const [x, y] = at(q);
    const landed = span(t, 0.4, 0.52);
    const squash = 1 + Math.sin(landed * Math.PI * 2) * 0.09 * (1 - landed);
    const float = swing(span(t, 0.5, 0.86)) * 5;
    const path = pose({ opacity: 1 - span(t, 0.42, 0.56) }, dotted(at, inks.light, 0, q));
    return (
      path +
      trail +
      pose({ x: 320, y: 176 }, burst(span(t, 0.38, 0.66), 132, inks)) +
      pose(
        {
          x: x + away * 470,
          y: y - float - away * 150,
          scaleX: mix(0.3, 1.3, q) * squash,
          scaleY: mix(0.3, 1.3, q) / squash,
          turn: (1 - q) * -300 + away * 26,
        },
        grounded(object, false),
      )
    );
  };
}
