import type { EmblemName } from '../emblems.ts';
import type { FieldIndex } from '../palettes.ts';
import type { ActName } from './acts.ts';
import type { ChoreographyName } from './choreographies.ts';
import type { SceneName } from './scenes.ts';

/** What a clip's choreography is given, beside the service's own object and emblem. */
interface Parts {
  /** Which of the choreography's variants. */
  readonly manner?: string;
  /** Three small companions. */
  readonly props?: readonly [EmblemName, EmblemName, EmblemName, EmblemName?];
  /** Objects that take turns. */
  readonly acts?: readonly [ActName, ActName?, ActName?, ActName?];
  /** Takes the place of the service's own object. */
  readonly object?: ActName;
  /** Pictures on screens, prints and pages. */
  readonly scenes?: readonly [SceneName, SceneName?, SceneName?, SceneName?];
  /** The moment of the poster, where the choreography's own is not the best. */
  readonly poster?: number;
  readonly field?: FieldIndex;
}

/** One sample video of a service. */
export interface SampleClip extends Parts {
  readonly choreography: ChoreographyName;
  /** What it shows, in a few words. */
  readonly title: string;
  readonly durationSeconds: number;
}

export type SampleClips = readonly [SampleClip, SampleClip, SampleClip];

export function clip(
  choreography: ChoreographyName,
  title: string,
  durationSeconds: number,
  parts: Parts = {},
): SampleClip {
  return { choreography, title, durationSeconds, ...parts };
}
