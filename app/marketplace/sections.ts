import sections from '../../content/sections.json' with { type: 'json' };

export type SectionId =
  | 'graphics'
  | 'business'
  | 'digital'
  | 'music'
  | 'programming'
  | 'video'
  | 'writing';

/** A group of services within a section. */
export interface Area {
  readonly id: string;
  readonly title: string;
}

export interface Section {
  readonly id: SectionId;
  readonly title: string;
  readonly tagline: string;
  readonly areas: readonly Area[];
}

/** The seven sections, their taglines and groups, word for word from SPEC §2. */
// tests/unit/content.test.ts holds the file to this type.
export const SECTIONS = sections as readonly Section[];
