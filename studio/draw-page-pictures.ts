import { CATEGORY_CARD_PICTURES } from './draw-category-card.ts';
import { drawAllSectionsSwatch, drawSwatch } from './draw-swatch.ts';
import { drawNightSky, drawRegatta } from './fleet.ts';
import { LOOKS } from '../app/marketplace/pictures/looks.ts';
import { swatchPath } from '../app/marketplace/pictures/picture-path.ts';
import {
  categoryCardPath,
  fleetPath,
  nightSkyPath,
  type CategoryCardId,
} from '../app/marketplace/pictures/home-pictures.ts';

const SCREENS = ['desktop', 'phone'] as const;
const THEMES = ['light', 'dark'] as const;
const CATEGORY_CARDS = Object.keys(CATEGORY_CARD_PICTURES) as CategoryCardId[];

/**
 * The boats rock by 1.2 degrees in 6 seconds, out of step. The style is in the picture because
 * the page's own does not reach into it.
 */
const ROCKING =
  '<style>.bob{animation:bob 3s ease-in-out infinite alternate}' +
  '@keyframes bob{from{transform:rotate(-1.2deg)}to{transform:rotate(1.2deg)}}' +
  [1, 2, 3, 4, 5, 6].map((boat) => `.bob-${boat}{animation-delay:${-0.9 * boat}s}`).join('') +
  '</style>';

/** The pictures of pages rather than of services, with the paths they are served from. */
export function* drawPagePictures(): Generator<readonly [path: string, svg: string]> {
  yield [swatchPath('all'), drawAllSectionsSwatch('s')];
  for (const look of LOOKS) yield [swatchPath(look), drawSwatch(look, 's')];
  for (const id of CATEGORY_CARDS) yield [categoryCardPath(id), CATEGORY_CARD_PICTURES[id].draw()];
  for (const screen of SCREENS) {
    yield [nightSkyPath(screen), drawNightSky(screen)];
    for (const theme of THEMES) {
      const fleet = drawRegatta({ id: 'f', composition: screen, theme, sky: theme === 'light' });
      yield [fleetPath(screen, theme, 'still'), fleet];
      yield [fleetPath(screen, theme, 'rocking'), fleet.replace('>', `>${ROCKING}`)];
    }
  }
}
