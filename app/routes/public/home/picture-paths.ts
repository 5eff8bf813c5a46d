import type { CategoryCardId } from '../../../artwork/draw-category-card.ts';

/** Where the build puts the home page's own pictures. */

export type Screen = 'desktop' | 'phone';
export type Theme = 'light' | 'dark';

export function fleetPath(screen: Screen, theme: Theme): string {
  return `/art/fleet-${screen}-${theme}.svg`;
}

export function nightSkyPath(screen: Screen): string {
  return `/art/night-sky-${screen}.svg`;
}

export function categoryCardPath(id: CategoryCardId): string {
  return `/art/${id}-card.svg`;
}
