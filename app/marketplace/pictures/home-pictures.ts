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

/** 'still' is for those who asked for less motion. */
export type Motion = 'rocking' | 'still';

export function fleetPath(screen: Screen, theme: Theme, motion: Motion): string {
  return `/art/fleet-${screen}-${theme}-${motion}.svg`;
}

export function nightSkyPath(screen: Screen): string {
  return `/art/night-sky-${screen}.svg`;
}

export function categoryCardPath(id: CategoryCardId): string {
  return `/art/${id}-card.svg`;
}
