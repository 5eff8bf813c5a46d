import type { Look } from './looks.ts';

/** Where the build puts the home page's own pictures. */

export type Screen = 'desktop' | 'phone';
export type Theme = 'light' | 'dark';

/** The cards that lead to the sections, and one to what is made of a concept. */
export type CategoryCardId =
  | 'digital'
  | 'video'
  | 'programming'
  | 'business'
  | 'writing'
  | 'concept-to-video';

/** Sky and water, on which the page puts the boats. */
export function seaPath(screen: Screen, theme: Theme): string {
  return `/art/sea-${screen}-${theme}.svg`;
}

/** Where nothing else is to be seen. */
export const LIGHTHOUSE_PATH = '/art/lighthouse.svg';

/** A section under sail. */
export function boatPath(look: Look): string {
  return `/art/boat-${look}.svg`;
}

export function nightSkyPath(screen: Screen): string {
  return `/art/night-sky-${screen}.svg`;
}

export function categoryCardPath(id: CategoryCardId): string {
  return `/art/${id}-card.svg`;
}
