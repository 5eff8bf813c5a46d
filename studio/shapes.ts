import type { EmblemName } from './emblems.ts';

/**
 * A picture is a list of shapes; `render.ts` turns it into colour, a silhouette or an outline.
 * Roles: a body is painted and casts a shadow, a detail is painted only, shade is the dark side
 * of a body and vanishes wherever there is no light.
 */
export type Role = 'body' | 'detail' | 'shade';

export type Outline =
  | { readonly tag: 'rect'; x: number; y: number; w: number; h: number; r: number }
  | { readonly tag: 'ellipse'; x: number; y: number; rx: number; ry: number }
  | { readonly tag: 'path'; d: string };

export interface Fill {
  readonly kind: 'fill';
  readonly role: Role;
  readonly outline: Outline;
  readonly colour: string;
  readonly opacity?: number;
}

export interface Stroke {
  readonly kind: 'stroke';
  readonly role: Role;
  readonly outline: Outline;
  readonly colour: string;
  readonly width: number;
  readonly dash?: string;
}

export interface Pictogram {
  readonly kind: 'pictogram';
  readonly name: EmblemName;
  readonly x: number;
  readonly y: number;
  readonly size: number;
  readonly colour: string;
}

export interface Group {
  readonly kind: 'group';
  readonly shapes: readonly Shape[];
  readonly transform?: string;
  readonly opacity?: number;
  /** False for light, sound and motion: things without a shadow. */
  readonly casts: boolean;
}

export type Shape = Fill | Stroke | Pictogram | Group;

/** One decimal is a tenth of a pixel at full size: enough for the eye, and short. */
export function round(value: number): number {
  return Math.round(value * 10) / 10 + 0;
}

/** Path data with its numbers rounded: d`M${x} ${y}h${width}`. */
export function d(parts: TemplateStringsArray, ...values: readonly (number | string)[]): string {
  return parts.reduce((text, part, index) => {
    const value = values[index - 1] ?? '';
    return text + (typeof value === 'number' ? round(value) : value) + part;
  });
}

function fill(outline: Outline, colour: string, role: Role = 'body'): Fill {
  return { kind: 'fill', role, outline, colour };
}

export function rect(x: number, y: number, w: number, h: number, colour: string, r = 0): Fill {
  return fill({ tag: 'rect', x, y, w, h, r }, colour);
}

export function circle(x: number, y: number, radius: number, colour: string): Fill {
  return fill({ tag: 'ellipse', x, y, rx: radius, ry: radius }, colour);
}

export function ellipse(x: number, y: number, rx: number, ry: number, colour: string): Fill {
  return fill({ tag: 'ellipse', x, y, rx, ry }, colour);
}

export function path(data: string, colour: string): Fill {
  return fill({ tag: 'path', d: data }, colour);
}

export function line(data: string, colour: string, width = 4, dash?: string): Stroke {
  const stroke: Stroke = {
    kind: 'stroke',
    role: 'body',
    outline: { tag: 'path', d: data },
    colour,
    width,
  };
  return dash === undefined ? stroke : { ...stroke, dash };
}

export function ring(x: number, y: number, radius: number, colour: string, width: number): Stroke {
  const outline: Outline = { tag: 'ellipse', x, y, rx: radius, ry: radius };
  return { kind: 'stroke', role: 'body', outline, colour, width };
}

/** A pictogram centred on a point; it lies on its carrier and casts no shadow. */
export function emblem(
  name: EmblemName,
  x: number,
  y: number,
  size: number,
  colour: string,
): Pictogram {
  return { kind: 'pictogram', name, x, y, size, colour };
}

export function group(transform: string, shapes: readonly Shape[]): Group {
  return { kind: 'group', transform, shapes, casts: true };
}

export function move(x: number, y: number, shapes: readonly Shape[]): Group {
  return group(`translate(${round(x)} ${round(y)})`, shapes);
}

export function turn(angle: number, x: number, y: number, shapes: readonly Shape[]): Group {
  return group(`rotate(${round(angle)} ${round(x)} ${round(y)})`, shapes);
}

/** Moves, turns and scales shapes drawn about the origin. */
export function place(
  x: number,
  y: number,
  angle: number,
  scale: number,
  shapes: readonly Shape[],
): Group {
  const turned = angle === 0 ? '' : ` rotate(${round(angle)})`;
  const scaled = scale === 1 ? '' : ` scale(${Math.round(scale * 100) / 100})`;
  return group(`translate(${round(x)} ${round(y)})${turned}${scaled}`, shapes);
}

/** Light, sound, motion and flat print: painted, but without a shadow of their own. */
export function airy(...shapes: readonly Shape[]): Group {
  return { kind: 'group', shapes, casts: false };
}

export function faint(opacity: number, ...shapes: readonly Shape[]): Group {
  return { kind: 'group', shapes, casts: false, opacity };
}

/** The side away from the light: top left lights everything. */
export function shade(data: string, strength = 0.16): Fill {
  return { ...fill({ tag: 'path', d: data }, SHADOW, 'shade'), opacity: strength };
}

export function shadeRect(
  x: number,
  y: number,
  w: number,
  h: number,
  r = 0,
  strength = 0.16,
): Fill {
  return { ...fill({ tag: 'rect', x, y, w, h, r }, SHADOW, 'shade'), opacity: strength };
}

/** The one shadow colour, nearly black with a breath of violet. */
export const SHADOW = '#0a0618';

const LINE_LENGTHS = [1, 0.86, 0.95, 0.8, 0.91] as const;

/** Printed lines of text: ragged, the last one short. */
export function textLines(
  x: number,
  y: number,
  width: number,
  count: number,
  gap: number,
  colour: string,
  weight = 5,
): Stroke {
  let data = '';
  for (let index = 0; index < count; index += 1) {
    const last = index === count - 1 && count > 1;
    const length = last ? 0.56 : (LINE_LENGTHS[index % LINE_LENGTHS.length] ?? 1);
    data += d`M${x + weight / 2} ${y + index * gap + weight / 2}h${width * length - weight}`;
  }
  return { ...line(data, colour, weight), role: 'detail' };
}

/** A star of any number of points. */
export function star(
  x: number,
  y: number,
  outer: number,
  colour: string,
  points = 5,
  inner = outer * 0.45,
): Fill {
  let data = '';
  for (let index = 0; index < points * 2; index += 1) {
    const angle = (index * Math.PI) / points - Math.PI / 2;
    const radius = index % 2 === 0 ? outer : inner;
    data += d`${index === 0 ? 'M' : 'L'}${x + Math.cos(angle) * radius} ${y + Math.sin(angle) * radius}`;
  }
  return path(`${data}Z`, colour);
}

/** The same shape repeated along a row. */
export function repeat(count: number, draw: (index: number) => Shape): Shape[] {
  return Array.from({ length: count }, (_, index) => draw(index));
}
