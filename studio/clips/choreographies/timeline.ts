import { hashText } from '../../random.ts';
import { paint } from '../../render.ts';
import { emblem, faint, line, path, rect } from '../../shapes.ts';
import { around } from '../cast.ts';
import type { Cast, Choreography } from '../cast.ts';
import { box, cut, pose } from '../frame.ts';
import { easeBoth, easeOut, span } from '../motion.ts';
import { chooseGround } from '../placing.ts';
import { fillFrame } from '../scenes.ts';
import { drawGround } from '../stages.ts';

const LEFT = -236;
const LENGTH = 472;
/** Where the picture track is cut. */
const CUTS = [0, 0.3, 0.52, 0.8, 1] as const;

function clipAt(head: number): number {
  return CUTS.findLastIndex((cutAt) => cutAt <= head) % (CUTS.length - 1);
}

/** Sound as bars; those that are heard now stand higher. */
function drawSound({ seed, inks }: Cast, head: number, t: number): string {
  const bars = Array.from({ length: 58 }, (_, index) => {
    const at = (index + 0.5) / 58;
    const near = Math.max(0, 1 - Math.abs(at - head) * 14);
    const h = 5 + (hashText(`${seed}|${index}`) % 17) + near * 9 * (1 + Math.sin(t * 90 + index));
    return rect(
      LEFT + at * LENGTH - 2.5,
      132 - h / 2,
      5,
      h,
      at < head ? inks.two : inks.light,
      2.5,
    );
  });
  return paint(bars);
}

function drawTracks(cast: Cast, head: number): string {
  const { inks } = cast;
  const current = clipAt(head);
  return CUTS.slice(0, -1)
    .map((from, index) => {
      const to = CUTS[index + 1] ?? 1;
      const [x, w] = [LEFT + from * LENGTH, (to - from) * LENGTH - 4];
      const lift = index === current ? easeOut(span(head, from, from + 0.05)) * 5 : 0;
      const colour = around([inks.one, inks.two, inks.three, inks.four], index);
      const prop = around([cast.emblem, ...cast.props], index);
      const clip = paint([
        rect(x, 44, w, 40, colour, 6),
        faint(0.85, emblem(prop, x + 24, 64, 26, inks.dark)),
        faint(0.4, rect(x + 44, 60, w - 60, 8, inks.dark, 4)),
      ]);
      const [titleX, titleW] = [x + 10 + (index % 2) * 16, w * 0.62];
      const title = paint([
        rect(titleX, 92, titleW, 20, index % 2 === 0 ? inks.light : inks.four, 5),
      ]);
      return pose({ y: -lift }, clip) + title;
    })
    .join('');
}

/** The playhead sweeps over the cutting table; the picture above follows it. */
export const timeline: Choreography = (cast) => {
  const ground = chooseGround(cast, ['beams', 'halo', 'beam']);
  const { inks } = cast;
  const frame = paint([
    { ...rect(-240, -152, 512, 328, inks.dark, 18), opacity: 0.16 },
    rect(-256, -166, 512, 332, inks.dark, 18),
  ]);
  const tools = paint([
    faint(
      0.14,
      ...[0, 1, 2, 3].map((index) => rect(92, -150 + index * 44, 148, 36, inks.light, 7)),
    ),
    ...[0, 1, 2, 3].map((index) =>
      emblem(
        around(cast.props, index),
        112,
        -132 + index * 44,
        22,
        around([inks.one, inks.two, inks.three, inks.light], index),
      ),
    ),
  ]);
  return (t) => {
    const head = span(t, 0.03, 0.9) - easeBoth(span(t, 0.92, 1));
    const x = LEFT + head * LENGTH;
    const current = clipAt(head);
    const since = span(head, CUTS[current] ?? 0, CUTS[current + 1] ?? 1);
    const picture = fillFrame('preview', around(cast.scenes, current), inks, t * 2, {
      x: -78,
      y: -64,
      w: 316,
      h: 172,
      r: 8,
      zoom: 1.04 + since * 0.08,
    });
    const levels = paint(
      [0, 1, 2, 3].map((index) => {
        const level = 0.5 + 0.5 * Math.sin((t * (3 + index) + index * 0.27) * Math.PI * 2) * 0.8;
        return rect(
          132,
          -136 + index * 44,
          12 + level * 84,
          8,
          around([inks.one, inks.two, inks.three, inks.light], index),
          4,
        );
      }),
    );
    const marker = paint([
      line(`M${Math.round(x * 10) / 10} 40V154`, inks.light, 4),
      path(`M${x - 11} 26H${x + 11}V38L${x} 50L${x - 11} 38Z`, inks.light),
    ]);
    const table = cut(
      'table',
      box(-250, 20, 500, 140, 8),
      drawTracks(cast, head) + drawSound(cast, head, t),
    );
    return (
      drawGround(ground, cast.field, t) +
      pose({ x: 320, y: 180 }, frame + picture + tools + levels + table + marker)
    );
  };
};
