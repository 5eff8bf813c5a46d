import { d } from '../shapes.ts';

/** A frame of a clip, in its own pixels. */
export const WIDTH = 640;
export const HEIGHT = 360;

/** Where things standing on the floor stand. */
export const FLOOR = 312;

export interface Pose {
  readonly x?: number;
  readonly y?: number;
  /** Degrees, clockwise. */
  readonly turn?: number;
  readonly scale?: number;
  readonly scaleX?: number;
  readonly scaleY?: number;
  readonly opacity?: number;
}

/** Three decimals: slow zooms would tremble with fewer. */
function exact(value: number): number {
  return Math.round(value * 1000) / 1000 + 0;
}

/** Moves, turns, scales and fades a drawing; what cannot be seen is left out. */
export function pose(
  { x = 0, y = 0, turn = 0, scale = 1, scaleX = scale, scaleY = scale, opacity = 1 }: Pose,
  drawing: string,
): string {
  if (drawing === '' || opacity <= 0.004 || scaleX * scaleY === 0) return '';
  const steps = [
    x === 0 && y === 0 ? '' : `translate(${exact(x)} ${exact(y)})`,
    turn === 0 ? '' : `rotate(${exact(turn)})`,
    scaleX === 1 && scaleY === 1 ? '' : `scale(${exact(scaleX)} ${exact(scaleY)})`,
  ].filter((step) => step !== '');
  const transform = steps.length === 0 ? '' : ` transform="${steps.join(' ')}"`;
  const faded = opacity >= 0.996 ? '' : ` opacity="${exact(opacity)}"`;
  return transform + faded === '' ? drawing : `<g${transform}${faded}>${drawing}</g>`;
}

/** Skews and scales a drawing as one side of a solid. */
export function project(
  matrix: readonly [number, number, number, number, number, number],
  drawing: string,
): string {
  return `<g transform="matrix(${matrix.map(exact).join(' ')})">${drawing}</g>`;
}

/** Cuts a drawing to an outline; ids are local to one frame. */
export function cut(id: string, outline: string, drawing: string): string {
  return `<clipPath id="${id}"><path d="${outline}"/></clipPath><g clip-path="url(#${id})">${drawing}</g>`;
}

/** The outline of a box with round corners. */
export function box(x: number, y: number, w: number, h: number, r = 0): string {
  if (r === 0) return d`M${x} ${y}h${w}v${h}h${-w}Z`;
  const a = `a${r} ${r} 0 0 1 `;
  return d`M${x + r} ${y}h${w - 2 * r}${a}${r} ${r}v${h - 2 * r}${a}${-r} ${r}h${2 * r - w}${a}${-r} ${-r}v${2 * r - h}${a}${r} ${-r}Z`;
}
