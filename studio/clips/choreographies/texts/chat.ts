import { paint } from '../../../render.ts';
import { emblem, path, rect } from '../../../shapes.ts';
import { around } from '../../cast.ts';
import type { Cast } from '../../cast.ts';
import { badge } from '../../effects.ts';
import { pose } from '../../frame.ts';
import { appear, easeIn, overshoot, span } from '../../motion.ts';

/** Messages from both sides; the last one is a picture. */
export function chat(cast: Cast): (t: number) => string {
  const { inks } = cast;
  const bubbles = [
    { side: -1, w: 190, lines: [150, 96] },
    { side: 1, w: 150, lines: [110] },
    { side: -1, w: 214, lines: [176, 130] },
    { side: 1, w: 96, lines: [] },
  ] as const;
  const tops = [-128, -52, 4, 80];
  return (t) => {
    const away = easeIn(span(t, 0.88, 0.99));
    const drawn = bubbles.map(({ side, w, lines }, index) => {
      const start = 0.05 + index * 0.17;
      const h = lines.length === 0 ? 76 : 26 + lines.length * 20;
      const [x, y] = [side < 0 ? -210 : 210 - w, tops[index] ?? 0];
      const colour = side < 0 ? inks.light : inks.one;
      const grow = overshoot(span(t, start, start + 0.08), 1.8);
      const typed = span(t, start + 0.06, start + 0.17);
      const words = lines.map((length, row) => {
        const shown = Math.min(1, Math.max(0, typed * lines.length - row)) * length;
        return rect(18, 16 + row * 20, shown, 10, side < 0 ? inks.dark : inks.light, 5);
      });
      const tail =
        side < 0 ? `M0 ${h - 26}L-16 ${h}H24Z` : `M${w} ${h - 26}L${w + 16} ${h}H${w - 24}Z`;
      const inside =
        lines.length === 0
          ? [emblem(cast.emblem, w / 2, h / 2, 54, inks.light)]
          : words.filter(({ outline }) => outline.tag !== 'rect' || outline.w > 3);
      const bubble = paint([rect(0, 0, w, h, colour, 20), path(tail, colour), ...inside]);
      const corner = side < 0 ? 0 : w;
      return pose(
        { x: x + corner, y: y + h - away * (360 + index * 40), scale: grow },
        pose({ x: -corner, y: -h }, bubble),
      );
    });
    const hearts = around(cast.props, 0);
    const heart = appear(t, 0.66, 0.9, 0.07, 0.05);
    return pose(
      { x: 320, y: 168, scale: 1.1 },
      drawn.join('') +
        pose({ x: 96, y: 92, scale: heart }, badge(hearts, 24, inks.light, inks.one)),
    );
  };
}
