import type { Look } from './looks.ts';
import { drawingId, halftone, halftoneDefinitions } from './halftone.ts';
import { PALETTES, inksOn } from './palettes.ts';
import type { FieldIndex } from './palettes.ts';
import { pick, seededRandom } from './random.ts';
import { paint } from './render.ts';
import type { ServicePicture } from './services/service-picture.ts';
import { rect, round } from './shapes.ts';
import type { Shape } from './shapes.ts';
import { beacon } from './stages/beacon.ts';
import { margins } from './stages/margins.ts';
import { projection } from './stages/projection.ts';
import { quilt } from './stages/quilt.ts';
import { routes } from './stages/routes.ts';
import { GROUND, STANDING_BASE } from './stages/stage.ts';
import type { Stage, Variant } from './stages/stage.ts';
import { terraces } from './stages/terraces.ts';
import { tides } from './stages/tides.ts';

const STAGES: Readonly<Record<Look, Stage>> = {
  graphics: quilt,
  business: terraces,
  digital: beacon,
  music: tides,
  programming: routes,
  video: projection,
  writing: margins,
};

const VARIANTS = [0, 1, 2] as const;

/** The object's colours on this field. */
export function drawObject(
  section: Look,
  field: FieldIndex,
  picture: ServicePicture,
): readonly Shape[] {
  return picture.carrier(inksOn(section, field, picture.inks), picture.emblem);
}

/** The ground of a section, 400 by 300, from a seed. */
export function drawStage(
  section: Look,
  index: FieldIndex,
  seed: string,
  focus: number,
  variant?: Variant,
): readonly Shape[] {
  const random = seededRandom(seed);
  const chosen = pick(random, VARIANTS);
  const field = PALETTES[section].fields[index];
  return STAGES[section]({ random, field, focus, variant: variant ?? chosen });
}

type Framing = readonly [scale: number, shift: number, tilt: number];

const FRAMINGS: Readonly<Record<Look, readonly [Framing, ...Framing[]]>> = {
  graphics: [
    [1.16, 0, -5],
    [1.18, -26, -3],
    [1.16, 28, 5],
    [1.2, 0, 3],
  ],
  business: [
    [1.12, -26, 0],
    [1.14, 26, 0],
    [1.16, 0, 0],
  ],
  digital: [
    [1.16, -22, -6],
    [1.18, 22, 6],
    [1.22, 0, 0],
  ],
  music: [
    [1.2, -26, -5],
    [1.22, 26, 5],
    [1.24, 0, 0],
  ],
  programming: [
    [1.16, -22, -5],
    [1.18, 24, 4],
    [1.22, 0, 0],
  ],
  video: [
    [1.12, -24, 0],
    [1.14, 24, 0],
    [1.18, 0, 0],
  ],
  writing: [
    [1.14, -26, -5],
    [1.16, 26, 5],
    [1.2, 0, -3],
  ],
};

/** Sections whose objects share a ground line and stay upright on it. */
const GROUNDED: ReadonlySet<Look> = new Set(['business', 'video']);

export interface Scene {
  readonly section: Look;
  /** Decides everything that is left to chance. */
  readonly seed: string;
  readonly picture: ServicePicture;
  readonly field: FieldIndex;
}

/** Where an object stands in a drawing. */
export interface Layout {
  readonly x: number;
  readonly y: number;
  readonly scale: number;
  readonly tilt: number;
}

/** The layout chance chooses for a service's main picture. */
function frameScene({ section, seed, picture }: Scene): Layout {
  const [framed, shift, lean] = pick(seededRandom(seed), FRAMINGS[section]);
  const scale = framed * (picture.scale ?? 1);
  const grounded = GROUNDED.has(section);
  if (picture.stance === 'standing') {
    const y = (grounded ? GROUND : GROUND - 6) - STANDING_BASE * scale;
    return { x: 200 + shift, y, scale, tilt: 0 };
  }
  return { x: 200 + shift, y: grounded ? 142 : 148, scale, tilt: grounded ? 0 : lean };
}

/** Stage, shadow and object on a field that is already painted. */
export function composeOn(scene: Scene, layout: Layout, variant?: Variant): string {
  const { section, seed, picture, field: index } = scene;
  const { x, y, scale, tilt } = layout;
  const object = drawObject(section, index, picture);
  const id = drawingId(seed, String(index));
  const stage = drawStage(section, index, `stage|${seed}`, x, variant);
  const turned = tilt === 0 ? '' : ` rotate(${tilt})`;
  return (
    halftoneDefinitions(id, picture.stance, object) +
    paint(stage) +
    `<g transform="translate(${round(x)} ${round(y)})${turned} scale(${Math.round(scale * 100) / 100})">` +
    `${halftone(id, picture.stance)}${paint(object)}</g>`
  );
}

/** The main picture: field, stage, shadow, object; the inside of a 400 by 300 drawing. */
export function composeScene(scene: Scene): string {
  const { base } = PALETTES[scene.section].fields[scene.field];
  return paint([rect(0, 0, 400, 300, base)]) + composeOn(scene, frameScene(scene));
}
