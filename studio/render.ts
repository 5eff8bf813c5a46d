import { EMBLEMS } from './emblems.ts';
import { round } from './shapes.ts';
import type { Fill, Group, Outline, Pictogram, Shape, Stroke } from './shapes.ts';

/** How shapes meet paper: each pen answers with the attributes of one shape, or leaves it out. */
interface Pen {
  readonly fill: (colour: string, shape: Fill) => string | undefined;
  readonly stroke: (colour: string, width: number, shape: Stroke) => string | undefined;
  /** The scale tells a pen of constant width how much its line will grow. */
  readonly pictogram: (colour: string, scale: number) => string | undefined;
  readonly opacity: boolean;
  readonly airy: boolean;
}

const ROUND_ENDS = ' stroke-linecap="round" stroke-linejoin="round"';

function dashOf(shape: Stroke): string {
  return shape.dash === undefined ? '' : ` stroke-dasharray="${shape.dash}"`;
}

const COLOUR: Pen = {
  fill: (colour) => ` fill="${colour}"`,
  stroke: (colour, width, shape) =>
    ` fill="none" stroke="${colour}" stroke-width="${round(width)}"${ROUND_ENDS}${dashOf(shape)}`,
  pictogram: (colour) => ` fill="${colour}"`,
  opacity: true,
  airy: true,
};

function silhouettePen(ink: string): Pen {
  return {
    fill: (_, shape) => (shape.role === 'body' ? '' : undefined),
    stroke: (_, width, shape) =>
      shape.role === 'body'
        ? ` fill="none" stroke="${ink}" stroke-width="${round(width)}"${ROUND_ENDS}`
        : undefined,
    pictogram: () => undefined,
    opacity: false,
    airy: false,
  };
}

const PLAN_LINE = 1.6;

function planPen(accent: string): Pen {
  return {
    fill: (_, shape) => (shape.role === 'shade' ? undefined : ''),
    stroke: () => ` fill="none" stroke="${accent}"${ROUND_ENDS}`,
    pictogram: (_, scale) => ` stroke-width="${round(PLAN_LINE / scale)}"`,
    opacity: false,
    airy: true,
  };
}

function outlineTag(outline: Outline, attributes: string): string {
  if (outline.tag === 'path') return `<path d="${outline.d}"${attributes}/>`;
  const { x, y } = outline;
  if (outline.tag === 'rect') {
    const { w, h, r } = outline;
    const corner = r === 0 ? '' : ` rx="${round(r)}"`;
    return `<rect x="${round(x)}" y="${round(y)}" width="${round(w)}" height="${round(h)}"${corner}${attributes}/>`;
  }
  const { rx, ry } = outline;
  const centre = `cx="${round(x)}" cy="${round(y)}"`;
  return rx === ry
    ? `<circle ${centre} r="${round(rx)}"${attributes}/>`
    : `<ellipse ${centre} rx="${round(rx)}" ry="${round(ry)}"${attributes}/>`;
}

function opacityOf(pen: Pen, { opacity }: { readonly opacity?: number }): string {
  return pen.opacity && opacity !== undefined ? ` opacity="${opacity}"` : '';
}

function drawPictogram(pen: Pen, { name, x, y, size, colour }: Pictogram): string {
  const scale = Math.round((size / 256) * 1000) / 1000;
  const attributes = pen.pictogram(colour, scale);
  if (attributes === undefined) return '';
  const corner = `${round(x - size / 2)} ${round(y - size / 2)}`;
  return `<path transform="translate(${corner}) scale(${scale})" d="${EMBLEMS[name]}"${attributes}/>`;
}

function drawGroup(pen: Pen, group: Group): string {
  if (!group.casts && !pen.airy) return '';
  const inside = drawAll(pen, group.shapes);
  const transform = group.transform === undefined ? '' : ` transform="${group.transform}"`;
  const attributes = transform + opacityOf(pen, group);
  return inside === '' || attributes === '' ? inside : `<g${attributes}>${inside}</g>`;
}

function draw(pen: Pen, shape: Shape): string {
  if (shape.kind === 'group') return drawGroup(pen, shape);
  if (shape.kind === 'pictogram') return drawPictogram(pen, shape);
  if (shape.kind === 'stroke') {
    const attributes = pen.stroke(shape.colour, shape.width, shape);
    return attributes === undefined ? '' : outlineTag(shape.outline, attributes);
  }
  const attributes = pen.fill(shape.colour, shape);
  return attributes === undefined
    ? ''
    : outlineTag(shape.outline, attributes + opacityOf(pen, shape));
}

function drawAll(pen: Pen, shapes: readonly Shape[]): string {
  return shapes.map((shape) => draw(pen, shape)).join('');
}

/** The shapes as they are seen in light. */
export function paint(shapes: readonly Shape[]): string {
  return drawAll(COLOUR, shapes);
}

/** One ink on nothing; white is what a mask needs to know where light is held back. */
export function silhouette(shapes: readonly Shape[], ink = '#fff'): string {
  return `<g fill="${ink}">${drawAll(silhouettePen(ink), shapes)}</g>`;
}

/** Thin lines on dark paper, as in a construction drawing. */
export function plan(
  shapes: readonly Shape[],
  colours: { paper: string; line: string; accent: string },
): string {
  const { paper, line, accent } = colours;
  return `<g fill="${paper}" fill-opacity=".35" stroke="${line}" stroke-width="${PLAN_LINE}">${drawAll(planPen(accent), shapes)}</g>`;
}
