import { legible } from '../../colour.ts';
import { paint } from '../../render.ts';
import { airy, circle, d, emblem, faint, line, path, rect } from '../../shapes.ts';
import { around, vivid } from '../cast.ts';
import type { Cast, Choreography } from '../cast.ts';
import { badge, burst } from '../effects.ts';
import { FLOOR, pose } from '../frame.ts';
import { TURN, easeBoth, easeIn, easeOut, overshoot, span, swing, wrap } from '../motion.ts';
import { chooseGround } from '../placing.ts';
import { drawGround } from '../stages.ts';

/** Everything that grew sinks again at the end. */
function ebb(t: number, order = 0): number {
  return 1 - easeIn(span(t, 0.86 + order * 0.012, 0.95 + order * 0.012));
}

/** A path as far as it is drawn. */
function drawn(data: string, length: number, q: number, colour: string, width: number): string {
  if (q <= 0) return '';
  return paint([line(data, colour, width, d`${length * q} ${length * 2}`)]);
}

/** Bars rise, a line runs over their heads, a sign says it is done. */
function bars(cast: Cast): (t: number) => string {
  const { inks } = cast;
  const heights = [70, 112, 94, 158, 214];
  const points = heights.map((h, index) => [142 + index * 78, FLOOR - h - 30] as const);
  const curve = points.map(([x, y], index) => d`${index === 0 ? 'M' : 'L'}${x} ${y}`).join('');
  return (t) => {
    const columns = heights.map((h, index) => {
      const grown = Math.max(
        0,
        overshoot(span(t, 0.04 + index * 0.07, 0.2 + index * 0.07), 1.3) * ebb(t, index),
      );
      const colour = around([inks.one, inks.two, inks.one, inks.two, inks.one], index);
      const name = around(cast.props, index);
      const top = FLOOR - h * grown;
      return (
        paint([rect(112 + index * 78, top, 60, h * grown, colour, Math.min(8, h * grown * 0.5))]) +
        pose(
          {
            x: 142 + index * 78,
            y: FLOOR - 28,
            scale: Math.max(0, grown - 0.4) * 1.6,
            opacity: span(grown, 0.4, 0.7),
          },
          paint([emblem(name, 0, 0, 30, inks.light)]),
        )
      );
    });
    const run = easeBoth(span(t, 0.36, 0.62)) - easeIn(span(t, 0.84, 0.9));
    const done = overshoot(span(t, 0.58, 0.68), 2) * ebb(t);
    const last = points.at(-1) ?? [0, 0];
    return (
      paint([rect(84, FLOOR, 440, 8, inks.dark, 4)]) +
      columns.join('') +
      drawn(curve, 420, run, inks.dark, 8) +
      pose({ x: last[0] + 8, y: last[1] - 2 }, burst(span(t, 0.6, 0.8), 46, inks, 10)) +
      pose(
        { x: last[0] + 8, y: last[1] - 2, scale: done },
        badge('check-fat', 36, inks.light, inks.dark),
      )
    );
  };
}

/** A ring fills up around the emblem, a share at a time. */
function share(cast: Cast): (t: number) => string {
  const { inks } = cast;
  const radius = 108;
  const length = TURN * radius;
  const parts = [
    [0.42, inks.one],
    [0.27, inks.two],
    [0.19, inks.three],
    [0.12, inks.light],
  ] as const;
  const ringPath = d`M0 ${-radius}a${radius} ${radius} 0 1 1 0 ${radius * 2}a${radius} ${radius} 0 1 1 0 ${-radius * 2}`;
  return (t) => {
    const filled = easeBoth(span(t, 0.05, 0.58)) - easeBoth(span(t, 0.86, 0.99));
    let before = 0;
    const ring: string[] = [];
    const legend: string[] = [];
    for (const [index, [part, colour]] of parts.entries()) {
      const q = Math.max(0, Math.min(part, filled - before));
      if (q > 0.003) {
        const dash = d`${q * length} ${length * 2}`;
        ring.push(
          pose(
            { turn: before * 360 },
            `<path d="${ringPath}" fill="none" stroke="${colour}" stroke-width="50" stroke-dasharray="${dash}"/>`,
          ),
        );
      }
      const here = overshoot(span(filled, before + part * 0.4, before + part * 0.4 + 0.14), 1.6);
      const y = -84 + index * 56;
      legend.push(
        pose(
          { x: 150 + (1 - here) * 40, y, scale: Math.max(0, here) },
          paint([
            circle(0, 0, 21, colour),
            emblem(around(cast.props, index), 0, 0, 25, legible(colour, inks)),
          ]) +
            paint([
              rect(34, -13, 92, 10, inks.dark, 5),
              faint(0.6, rect(34, 4, 30 + part * 130, 8, inks.dark, 4)),
            ]),
        ),
      );
      before += part;
    }
    const middle = 1 + swing(t, 2) * 0.04;
    return (
      pose(
        { x: 218, y: 178, turn: swing(t) * 3 },
        paint([circle(0, 0, 142, cast.field.pale), circle(0, 0, radius, cast.field.deep)]) +
          ring.join('') +
          paint([circle(0, 0, 76, inks.light)]),
      ) +
      pose(
        { x: 218, y: 178, scale: middle },
        paint([emblem(cast.emblem, cast.emblem === 'play' ? 5 : 0, 0, 84, inks.one)]),
      ) +
      pose({ x: 250, y: 178 }, legend.join(''))
    );
  };
}

