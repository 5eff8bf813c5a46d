import type { Look } from './looks.ts';
import { PALETTES } from './palettes.ts';
import { paint } from './render.ts';
import { drawStage } from './scene.ts';
import { SHADOW, d, round } from './shapes.ts';
import type { Variant } from './stages/stage.ts';

/** One boat of the fleet: a section under sail. */
export interface Boat {
  readonly section: Look;
  /** Where the water meets the hull, under the mast. */
  readonly x: number;
  readonly y: number;
  /** Mast height. */
  readonly height: number;
  /** Sails to the left. */
  readonly port?: true;
  /** Which part of the section's stage the sail is cut from. */
  readonly cut?: {
    readonly seed?: string;
    readonly variant?: Variant;
    readonly scale?: number;
    readonly x?: number;
    readonly y?: number;
  };
}

const JIBS: Readonly<Record<Look, string>> = {
  graphics: '#E8432B',
  business: '#F0B94F',
  digital: '#7B1E4E',
  music: '#FFB083',
  programming: '#0E6F70',
  video: '#FFC94D',
  writing: '#2C47B8',
};

const MAST = '#12172B';
const NIGHT_HULL = '#060918';

/** A quilt clears a space for its object; a sail has none, so the clearing lies outside. */
const FOCUS: Partial<Record<Look, number>> = { graphics: -400 };

/**
 * The boat rocks with the class 'bob'; 'bob-0' to 'bob-6' are there for the delays, so that a
 * fleet does not rock in step and no inline style is needed.
 */
export function drawBoat(boat: Boat, index: number, id: string, night: boolean): string {
  const { section, x, y, height: h, port, cut = {} } = boat;
  const w = h * 0.62;
  const field = PALETTES[section].fields[0];
  const main = d`M0 ${-h}C${w * 0.5} ${-h * 0.72} ${w * 0.92} ${-h * 0.36} ${w} -16H0Z`;
  const jib = d`M0 ${-h * 0.9}C${-w * 0.34} ${-h * 0.62} ${-w * 0.62} ${-h * 0.34} ${-w * 0.72} -16H0Z`;
  const hull = d`M${-w * 0.86} -10H${w * 1.1}C${w * 1.02} ${h * 0.04} ${w * 0.8} ${h * 0.085} ${w * 0.55} ${h * 0.085}H${-w * 0.45}C${-w * 0.66} ${h * 0.085} ${-w * 0.8} ${h * 0.04} ${-w * 0.86} -10Z`;
  const clip = `${id}-sail-${index}`;
  const scale = Math.round((h / 230) * (cut.scale ?? 0.82) * 100) / 100;
  const corner = `${round(-w * 0.3 + (cut.x ?? 0))} ${round(-h - 6 + (cut.y ?? 0))}`;
  const stage = paint(
    drawStage(section, 0, cut.seed ?? `sail-${section}`, FOCUS[section] ?? 200, cut.variant ?? 0),
  );
  return (
    `<g transform="translate(${x} ${y})${port ? ' scale(-1 1)' : ''}"><g class="bob bob-${index}">` +
    `<clipPath id="${clip}"><path d="${main}"/></clipPath>` +
    `<g clip-path="url(#${clip})"><path d="${main}" fill="${field.base}"/><g transform="translate(${corner}) scale(${scale})">${stage}</g>` +
    `<path d="${d`M3 ${-h}V-16H${w * 0.26}C${w * 0.2} ${-h * 0.4} ${w * 0.12} ${-h * 0.75} 3 ${-h}Z`}" fill="${SHADOW}" opacity=".1"/></g>` +
    `<path d="${jib}" fill="${JIBS[section]}"/>` +
    `<path d="${d`M-4 ${-h * 0.9}V-16H${-w * 0.2}C${-w * 0.16} ${-h * 0.42} -8 ${-h * 0.7} -4 ${-h * 0.9}Z`}" fill="${SHADOW}" opacity=".14"/>` +
    `<path d="M0 ${round(-h - 8)}V0" stroke="${MAST}" stroke-width="${round(Math.max(3, h * 0.018))}"/>` +
    `<path d="${hull}" fill="${night ? NIGHT_HULL : PALETTES[section].dark}"/>` +
    `<path d="${d`M${-w * 0.83} ${-10 + h * 0.025}H${w * 1.06}`}" stroke="${field.base}" stroke-width="${round(h * 0.022)}"/></g></g>`
  );
}
