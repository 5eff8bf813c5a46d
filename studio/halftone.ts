import { hashText } from './random.ts';
import { silhouette } from './render.ts';
import type { Stance } from './services/service-picture.ts';
import { SHADOW } from './shapes.ts';
import type { Shape } from './shapes.ts';

/** A name for the pattern and mask of one drawing: several stand inline on one page. */
export function drawingId(...parts: readonly string[]): string {
  return `a${hashText(parts.join('|')).toString(36)}`;
}

/**
 * Light falls from the top left. What is held before its ground throws its shape down and to the
 * right; what stands on the ground throws it along the ground, towards the viewer.
 */
const THROW: Record<Stance, string> = {
  lifted: 'translate(14 14)',
  standing: 'matrix(1 0 -.46 -.15 43.7 109.2)',
};

/** How dark a shadow on the ground is: even, since dots would fray the lines that legs and rods throw. */
const ON_GROUND = 0.22;

const DOTS =
  `width="4" height="4" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">` +
  `<rect width="4" height="4" fill="${SHADOW}" opacity=".14"/>` +
  `<circle cx="2" cy="2" r="1.15" fill="${SHADOW}" opacity=".34"/>`;

/** The dot pattern and the mask that cuts it to the object's silhouette. */
export function halftoneDefinitions(id: string, stance: Stance, object: readonly Shape[]): string {
  return (
    `<defs>${stance === 'lifted' ? `<pattern id="${id}p" ${DOTS}</pattern>` : ''}` +
    `<mask id="${id}m" maskUnits="userSpaceOnUse" x="-200" y="-200" width="400" height="400">` +
    `<g transform="${THROW[stance]}">${silhouette(object)}</g></mask></defs>`
  );
}

/** The shadow itself, in the object's own coordinates. */
export function halftone(id: string, stance: Stance): string {
  const ink = stance === 'lifted' ? `url(#${id}p)` : `${SHADOW}" opacity="${ON_GROUND}`;
  return `<path d="M-200-200h400v400h-400Z" fill="${ink}" mask="url(#${id}m)"/>`;
}
