import type { SectionId } from '../sections.ts';
import { swatchPath } from '../pictures/picture-path.ts';

/** A section's small sign in menus and chips. */
export function Swatch({ section }: { section: SectionId | 'all' }) {
  return <img src={swatchPath(section)} alt="" width={28} height={28} className="shrink-0" />;
}
