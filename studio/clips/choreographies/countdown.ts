import { luminance } from '../../colour.ts';
import { paint } from '../../render.ts';
import { circle, d, emblem, line, path, rect, ring } from '../../shapes.ts';
import { around } from '../cast.ts';
import type { Choreography } from '../cast.ts';
import { burst, confetti } from '../effects.ts';
import { HEIGHT, WIDTH, pose } from '../frame.ts';
import { TURN, easeIn, easeOut, overshoot, span, swing } from '../motion.ts';
import { drawGround } from '../stages.ts';
import { chooseGround } from '../placing.ts';

/** Three, two, one, as strokes about the origin. */
const NUMERALS = [
  'M-34-56C-20-78 42-76 42-34C42-6 18 0-6 0C20 0 46 12 46 42C46 86-26 88-44 58',
  'M-40-38C-38-84 42-84 40-34C38 4-24 30-42 74H46',
  'M-24-44L8-72V74M-26 74H42',
] as const;

/** The leader of a film counts down; then what was waited for is there. */
export const countdown: Choreography = (cast) => {
  const { inks, field } = cast;
  const ground = chooseGround(cast, ['rays', 'halo']);
  const paper = paint([
    rect(0, 0, WIDTH, HEIGHT, field.base),
    rect(46, 0, WIDTH - 92, HEIGHT, inks.light),
  ]);
  const cross = paint([
    line('M46 180H594M320 0V360', inks.dark, 3),
    ring(320, 180, 142, inks.dark, 4),
    ring(320, 180, 118, inks.one, 8),
  ]);
  const edge = (t: number): string => {
    const shift = ((t * 6) % 1) * 45;
    return paint(
      [-1, 0, 1, 2, 3, 4, 5, 6, 7, 8].flatMap((index) => [
        rect(12, index * 45 + shift, 22, 28, inks.light, 5),
        rect(WIDTH - 34, index * 45 + shift, 22, 28, inks.light, 5),
      ]),
    );
  };
  // The numeral is dark: the wedge behind it must not be.
  const wedges = [inks.three, inks.two, inks.four, inks.one].filter((ink) => luminance(ink) > 0.1);
  return (t) => {
    const at = t / 0.21;
    const which = Math.floor(at);
    if (which < NUMERALS.length) {
      const q = at - which;
      const angle = q * TURN;
      const large = q > 0.5 ? 1 : 0;
      const wedge = d`M320 180V-240A420 420 0 ${large} 1 ${320 + Math.sin(angle) * 420} ${180 - Math.cos(angle) * 420}Z`;
      const size = 0.86 + overshoot(span(q, 0, 0.22), 2.4) * 0.14;
      const jitter = (Math.floor(t * 40) % 3) - 1;
      return (
        paper +
        `<clipPath id="leader"><path d="M46 0H594V360H46Z"/></clipPath><g clip-path="url(#leader)">${paint([path(wedge, around(wedges, which))])}</g>` +
        cross +
        pose(
          { x: 320, y: 178, scale: size },
          paint([line(around(NUMERALS, which), inks.dark, 30)]),
        ) +
        edge(t) +
        paint([rect(46, 352 + jitter, 548, 3, inks.dark)]) +
        pose({ opacity: 1 - span(t, 0, 0.03) }, paint([rect(0, 0, WIDTH, HEIGHT, inks.light)]))
      );
    }
    const q = span(t, 0.63, 1);
    const shown = overshoot(span(q, 0.02, 0.26), 2) * (1 - easeIn(span(q, 0.86, 1)));
    const flash = 1 - easeOut(span(q, 0, 0.3));
    const close = easeIn(span(q, 0.84, 0.96));
    const disc = paint([
      circle(0, 0, 112, inks.light),
      circle(0, 0, 96, inks.one),
      emblem(cast.emblem, cast.emblem === 'play' ? 9 : 0, 0, 122, inks.light),
    ]);
    return (
      drawGround(ground, field, t) +
      pose(
        { x: 320, y: 180 },
        burst(span(q, 0.06, 0.6), 150, inks, 16) + confetti(span(q, 0.08, 0.96), 290, inks, 18),
      ) +
      pose({ x: 320, y: 178, scale: shown, turn: (1 - shown) * -40 + swing(q, 1) * 4 }, disc) +
      pose({ opacity: Math.max(flash, close) }, paint([rect(0, 0, WIDTH, HEIGHT, inks.light)]))
    );
  };
};
