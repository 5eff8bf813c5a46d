import { SERVICES } from '../catalogue/catalogue.ts';
import { SECTIONS } from '../catalogue/sections.ts';
import { drawPicture, VIEWS } from './draw-picture.ts';
import { drawSectionHeader } from './draw-section-header.ts';
import { picturePath, sectionHeaderPath } from './picture-path.ts';

/** Every picture of the catalogue with the path it is served from. */
export function* drawAllPictures(): Generator<readonly [path: string, svg: string]> {
  for (const { id } of SECTIONS) yield [sectionHeaderPath(id), drawSectionHeader(id)];
  for (const { section, slug } of SERVICES) {
    // Video services show clips instead of photos, but have a scene for their card.
    const views = section === 'video' ? (['scene'] as const) : VIEWS;
    for (const view of views) {
      yield [picturePath(section, slug, view), drawPicture(section, slug, view)];
    }
  }
}
