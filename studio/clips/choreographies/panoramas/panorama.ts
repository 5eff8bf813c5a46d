import { d, path } from '../../../shapes.ts';
import type { Shape } from '../../../shapes.ts';
import type { Cast } from '../../cast.ts';
import { HEIGHT, WIDTH, pose } from '../../frame.ts';
import { wrap } from '../../motion.ts';

/** A strip of land that repeats; it passes once, or a whole number of times, in a loop. */
interface Layer {
  readonly length: number;
  readonly drawing: string;
  readonly passes: number;
}

export type Panorama = (cast: Cast) => {
  readonly sky: (t: number) => string;
  readonly layers: readonly Layer[];
  readonly front: (t: number) => string;
};

export function pass({ length, drawing, passes }: Layer, t: number): string {
  const shift = wrap(t * passes) * length;
  let copies = '';
  for (let x = -shift; x < WIDTH; x += length) copies += pose({ x }, drawing);
  return copies;
}

/** Rolling land, level with itself where it repeats. */
export function ridge(
  length: number,
  y: number,
  height: number,
  waves: number,
  colour: string,
): Shape {
  let data = d`M-2 ${HEIGHT}V${y}`;
  for (let x = 0; x <= length + 2; x += length / (waves * 8)) {
    const at = (x / length) * waves * Math.PI * 2;
    data += d`L${x} ${y - Math.sin(at) * height * 0.6 - Math.sin(at * 2 + 1) * height * 0.25 + height * 0.21}`;
  }
  return path(`${data}V${HEIGHT}H-2Z`, colour);
}
