import type { Look } from './looks.ts';

/** The product asks for its pictures by these paths, below its folder `public`. */

export const VIEWS = ['scene', 'close-up', 'series', 'plan'] as const;

export type View = (typeof VIEWS)[number];
export type Screen = 'desktop' | 'phone';
export type Theme = 'light' | 'dark';

export type CategoryCardId =
  | 'digital'
  | 'video'
  | 'programming'
  | 'business'
  | 'writing'
  | 'concept-to-video';

export const LIGHTHOUSE_PATH = '/art/lighthouse.svg';

export const HOME_PREVIEW_PATH = '/previews/home.jpg';

export const PREVIEW_SIZE = { width: 1200, height: 630 } as const;

/** File names omit brackets and spell '&' as 'and'. */
function fileName(art: string): string {
  return art.replaceAll('&', 'and').replace(/[()]/g, '');
}

export function picturePath(art: string, view: View): string {
  return `/art/${fileName(art)}-${view}.svg`;
}

export function sectionDrawingPath(look: Look): string {
  return `/art/${look}-drawing.svg`;
}

export function sectionHeaderPath(look: Look): string {
  return `/art/${look}-header.svg`;
}

/** 'all' stands for the whole catalogue. */
export function swatchPath(look: Look | 'all'): string {
  return `/art/${look}-swatch.svg`;
}

export function loginPicturePath(theme: Theme): string {
  return `/art/login-${theme}.svg`;
}

export function seaPath(screen: Screen, theme: Theme): string {
  return `/art/sea-${screen}-${theme}.svg`;
}

export function boatPath(look: Look): string {
  return `/art/boat-${look}.svg`;
}

export const NIGHT_SKY_PATH = '/art/night-sky.svg';

export function categoryCardPath(id: CategoryCardId): string {
  return `/art/${id}-card.svg`;
}

export function sectionPreviewPath(look: Look): string {
  return `/previews/${look}.jpg`;
}

export function servicePreviewPath(art: string): string {
  return `/previews/${fileName(art)}.jpg`;
}

/** Numbers start at 1. */
export function clipName(slug: string, number: number): string {
  return `${fileName(slug)}-${number}`;
}
