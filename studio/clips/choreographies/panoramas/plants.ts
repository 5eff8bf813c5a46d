import { ellipse, path, place, rect } from '../../../shapes.ts';
import type { Shape } from '../../../shapes.ts';

export function tree(x: number, y: number, size: number, crown: string, trunk: string): Shape {
  return place(x, y, 0, size, [
    rect(-5, -30, 10, 32, trunk),
    ellipse(0, -58, 30, 38, crown),
    { ...path('M4-95A30 38 0 0 1 4-21C22-40 22-76 4-95Z', '#0a0618'), opacity: 0.12 },
  ]);
}

export function fir(x: number, y: number, size: number, colour: string): Shape {
  return place(x, y, 0, size, [path('M0-100L26-52H14L34 0H-34L-14-52H-26Z', colour)]);
}
