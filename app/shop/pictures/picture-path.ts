import { plainPhotoPath, type PhotoFile } from '../../catalogue/protocol/photo.ts';
import type { Look } from './looks.ts';

/** This width suits a card on a high-density screen and clients of the API. */
const MAIN_WIDTH = 640;

export const VIEWS = ['scene', 'close-up', 'series', 'plan'] as const;

export type View = (typeof VIEWS)[number];

/**
 * The drawings are committed in `public/art` and named after the address for which they were drawn:
 * 'graphics/book-design'. File names omit brackets and spell '&' as 'and'.
 */
export function picturePath(art: string, view: View): string {
  return `/art/${fileName(art)}-${view}.svg`;
}

export function sectionDrawingPath(look: Look): string {
  return `/art/${look}-drawing.svg`;
}

export function drawingPath({
  art,
  look,
}: {
  readonly art: string | null;
  readonly look: Look;
}): string {
  return art === null ? sectionDrawingPath(look) : picturePath(art, 'scene');
}

export function mainPicturePath({
  photos: [photo],
  ...drawn
}: {
  readonly photos: readonly PhotoFile[];
  readonly art: string | null;
  readonly look: Look;
}): string {
  return photo ? plainPhotoPath(photo, MAIN_WIDTH) : drawingPath(drawn);
}

export function sectionHeaderPath(look: Look): string {
  return `/art/${look}-header.svg`;
}

/** The files are committed in `public/previews`; `studio/` renders them. */
export const HOME_PREVIEW_PATH = '/previews/home.jpg';

export const PREVIEW_SIZE = { width: 1200, height: 630 } as const;

export function sectionPreviewPath(look: Look): string {
  return `/previews/${look}.jpg`;
}

export function servicePreviewPath(art: string): string {
  return `/previews/${fileName(art)}.jpg`;
}

export function loginPicturePath(theme: 'light' | 'dark'): string {
  return `/art/login-${theme}.svg`;
}

function fileName(art: string): string {
  return art.replaceAll('&', 'and').replace(/[()]/g, '');
}

/** 'all' stands for the whole catalogue. */
export function swatchPath(look: Look | 'all'): string {
  return `/art/${look}-swatch.svg`;
}
