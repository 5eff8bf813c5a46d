import type { Field } from '../palettes.ts';
import type { Random } from '../random.ts';
import type { Shape } from '../shapes.ts';

/** What a stage is told: where the object stands and from which field. */
export interface Setting {
  readonly random: Random;
  readonly field: Field;
  /** The object's centre, from the left. */
  readonly focus: number;
  readonly variant: Variant;
}

export type Variant = 0 | 1 | 2;

/** Draws the ground behind an object, 400 by 300, mainly in the field's own neighbours. */
export type Stage = (setting: Setting) => readonly Shape[];

/** The height of the line that standing objects stand on. */
export const GROUND = 262;

/** Where standing objects end, in their own units. */
export const STANDING_BASE = 95;
