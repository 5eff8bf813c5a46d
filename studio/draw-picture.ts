import type { View } from './picture-path.ts';
import type { Look } from './looks.ts';
import { composeCloseUp, composePlan, composeSeries } from './gallery.ts';
import { composeScene } from './scene.ts';
import type { Scene } from './scene.ts';
import { findPicture } from './services/find-picture.ts';

const COMPOSERS: Readonly<Record<View, (scene: Scene) => string>> = {
  scene: composeScene,
  'close-up': composeCloseUp,
  series: composeSeries,
  plan: composePlan,
};

/** A complete SVG of one view of one service. Throws when the service is unknown. */
export function drawPicture(section: Look, slug: string, view: View): string {
  const { picture, field } = findPicture(section, slug);
  const content = COMPOSERS[view]({ section, seed: `${section}/${slug}`, picture, field });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 400 300" width="400" height="300">${content}</svg>`;
}
