import type { Look } from './looks.ts';

/** The drawings are committed in `public/art`; `studio/` draws them. */

export type Screen = 'desktop' | 'phone';
export type Theme = 'light' | 'dark';

/** The look of a card of the home page: that of a section, or of 'Concept To Video'. */
export type CardLook = Look | 'concept-to-video';

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

/** These looks have no picture for cards. */
const DRAWN: readonly CardLook[] = ['graphics', 'music'];

export function categoryCardPath(look: CardLook): string {
  return `/art/${look}-${DRAWN.includes(look) ? 'drawing' : 'card'}.svg`;
}
