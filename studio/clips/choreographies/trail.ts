import type { Choreography } from '../cast.ts';
import { chooseGround } from '../placing.ts';
import { drawGround } from '../stages.ts';
import { comet } from './trails/comet.ts';
import { land } from './trails/land.ts';
import { orbit } from './trails/orbit.ts';
import { pulse } from './trails/pulse.ts';
import { rise } from './trails/rise.ts';

const MANNERS: Readonly<Record<string, Choreography>> = {
  land,
  orbit,
  rise,
  comet,
  pulse,
};

/** Something moves and leaves its trail. */
export const trail: Choreography = (cast) => {
  const suitable =
    cast.manner === 'pulse' ? (['halo', 'beams'] as const) : (['halo', 'rays', 'beams'] as const);
  const ground = chooseGround(cast, suitable);
  const draw = (MANNERS[cast.manner] ?? orbit)(cast);
  return (t) => drawGround(ground, cast.field, t) + draw(t);
};
