import { SECTIONS, type SectionId } from '../sections.ts';

export interface MenuEntry {
  /** The id on the overview that the entry scrolls to. */
  readonly anchor: string;
  readonly id: SectionId | 'all';
  readonly title: string;
}

/** The overview's menu, in SPEC §2's order. */
export const SECTION_MENU: readonly MenuEntry[] = [
  { anchor: 'allservices', id: 'all', title: 'All Services' },
  ...SECTIONS.map(({ id, title }) => ({ anchor: id, id, title })),
];
