import type { Look } from './pictures/looks.ts';

/** A group of services within a section. */
export interface Area {
  readonly id: string;
  readonly title: string;
}

/** A section as pages show it: only groups that have something to show. */
export interface Section {
  readonly id: string;
  readonly title: string;
  readonly tagline: string;
  readonly look: Look;
  /** In a translated catalogue: the texts that stay as they were written. */
  readonly inSource?: readonly string[];
  readonly areas: readonly Area[];
}
