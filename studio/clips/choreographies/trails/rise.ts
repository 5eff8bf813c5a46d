import { hashText } from '../../../random.ts';
import { paint } from '../../../render.ts';
import { emblem } from '../../../shapes.ts';
import { around } from '../../cast.ts';
import type { Cast } from '../../cast.ts';
import { pose } from '../../frame.ts';
import { TURN, overshoot, span, wrap } from '../../motion.ts';
import { grounded, restHeight, shadowOf } from '../../placing.ts';

/** Companions rise from the object in swaying columns. */
export function rise(cast: Cast): (t: number) => string {
  const { inks } = cast;
  const scale = cast.standing ? 1.14 : 1.1;
  const names = [cast.emblem, ...cast.props];
  const flyers = Array.from({ length: 11 }, (_, index) => {
    const chance = hashText(`${cast.seed}|${index}`);
    const behind = index % 3 !== 0;
    return {
      behind,
      phase: index / 11,
      x: 96 + ((index * 0.618 + 0.1) % 1) * 448,
      size: 0.5 + (chance % 50) / 70,
      name: around(names, index),
      colour: around([inks.light, inks.two, inks.three], index),
    };
  });
  const layer = (t: number, behind: boolean): string =>
    flyers
      .filter((flyer) => flyer.behind === behind)
      .map(({ phase, x, size, name, colour }) => {
        const q = wrap(t + phase);
        const grown = overshoot(span(q, 0, 0.12), 2);
        const scale = grown * size * (1 - span(q, 0.9, 1));
        const drift = Math.sin((q * 1.5 + phase * 3) * TURN) * 22;
        return pose(
          { x: x + drift, y: 344 - q * 350, scale },
          paint([emblem(name, 0, 0, 56, colour)]),
        );
      })
      .join('');
  return (t) => {
    // A heartbeat: a quick swell, then rest.
    const beat = Math.sin(span(wrap(t * 2), 0, 0.22) * Math.PI) * 0.05;
    return (
      layer(t, true) +
      shadowOf(cast, 320, scale) +
      pose(
        { x: 320, y: restHeight(cast.standing, scale), scale: scale + beat },
        grounded(cast.object, cast.standing),
      ) +
      layer(t, false)
    );
  };
}
