import type { SectionId } from '../sections.ts';

/** The main picture of a service and the three further ones of its gallery. */
export const VIEWS = ['scene', 'close-up', 'series', 'plan'] as const;

export type View = (typeof VIEWS)[number];

/** Where the build puts a picture; '&' and brackets are left out of file names. */
export function picturePath(section: SectionId, slug: string, view: View): string {
  return `/art/${section}/${fileName(slug)}-${view}.svg`;
}

export function sectionHeaderPath(section: SectionId): string {
  return `/art/${section}-header.svg`;
}

/** What other sites show for a link; committed under public/, see scripts/link-previews.ts. */
export const HOME_PREVIEW_PATH = '/previews/home.jpg';

export const PREVIEW_SIZE = { width: 1200, height: 630 } as const;

export function sectionPreviewPath(section: SectionId): string {
  return `/previews/${section}.jpg`;
}

export function servicePreviewPath(section: SectionId, slug: string): string {
  return `/previews/${section}/${fileName(slug)}.jpg`;
}

/** The fleet beside the sign-in form. */
export function loginPicturePath(theme: 'light' | 'dark'): string {
  return `/art/login-${theme}.svg`;
}

function fileName(slug: string): string {
  return slug.replaceAll('&', 'and').replace(/[()]/g, '');
}

/** A section's small sign; 'all' stands for the whole catalogue. */
export function swatchPath(section: SectionId | 'all'): string {
  return `/art/${section}-swatch.svg`;
}
