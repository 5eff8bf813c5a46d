import { paint } from '../../render.ts';
import { circle, line, rect } from '../../shapes.ts';
import type { Choreography } from '../cast.ts';
import { HEIGHT, WIDTH } from '../frame.ts';
import { swing } from '../motion.ts';
import { drive } from './panoramas/drive.ts';
import { hills } from './panoramas/hills.ts';
import { pass } from './panoramas/panorama.ts';
import type { Panorama } from './panoramas/panorama.ts';
import { sea } from './panoramas/sea.ts';
import { street } from './panoramas/street.ts';
import { town } from './panoramas/town.ts';

const PANORAMAS: Readonly<Record<string, Panorama>> = { street, hills, sea, town, drive };

/** The corners of a viewfinder, and the light that says it is recording. */
function viewfinder(t: number, colour: string, red: string): string {
  const corners = 'M28 58V28H58M582 28H612V58M612 302V332H582M58 332H28V302';
  const lit = swing(t, 4) > -0.3;
  return paint([
    line(corners, colour, 6),
    ...(lit ? [circle(58, 60, 9, red)] : []),
    rect(76, 54, 54, 12, colour, 6),
  ]);
}

/** The camera moves along a wide picture that has no end; what is near passes faster. */
export const pan: Choreography = (cast) => {
  const { sky, layers, front } = (PANORAMAS[cast.manner] ?? hills)(cast);
  const frame = cast.props.includes('camera');
  const background = paint([rect(0, 0, WIDTH, HEIGHT, cast.field.base)]);
  return (t) =>
    background +
    sky(t) +
    layers.map((layer) => pass(layer, t)).join('') +
    front(t) +
    (frame ? viewfinder(t, cast.inks.light, cast.inks.one) : '');
};
