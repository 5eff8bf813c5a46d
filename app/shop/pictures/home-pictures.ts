import type { Look } from './looks.ts';

/** The drawings are committed in `public/art`; `studio/` draws them. */

export type Screen = 'desktop' | 'phone';
export type Theme = 'light' | 'dark';

/** Each card except concept-to-video links to the section of its name. */
export type CategoryCardId =
  | 'digital'
  | 'video'
  | 'programming'
  | 'business'
  | 'writing'
  | 'concept-to-video';

/** The page places the boats on top of this background. */
export function seaPath(screen: Screen, theme: Theme): string {
  return `/art/sea-${screen}-${theme}.svg`;
}

export const LIGHTHOUSE_PATH = '/art/lighthouse.svg';

export function boatPath(look: Look): string {
  return `/art/boat-${look}.svg`;
}

/** On phones the picture of the sea has the moon. */
export const NIGHT_SKY_PATH = '/art/night-sky.svg';

export function categoryCardPath(id: CategoryCardId): string {
  return `/art/${id}-card.svg`;
}
