import { drawLighthouse } from './lighthouse.ts';
import { CATEGORY_CARD_PICTURES } from './draw-category-card.ts';
import { drawAllSectionsSwatch, drawSwatch } from './draw-swatch.ts';
import { drawNightSky, drawRegatta, drawSectionBoat } from './fleet.ts';
import { LOOKS } from '../app/shop/pictures/looks.ts';
import { swatchPath } from '../app/shop/pictures/picture-path.ts';
import {
  boatPath,
  categoryCardPath,
  LIGHTHOUSE_PATH,
  nightSkyPath,
  seaPath,
  type CategoryCardId,
} from '../app/shop/pictures/home-pictures.ts';

const SCREENS = ['desktop', 'phone'] as const;
const THEMES = ['light', 'dark'] as const;
const CATEGORY_CARDS = Object.keys(CATEGORY_CARD_PICTURES) as CategoryCardId[];

/** The pictures of pages rather than of services, with the paths they are served from. */
export function* drawPagePictures(): Generator<readonly [path: string, svg: string]> {
  yield [swatchPath('all'), drawAllSectionsSwatch('s')];
  for (const look of LOOKS) {
    yield [swatchPath(look), drawSwatch(look, 's')];
    yield [boatPath(look), drawSectionBoat(look)];
  }
  yield [LIGHTHOUSE_PATH, drawLighthouse()];
  for (const id of CATEGORY_CARDS) yield [categoryCardPath(id), CATEGORY_CARD_PICTURES[id].draw()];
  for (const screen of SCREENS) {
    yield [nightSkyPath(screen), drawNightSky(screen)];
    for (const theme of THEMES) {
      const sea = { id: 'f', composition: screen, theme, sky: theme === 'light', boats: false };
      yield [seaPath(screen, theme), drawRegatta(sea)];
    }
  }
}
