import { EMBLEMS } from './emblems.ts';
import { round } from './shapes.ts';
import type { Fill, Outline, Shape, Stroke } from './shapes.ts';

/** How shapes meet paper: each pen answers with the attributes of one shape, or leaves it out. */
interface Pen {
  readonly fill: (colour: string, shape?: Fill) => string | undefined;
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

const SILHOUETTE: Pen = {
  fill: (_, shape) => (shape?.role === 'body' ? '' : undefined),
  stroke: (_, width, shape) =>
    shape.role === 'body'
      ? ` fill="none" stroke="#fff" stroke-width="${round(width)}"${ROUND_ENDS}`
      : undefined,
  pictogram: () => undefined,
  opacity: false,
  airy: false,
};

const PLAN_LINE = 1.6;

function planPen(accent: string): Pen {
  return {
    fill: (_, shape) => (shape?.role === 'shade' ? undefined : ''),
    stroke: () => ` fill="none" stroke="${accent}"${ROUND_ENDS}`,
    pictogram: (_, scale) => ` stroke-width="${round(PLAN_LINE / scale)}"`,
    opacity: false,
    airy: true,
  };
}

function outlineTag(outline: Outline, attributes: string): string {
  switch (outline.tag) {
    case 'rect': {
      const { x, y, w, h, r } = outline;
      const corner = r === 0 ? '' : ` rx="${round(r)}"`;
      return `<rect x="${round(x)}" y="${round(y)}" width="${round(w)}" height="${round(h)}"${corner}${attributes}/>`;
    }
    case 'ellipse': {
      const { x, y, rx, ry } = outline;
      const centre = `cx="${round(x)}" cy="${round(y)}"`;
      return rx === ry
        ? `<circle ${centre} r="${round(rx)}"${attributes}/>`
        : `<ellipse ${centre} rx="${round(rx)}" ry="${round(ry)}"${attributes}/>`;
    }
    case 'path':
      return `<path d="${outline.d}"${attributes}/>`;
  }
}

function draw(pen: Pen, shape: Shape): string {
  switch (shape.kind) {
    case 'fill': {
      const attributes = pen.fill(shape.colour, shape);
      if (attributes === undefined) return '';
      const clear = pen.opacity && shape.opacity !== undefined ? ` opacity="${shape.opacity}"` : '';
      return outlineTag(shape.outline, attributes + clear);
    }
    case 'stroke': {
      const attributes = pen.stroke(shape.colour, shape.width, shape);
      return attributes === undefined ? '' : outlineTag(shape.outline, attributes);
    }
    case 'pictogram': {
      const scale = Math.round((shape.size / 256) * 1000) / 1000;
      const attributes = pen.pictogram(shape.colour, scale);
      if (attributes === undefined) return '';
      const corner = `${round(shape.x - shape.size / 2)} ${round(shape.y - shape.size / 2)}`;
      return `<path transform="translate(${corner}) scale(${scale})" d="${EMBLEMS[shape.name]}"${attributes}/>`;
    }
    case 'group': {
      if (!shape.casts && !pen.airy) return '';
      const inside = shape.shapes.map((child) => draw(pen, child)).join('');
      const transform = shape.transform === undefined ? '' : ` transform="${shape.transform}"`;
      const clear = pen.opacity && shape.opacity !== undefined ? ` opacity="${shape.opacity}"` : '';
      if (inside === '' || transform + clear === '') return inside;
      return `<g${transform}${clear}>${inside}</g>`;
    }
  }
}

function drawAll(pen: Pen, shapes: readonly Shape[]): string {
  return shapes.map((shape) => draw(pen, shape)).join('');
}

/** The shapes as they are seen in light. */
export function paint(shapes: readonly Shape[]): string {
  return drawAll(COLOUR, shapes);
}

/** White on nothing: what a mask needs to know where light is held back. */
export function silhouette(shapes: readonly Shape[]): string {
  return `<g fill="#fff">${drawAll(SILHOUETTE, shapes)}</g>`;
}

/** Thin lines on dark paper, as in a construction drawing. */
export function plan(
  shapes: readonly Shape[],
  colours: { paper: string; line: string; accent: string },
): string {
  const { paper, line, accent } = colours;
  return `<g fill="${paper}" fill-opacity=".35" stroke="${line}" stroke-width="${PLAN_LINE}">${drawAll(planPen(accent), shapes)}</g>`;
}
