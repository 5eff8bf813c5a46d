import { plainPhotoPath, type PhotoFile } from '../photos/photo.ts';
import type { Look } from './looks.ts';

/** Wide enough for a card on a fine screen, and for whoever asks the API. */
const MAIN_WIDTH = 640;

/** The main picture of a service and the three further ones of its gallery. */
export const VIEWS = ['scene', 'close-up', 'series', 'plan'] as const;

export type View = (typeof VIEWS)[number];

/**
 * Where the build puts the drawings of a service, which are named after the address it was drawn
 * for: 'graphics/book-design'. '&' and brackets are left out of file names.
 */
export function picturePath(art: string, view: View): string {
  return `/art/${fileName(art)}-${view}.svg`;
}

/** What stands for a service that nobody has drawn: the drawing of its section. */
export function sectionDrawingPath(look: Look): string {
  return `/art/${look}-drawing.svg`;
}

/** A service's main drawing: its own, or its section's. */
export function drawingPath({
  art,
  look,
}: {
  readonly art: string | null;
  readonly look: Look;
}): string {
  return art === null ? sectionDrawingPath(look) : picturePath(art, 'scene');
}

/** The one picture that stands for a service: its first photo, or its drawing. */
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

/** What other sites show for a link; committed under public/, see scripts/link-previews.ts. */
export const HOME_PREVIEW_PATH = '/previews/home.jpg';

export const PREVIEW_SIZE = { width: 1200, height: 630 } as const;

export function sectionPreviewPath(look: Look): string {
  return `/previews/${look}.jpg`;
}

export function servicePreviewPath(art: string): string {
  return `/previews/${fileName(art)}.jpg`;
}

/** The fleet beside the sign-in form. */
export function loginPicturePath(theme: 'light' | 'dark'): string {
  return `/art/login-${theme}.svg`;
}

function fileName(art: string): string {
  return art.replaceAll('&', 'and').replace(/[()]/g, '');
}

/** A section's small sign; 'all' stands for the whole catalogue. */
export function swatchPath(look: Look | 'all'): string {
  return `/art/${look}-swatch.svg`;
}
