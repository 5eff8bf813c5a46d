import { paint } from '../../../render.ts';
import { circle, emblem, rect, shadeRect } from '../../../shapes.ts';
import { around } from '../../cast.ts';
import type { Cast } from '../../cast.ts';
import { box, cut, pose } from '../../frame.ts';
import { appear, easeIn, overshoot, span } from '../../motion.ts';
import { drawText, setText } from './text.ts';

/** Something is looked for, and found. */
export function search(cast: Cast): (t: number) => string {
  const { inks } = cast;
  const text = setText(cast.seed, 1, 420, [0]);
  return (t) => {
    const q = Math.min(1, span(t, 0.05, 0.34)) - span(t, 0.88, 0.97);
    const field = paint([
      { ...rect(-208, -128, 440, 60, inks.dark, 30), opacity: 0.16 },
      rect(-220, -140, 440, 60, inks.light, 30),
      circle(188, -110, 23, inks.one),
      emblem('sparkle', 188, -110, 28, inks.light),
    ]);
    const look = { top: -117, gap: 0, weight: 14, colour: () => inks.dark };
    const cards = [0, 1, 2].map((index) => {
      const up =
        overshoot(span(t, 0.38 + index * 0.07, 0.52 + index * 0.07), 1.4) -
        easeIn(span(t, 0.86, 0.96));
      const colour = around([inks.one, inks.two, inks.four], index);
      const name = index === 0 ? cast.emblem : around(cast.props, index);
      const lift = index === 0 ? appear(t, 0.66, 0.88, 0.08, 0.06) : 0;
      const card = paint([
        { ...rect(-62, -72, 136, 168, inks.dark, 14), opacity: 0.16 },
        rect(-68, -84, 136, 172, inks.light, 14),
        rect(-58, -74, 116, 100, colour, 8),
        emblem(name, name === 'play' ? 3 : 0, -24, 66, inks.light),
        rect(-56, 40, 96, 11, inks.dark, 5.5),
        rect(-56, 60, 60, 9, colour, 4.5),
        shadeRect(-58, 10, 116, 16, 4, 0.1),
      ]);
      return pose(
        { x: (index - 1) * 152, y: 48 + (1 - up) * 300 - lift * 10, scale: 1 + lift * 0.06 },
        card,
      );
    });
    return pose(
      { x: 320, y: 184 },
      cards.join('') +
        field +
        pose(
          { x: -190 },
          cut('field', box(-10, -140, 350, 60), drawText(text, Math.max(0, q), t, look, inks.one)),
        ),
    );
  };
}
