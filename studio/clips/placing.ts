import { pick, seededRandom } from '../random.ts';
import { paint, silhouette } from '../render.ts';
import type { Inks } from '../palettes.ts';
import { SHADOW, line } from '../shapes.ts';
import type { Shape } from '../shapes.ts';
import { STANDING_BASE } from '../stages/stage.ts';
import type { Cast } from './cast.ts';
import { FLOOR, pose } from './frame.ts';
import { floorShadow } from './stages.ts';
import type { Ground } from './stages.ts';

/** The ground that chance chooses among those that suit a choreography. */
export function chooseGround(cast: Cast, suitable: readonly [Ground, ...Ground[]]): Ground {
  return pick(seededRandom(`ground|${cast.seed}`), suitable);
}

/** The height of an object's origin: on the floor, or in the middle of the frame. */
export function restHeight(standing: boolean, scale: number): number {
  return standing ? FLOOR - STANDING_BASE * scale : 174;
}

/** The silhouette an object throws on the ground behind it, in the object's own units. */
export function backShadow(shapes: readonly Shape[], distance = 12): string {
  return pose({ x: distance, y: distance, opacity: 0.16 }, silhouette(shapes, SHADOW));
}

/** An object with its shadow: on the floor when it stands, on the ground behind it if not. */
export function grounded(shapes: readonly Shape[], standing: boolean): string {
  return standing ? paint(shapes) : backShadow(shapes) + paint(shapes);
}

/** The floor's shadow of an object that stands, nothing for one that is held. */
export function shadowOf(cast: Cast, x: number, scale: number, height = 0): string {
  return cast.standing ? floorShadow(x, 112 * scale, height, FLOOR - 2) : '';
}

/** The legs of a screen that stands, about the screen's centre. */
export function floorOf(inks: Inks): string {
  return paint([line('M-120 130L-150 170M120 130L150 170', inks.dark, 10)]);
}
