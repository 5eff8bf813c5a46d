import { CATEGORY_CARD_PICTURES } from './draw-category-card.ts';
import { drawPicture } from './draw-picture.ts';
import { drawSectionDrawing } from './draw-section-drawing.ts';
import { drawSectionHeader } from './draw-section-header.ts';
import { drawAllSectionsSwatch, drawSwatch } from './draw-swatch.ts';
import { drawNightSky, drawRegatta, drawSectionBoat } from './fleet.ts';
import { drawLighthouse } from './lighthouse.ts';
import { LOOKS } from './looks.ts';
import {
  boatPath,
  categoryCardPath,
  LIGHTHOUSE_PATH,
  loginPicturePath,
  NIGHT_SKY_PATH,
  picturePath,
  seaPath,
  sectionDrawingPath,
  sectionHeaderPath,
  swatchPath,
  VIEWS,
  type CategoryCardId,
} from './picture-path.ts';
import { DRAWN_SERVICES } from './services/drawn-services.ts';

const SCREENS = ['desktop', 'phone'] as const;
const THEMES = ['light', 'dark'] as const;
const CATEGORY_CARDS = Object.keys(CATEGORY_CARD_PICTURES) as CategoryCardId[];

type DrawnFile = readonly [path: string, svg: string];

/** Every SVG that the product serves, with its path. */
export function* drawAllPictures(): Generator<DrawnFile> {
  yield* drawPagePictures();
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

function* drawPagePictures(): Generator<DrawnFile> {
  yield [swatchPath('all'), drawAllSectionsSwatch('s')];
  for (const look of LOOKS) {
    yield [swatchPath(look), drawSwatch(look, 's')];
    yield [boatPath(look), drawSectionBoat(look)];
  }
  yield [LIGHTHOUSE_PATH, drawLighthouse()];
  for (const id of CATEGORY_CARDS) yield [categoryCardPath(id), CATEGORY_CARD_PICTURES[id].draw()];
  for (const theme of THEMES) {
    yield [loginPicturePath(theme), drawRegatta({ id: 'login', composition: 'login', theme })];
  }
  yield [NIGHT_SKY_PATH, drawNightSky()];
  for (const screen of SCREENS) {
    for (const theme of THEMES) {
      const sky = screen === 'phone' || theme === 'light';
      const sea = { id: 'f', composition: screen, theme, sky, boats: false };
      yield [seaPath(screen, theme), drawRegatta(sea)];
    }
  }
}
