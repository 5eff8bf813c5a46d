import { paint } from '../../render.ts';
import { line } from '../../shapes.ts';
import { around } from '../cast.ts';
import type { Cast, Choreography } from '../cast.ts';
import { badge, burst } from '../effects.ts';
import { FLOOR, pose } from '../frame.ts';
import { mix, overshoot, span, swing, wrap } from '../motion.ts';
import { chooseGround, grounded } from '../placing.ts';
import { drawGround, floorShadow } from '../stages.ts';

const HOPS = 3;

/** The object hops on the spot, soft when it lands and long when it leaves. */
function hop(cast: Cast): (t: number) => string {
  const scale = 1.12;
  return (t) => {
    const which = Math.floor(t * HOPS) % HOPS;
    const q = t * HOPS - Math.floor(t * HOPS);
    const air = span(q, 0.22, 0.8);
    const height = Math.sin(air * Math.PI) * (which === HOPS - 1 ? 96 : 64);
    const crouch =
      Math.sin(span(q, 0, 0.22) * Math.PI) * 0.14 + Math.sin(span(q, 0.8, 1) * Math.PI) * 0.12;
    const stretch = air > 0 && air < 1 ? Math.abs(Math.cos(air * Math.PI)) * 0.09 : 0;
    const squash = crouch - stretch;
    const spin =
      which === HOPS - 1
        ? easeSpin(air) * 360
        : swing(air, 0.5) * (which === 0 ? 8 : -8) * (air > 0 && air < 1 ? 1 : 0);
    const props = [0, 1, 2].map((index) => {
      const size =
        overshoot(span(wrap(t - index / HOPS), 0.02, 0.1), 2) *
        (1 - span(wrap(t - index / HOPS), 0.5, 0.6));
      const [x, y] = around(
        [
          [128, 112],
          [516, 100],
          [150, 230],
        ] as const,
        index,
      );
      return pose(
        { x, y, scale: size },
        badge(around(cast.props, index), 34, cast.inks.light, cast.inks.dark),
      );
    });
    return (
      floorShadow(320, 122, height, FLOOR + 4) +
      props.join('') +
      pose({ x: 320, y: FLOOR + 20 }, landing(wrap(q + 0.2), cast)) +
      // Scaled about the feet, turned about the middle.
      pose(
        { x: 320, y: FLOOR - height, scaleX: scale * (1 + squash), scaleY: scale * (1 - squash) },
        pose({ y: -104 }, pose({ turn: spin }, paint(cast.object))),
      )
    );
  };
}

function easeSpin(q: number): number {
  return q < 0.5 ? 2 * q * q : 1 - 2 * (1 - q) ** 2;
}

/** Dust to both sides where it lands. */
function landing(q: number, { inks }: Cast): string {
  if (q <= 0.02 || q >= 0.3) return '';
  const far = q * 520;
  const fade = 1 - span(q, 0.12, 0.3);
  return pose(
    { opacity: fade },
    paint([
      line(
        `M${-70 - far} -6h-22M${70 + far} -6h22M${-62 - far * 0.8} -22l-18-8M${62 + far * 0.8} -22l18-8`,
        inks.light,
        6,
      ),
    ]),
  );
}

/** The object hangs from above and swings; companions swing along. */
function pendulum(cast: Cast): (t: number) => string {
  const drop = grounded(cast.object, false);
  return (t) => {
    const main = swing(t) * 13;
    const drag = swing(t, 1, -0.08) * 9;
    const sides = [0, 1].map((index) => {
      const x = mix(104, 536, index);
      const angle = swing(t, 1, index === 0 ? 0.12 : 0.36) * 15;
      return pose(
        { x, y: -10, turn: angle },
        paint([line(`M0 0V${132 + index * 26}`, cast.inks.dark, 4)]) +
          pose(
            { y: 166 + index * 26, turn: -angle * 0.4 },
            badge(around(cast.props, index), 40, cast.inks.light, cast.inks.one),
          ),
      );
    });
    return (
      sides.join('') +
      floorShadow(320 - main * 4.4, 116, 30) +
      pose(
        { x: 320, y: -60, turn: main },
        paint([line('M-60 0V130M60 0V130', cast.inks.dark, 4)]) +
          pose({ y: 236, turn: drag - main * 0.35, scale: 1.16 }, drop),
      )
    );
  };
}

/** The object jolts with each of its strikes. */
function jolt(cast: Cast): (t: number) => string {
  const drop = grounded(cast.object, false);
  return (t) => {
    const which = Math.floor(t * 3) % 3;
    const q = t * 3 - Math.floor(t * 3);
    const hit = Math.exp(-q * 7) * Math.sin(q * 46);
    const kick = Math.exp(-q * 6) * (1 - Math.exp(-q * 60));
    const name = around([cast.emblem, ...cast.props], which);
    const rise = overshoot(span(q, 0.04, 0.3), 1.6) * (1 - span(q, 0.84, 0.96));
    const sides = [-1, 1].map((side) =>
      pose(
        {
          x: 320 + side * (150 + rise * 64),
          y: 150 - rise * 30 * (which === 1 ? -0.6 : 1),
          scale: rise,
          turn: side * 12,
        },
        badge(name, 46, cast.inks.light, side < 0 ? cast.inks.one : cast.inks.dark),
      ),
    );
    return (
      sides.join('') +
      pose({ x: 320, y: 182 }, burst(span(q, 0.02, 0.5), 138, cast.inks, 14)) +
      pose({ x: 320 + hit * 7, y: 186 + kick * 16, scale: 1.22 + kick * 0.1, turn: hit * 5 }, drop)
    );
  };
}

const MANNERS: Readonly<Record<string, Choreography>> = {
  hop,
  pendulum,
  jolt,
};

/** The object has weight: it hops, swings or jolts. */
export const bounce: Choreography = (cast) => {
  const ground = chooseGround(cast, ['rays', 'beams', 'halo']);
  const draw = (MANNERS[cast.manner] ?? hop)(cast);
  return (t) => drawGround(ground, cast.field, t) + draw(t);
};
