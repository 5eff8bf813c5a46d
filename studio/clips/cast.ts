import { luminance } from '../colour.ts';
import type { EmblemName } from '../emblems.ts';
import type { Field, Inks } from '../palettes.ts';
import type { Shape } from '../shapes.ts';
import type { ActName } from './acts.ts';
import type { SceneName } from './scenes.ts';

/** The same things in the colours of another field. */
export interface Colours {
  readonly field: Field;
  readonly inks: Inks;
  /** The service's own object. */
  readonly object: readonly Shape[];
}

/** Everything a choreography moves. */
export interface Cast extends Colours {
  /** Decides everything that is left to chance. */
  readonly seed: string;
  readonly standing: boolean;
  readonly emblem: EmblemName;
  /** Small companions, at least one. */
  readonly props: readonly EmblemName[];
  /** Objects that take turns. */
  readonly acts: readonly ActName[];
  /** Flat pictures that fill screens, prints and pages. */
  readonly scenes: readonly SceneName[];
  /** A choreography's own variants. */
  readonly manner: string;
  /** All three fields, this clip's first. */
  readonly fields: readonly [Colours, Colours, Colours];
}

/** One frame at a time from 0 up to, but not including, 1; the frame at 1 is the frame at 0. */
export type Motion = (t: number) => string;

/** Decides the course of a clip once and answers with its motion. */
export type Choreography = (cast: Cast) => Motion;

/** The item at a position, going round; lists of a cast are never empty. */
export function around<Item>(items: readonly Item[], index: number): Item {
  const item = items[((index % items.length) + items.length) % items.length];
  if (item === undefined) throw new Error('A cast has an empty list');
  return item;
}

/** The first of an object's colours that stands out from dark frames and screens. */
export function vivid(...colours: readonly string[]): string {
  return colours.find((colour) => luminance(colour) > 0.12) ?? around(colours, 0);
}
