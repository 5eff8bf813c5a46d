import type { Look } from './pictures/looks.ts';

export interface Area {
  readonly id: string;
  readonly title: string;
}

/** Areas without visible services are left out. */
export interface Section {
  readonly id: string;
  readonly title: string;
  readonly tagline: string;
  readonly look: Look;
  /** These texts of a translated catalogue are still in the source language. */
  readonly inSource?: readonly string[];
  readonly areas: readonly Area[];
}
