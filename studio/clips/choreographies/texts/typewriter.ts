import { hashText } from '../../../random.ts';
import { paint } from '../../../render.ts';
import { circle, emblem, path, rect, shadeRect } from '../../../shapes.ts';
import { around } from '../../cast.ts';
import type { Cast } from '../../cast.ts';
import { cut, pose } from '../../frame.ts';
import { easeBoth, easeIn, easeOut, span } from '../../motion.ts';
import { drawText, setText } from './text.ts';
import type { Word } from './text.ts';

/** A typewriter: the carriage runs left, the sheet moves up with each line. */
export function typewriter(cast: Cast): (t: number) => string {
  const { inks } = cast;
  const lines = 5;
  const text = setText(cast.seed, lines, 250, [0]);
  const body = paint([
    rect(-206, 44, 412, 26, inks.dark, 13),
    path('M-150 60H150L196 196H-196Z', inks.one),
    path('M-150 60H150L158 84H-158Z', inks.dark),
    shadeRect(-196, 176, 392, 30, 0, 0.2),
  ]);
  const blank = paint([
    { ...rect(-146, -170, 312, 330, inks.dark, 4), opacity: 0.14 },
    rect(-156, -180, 312, 340, inks.light, 4),
    circle(0, -108, 36, inks.two),
    emblem(cast.emblem, 0, -108, 44, inks.dark),
  ]);
  return (t) => {
    const q = span(t, 0.06, 0.76);
    const away = easeIn(span(t, 0.8, 0.92));
    const fresh = 1 - easeOut(span(t, 0.9, 1));
    const stroke = q * text.length;
    const current = text.words.findLast((word) => word.from <= stroke) ?? around(text.words, 0);
    const reach = current.x + Math.min(current.w, stroke - current.from);
    const previous = text.words.findLast((word) => word.line < current.line);
    const moved = span(stroke - (previous === undefined ? 0 : previous.from + previous.w), 0, 30);
    const back = previous === undefined || current.line === 0 ? 1 : easeBoth(moved);
    const home = easeBoth(span(t, 0.84, 0.96));
    const carriage = 90 - (reach * 0.8 * back + (1 - back) * 170) * (1 - home);
    const up = (current.line - 1 + back) * 26;
    const look = {
      top: 0,
      gap: 26,
      weight: 10,
      colour: (_: Word, index: number) => (index === 0 ? inks.one : inks.dark),
    };
    const sheet =
      blank + pose({ x: -125, y: -46 }, drawText(text, Math.max(0, q), 0.1, look, inks.light));
    const keys = Array.from({ length: 24 }, (_, index) => {
      const [column, row] = [index % 8, Math.floor(index / 8)];
      const down = q > 0 && q < 1 && hashText(`${Math.floor(t * 50)}`) % 24 === index ? 4 : 0;
      return circle(
        -140 + column * 40 + (row - 1) * 6,
        108 + row * 30 + down,
        11,
        index % 7 === 3 ? inks.two : inks.light,
      );
    });
    const paper =
      t < 0.9 ? pose({ y: 68 - up - away * 420 }, sheet) : pose({ y: 94 + fresh * 210 }, blank);
    return pose(
      { x: 320, y: 168 },
      pose(
        { x: carriage * 0.5 },
        // What is below the roller is behind the machine.
        cut('sheet', 'M-400-400H400V40H-400Z', paper) +
          paint([
            rect(-226, 24, 452, 34, inks.dark, 12),
            circle(-236, 41, 16, inks.two),
            circle(236, 41, 16, inks.two),
          ]),
      ) +
        body +
        paint(keys),
    );
  };
}
