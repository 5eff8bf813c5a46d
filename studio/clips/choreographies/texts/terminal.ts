import { paint } from '../../../render.ts';
import { circle, emblem, path, rect } from '../../../shapes.ts';
import { around } from '../../cast.ts';
import type { Cast } from '../../cast.ts';
import { pose } from '../../frame.ts';
import { easeIn, easeOut, overshoot, span } from '../../motion.ts';
import { drawText, setText, typing } from './text.ts';
import type { Word } from './text.ts';

export function terminal(cast: Cast): (t: number) => string {
  const { inks } = cast;
  const text = setText(cast.seed, 6, 226, [0, 18, 36, 36, 18, 0]);
  const colours = [inks.two, inks.light, inks.three, inks.light];
  return (t) => {
    const q = Math.max(0, typing(t));
    const frame = paint([
      { ...rect(-228, -122, 480, 280, inks.dark, 14), opacity: 0.16 },
      rect(-240, -134, 480, 280, inks.dark, 14),
      path('M-240-104V-120a14 14 0 0 1 14-14H226a14 14 0 0 1 14 14V-104Z', inks.one),
      circle(-220, -119, 5, inks.light),
      circle(-203, -119, 5, inks.two),
      circle(-186, -119, 5, inks.light),
      { ...rect(52, -86, 170, 214, inks.light, 8), opacity: 0.1 },
    ]);
    const look = {
      top: -74,
      gap: 35,
      weight: 12,
      colour: (_: Word, index: number) => around(colours, index * 3),
    };
    const shown = easeOut(span(t, 0.1, 0.6)) * (1 - easeIn(span(t, 0.86, 0.98)));
    const bob = Math.sin(t * Math.PI * 8) * 8 * span(t, 0.6, 0.66) * (1 - span(t, 0.8, 0.86));
    const result = paint([{ ...circle(137, 21, 26 + shown * 36, inks.four), opacity: shown }]);
    return pose(
      { x: 320, y: 176 },
      frame +
        pose({ x: -218 }, drawText(text, q, t, look, inks.two)) +
        result +
        pose(
          {
            x: 137,
            y: 21 + bob,
            scale: overshoot(span(t, 0.5, 0.62), 2) * (1 - easeIn(span(t, 0.86, 0.94))),
          },
          paint([emblem(cast.emblem, 0, 0, 84, inks.light)]),
        ),
    );
  };
}