/** A curve of motion and the thing that moves along it. */
function curve(cast: Cast): (t: number) => string {
  const { inks } = cast;
  const grid = airy(
    ...[0, 1, 2, 3, 4, 5].map((index) => line(`M${-230 + index * 60} -124V124`, inks.light, 2)),
    ...[0, 1, 2, 3, 4].map((index) => line(`M-250 ${-116 + index * 58}H90`, inks.light, 2)),
  );
  const panel = paint([
    { ...rect(-258, -138, 548, 308, inks.dark, 16), opacity: 0.16 },
    rect(-272, -152, 548, 308, inks.dark, 16),
    faint(0.16, grid),
    line('M-214 108H-96M58-96H-60', inks.light, 3),
    circle(-96, 108, 8, inks.light),
    circle(-60, -96, 8, inks.light),
    line('M-214 108C-96 108-60-96 58-96', inks.two, 9),
    rect(-223, 99, 18, 18, inks.light, 3),
    rect(49, -105, 18, 18, inks.light, 3),
    faint(0.12, rect(116, -128, 136, 260, inks.light, 12)),
  ]);
  const at = (q: number): readonly [number, number] => {
    const r = 1 - q;
    const x = r ** 3 * -214 + 3 * r * r * q * -96 + 3 * r * q * q * -60 + q ** 3 * 58;
    const y = r ** 3 * 108 + 3 * r * r * q * 108 + 3 * r * q * q * -96 + q ** 3 * -96;
    return [x, y];
  };
  return (t) => {
    // There and back, each way along the curve.
    const forth = wrap(t * 2);
    const linear = t < 0.5 ? span(forth, 0.08, 0.9) : 1 - span(forth, 0.08, 0.9);
    const [x, y] = at(linear);
    const [, before] = at(Math.max(0, Math.min(1, linear + (t < 0.5 ? -0.05 : 0.05))));
    const speed = Math.min(1, Math.abs(y - before) / 24);
    const ghosts = [4, 3, 2, 1].map((copy) => {
      const [gx, gy] = at(Math.max(0, Math.min(1, linear + (t < 0.5 ? -copy : copy) * 0.045)));
      return pose(
        { x: gx, y: gy, opacity: 0.4 - copy * 0.08 },
        paint([circle(0, 0, 17, inks.three)]),
      );
    });
    const follower = pose(
      {
        x: 184,
        y: y * 0.86 + 4,
        scaleX: 1 - speed * 0.2,
        scaleY: 1 + speed * 0.3,
        turn: linear * 180,
      },
      paint([
        rect(-38, -38, 76, 76, vivid(inks.one, inks.two), 20 + (1 - linear) * 17),
        emblem(around(cast.props, 0), 0, 0, 46, inks.light),
      ]),
    );
    return pose(
      { x: 320, y: 180 },
      panel + ghosts.join('') + pose({ x, y }, paint([circle(0, 0, 20, inks.three)])) + follower,
    );
  };
}

/** A goal in sight: the bar fills, the companions come along. */
function goal(cast: Cast): (t: number) => string {
  const { inks } = cast;
  const [left, length] = [104, 432];
  return (t) => {
    const steps = [0.08, 0.26, 0.44];
    const filled = steps.reduce(
      (sum, start, index) =>
        sum + easeOut(span(t, start, start + 0.14)) * around([0.3, 0.32, 0.38], index),
      0,
    );
    const level = filled * (1 - easeBoth(span(t, 0.88, 0.99)));
    const x = left + length * level;
    const hops = steps.reduce(
      (sum, start) => sum + Math.sin(span(t, start, start + 0.14) * Math.PI) * 34,
      0,
    );
    const flags = [0.3, 0.62, 1].map((at, index) => {
      const reached = overshoot(span(level, at - 0.02, at), 2);
      const [fx, size] = [left + length * at, index === 2 ? 48 : 40];
      const disc = badge(
        around(cast.props, index),
        size,
        reached > 0.1 ? vivid(inks.one, inks.two) : cast.field.deep,
        reached > 0.1 && vivid(inks.one, inks.two) === inks.two ? inks.dark : inks.light,
      );
      return (
        paint([line(`M${fx} 90V232`, cast.field.deep, 5)]) +
        pose({ x: fx, y: 84, scale: 0.8 + reached * 0.2 }, disc)
      );
    });
    return (
      flags.join('') +
      paint([
        rect(left - 16, 230, length + 32, 68, inks.dark, 34),
        rect(left - 6, 240, length + 12, 48, cast.field.pale, 24),
        rect(left - 6, 240, Math.max(48, length * level + 12), 48, inks.two, 24),
      ]) +
      pose({ x: left + length, y: 84 }, burst(span(t, 0.56, 0.84), 60, inks, 12)) +
      pose(
        { x, y: 240 - hops },
        paint([path('M-18-20H18L0 8Z', inks.light)]) +
          pose({ y: -52 }, badge(cast.emblem, 40, inks.light, inks.dark)),
      )
    );
  };
}

const MANNERS: Readonly<Record<string, Choreography>> = {
  bars,
  share,
  curve,
  goal,
};

/** Numbers become a picture that grows. */
export const chart: Choreography = (cast) => {
  const ground = chooseGround(cast, cast.manner === 'curve' ? ['halo', 'rays'] : ['beams', 'beam']);
  const draw = (MANNERS[cast.manner] ?? bars)(cast);
  return (t) => drawGround(ground, cast.field, t) + draw(t);
};
