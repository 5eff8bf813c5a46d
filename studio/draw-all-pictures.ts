import { SERVICES } from '../app/marketplace/catalogue.ts';
import { SECTIONS } from '../app/marketplace/sections.ts';
import { drawPicture } from './draw-picture.ts';
import { drawSectionHeader } from './draw-section-header.ts';
import { drawRegatta } from './fleet.ts';
import {
  loginPicturePath,
  picturePath,
  sectionHeaderPath,
  VIEWS,
} from '../app/marketplace/pictures/picture-path.ts';

/** Every picture that is served as a file, with its path. */
export function* drawAllPictures(): Generator<readonly [path: string, svg: string]> {
  for (const theme of ['light', 'dark'] as const) {
    yield [loginPicturePath(theme), drawRegatta({ id: 'login', composition: 'login', theme })];
  }
  for (const { id } of SECTIONS) yield [sectionHeaderPath(id), drawSectionHeader(id)];
  for (const { section, slug } of SERVICES) {
    // Video services show clips instead of photos, but have a scene for their card.
    const views = section === 'video' ? (['scene'] as const) : VIEWS;
    for (const view of views) {
      yield [picturePath(section, slug, view), drawPicture(section, slug, view)];
    }
  }
}
