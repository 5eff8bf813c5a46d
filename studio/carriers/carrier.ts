import type { EmblemName } from '../emblems.ts';
import type { Inks } from '../palettes.ts';
import type { Shape } from '../shapes.ts';

/**
 * Draws one object about the origin, within 110 units to either side; standing objects have
 * their base at y = 95. The emblem says which of its kind it is.
 */
export type Carrier = (ink: Inks, emblem?: EmblemName) => readonly Shape[];
