import type { SectionId } from './sections.ts';

/** Where the build puts a section's small sign; 'all' stands for the whole catalogue. */
export function swatchPath(section: SectionId | 'all'): string {
  return `/art/${section}-swatch.svg`;
}
