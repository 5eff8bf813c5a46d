import type { SectionId } from '../catalogue/sections.ts';
import { composeCloseUp, composePlan, composeSeries } from './gallery.ts';
import { composeScene } from './scene.ts';
import type { Scene } from './scene.ts';
import { findPicture } from './services/find-picture.ts';

/** The main picture and the three further ones of a service's gallery. */
export const VIEWS = ['scene', 'close-up', 'series', 'plan'] as const;

export type View = (typeof VIEWS)[number];

const COMPOSERS: Readonly<Record<View, (scene: Scene) => string>> = {
  scene: composeScene,
  'close-up': composeCloseUp,
  series: composeSeries,
  plan: composePlan,
};

/** A complete SVG of one view of one service. Throws when the service is unknown. */
export function drawPicture(section: SectionId, slug: string, view: View): string {
  const { picture, field } = findPicture(section, slug);
  const content = COMPOSERS[view]({ section, seed: `${section}/${slug}`, picture, field });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 400 300" width="400" height="300">${content}</svg>`;
}
