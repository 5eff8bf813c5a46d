import { LOOKS } from '../app/shop/pictures/looks.ts';
import { drawPicture } from './draw-picture.ts';
import { drawSectionDrawing } from './draw-section-drawing.ts';
import { drawSectionHeader } from './draw-section-header.ts';
import { drawRegatta } from './fleet.ts';
import { DRAWN_SERVICES } from './services/drawn-services.ts';
import {
  loginPicturePath,
  picturePath,
  sectionDrawingPath,
  sectionHeaderPath,
  VIEWS,
} from '../app/shop/pictures/picture-path.ts';

/** Every picture that is served as a file, with its path. */
export function* drawAllPictures(): Generator<readonly [path: string, svg: string]> {
  for (const theme of ['light', 'dark'] as const) {
    yield [loginPicturePath(theme), drawRegatta({ id: 'login', composition: 'login', theme })];
  }
  for (const look of LOOKS) {
    yield [sectionHeaderPath(look), drawSectionHeader(look)];
    yield [sectionDrawingPath(look), drawSectionDrawing(look)];
  }
  for (const { look, slug, art } of DRAWN_SERVICES) {
    // Video services show clips instead of photos, but have a scene for their card.
    const views = look === 'video' ? (['scene'] as const) : VIEWS;
    for (const view of views) {
      yield [picturePath(art, view), drawPicture(look, slug, view)];
    }
  }
}
