import {
  LINK_PREVIEW,
  LOGO_FORM_NAMES,
  LOGO_FORMS,
  partOfLogo,
  partOf,
  PHOTO_FORMATS,
  PHOTO_TYPES,
  widthsOf,
  type LogoForm,
  type PhotoFormat,
} from '../../platform/files/pictures/photo-forms.ts';

/** A photo of a service: which of those that were added, and what somebody who cannot see it should know. */
export interface ServicePhoto {
  readonly id: string;
  readonly width: number;
  readonly height: number;
  /** '' while nobody has written it: such a one is not published. */
  readonly alt: string;
}

/** A sample video, with the still that is seen before it plays. */
export interface ServiceVideo {
  readonly id: string;
  readonly format: 'mp4' | 'webm';
  readonly poster: Omit<ServicePhoto, 'alt'>;
  /** What it shows; '' while nobody has written it: such a one is not published. */
  readonly title: string;
}

/** What an address of a photo is made of. */
export type PhotoFile = Pick<ServicePhoto, 'id' | 'width'>;

/** Where one form of a photo is; of a width that it has. What lies there never changes. */
export function photoPath(id: string, width: number, format: PhotoFormat): string {
  return `/photos/${id}/${width}.${format}`;
}

/** Where a photo is that is at least so wide, or as wide as it comes: one address for everybody. */
export function plainPhotoPath({ id, width }: PhotoFile, wanted: number): string {
  const widths = widthsOf(width);
  const found = widths.find((each) => each >= wanted) ?? widths.at(-1) ?? width;
  return photoPath(id, found, 'jpg');
}

/** As wide as it comes: for search engines, which ask for large ones. */
export function largePhotoPath(photo: PhotoFile): string {
  return plainPhotoPath(photo, Infinity);
}

/** The picture of a link to a page. */
export function photoPreviewPath({ id }: Pick<PhotoFile, 'id'>): string {
  return `/photos/${id}/preview.jpg`;
}

/** Where one form of a shop's logo is. */
export function logoPath({ id }: Pick<PhotoFile, 'id'>, form: LogoForm): string {
  return `/photos/${id}/${form}`;
}

export function videoPath({ id, format }: Pick<ServiceVideo, 'id' | 'format'>): string {
  return `/videos/${id}.${format}`;
}

/** What a browser chooses from, the smallest format first; what knows none of them takes the JPEG. */
export function photoSources({ id, width }: PhotoFile) {
  return PHOTO_FORMATS.filter((format) => format !== 'jpg').map((format) => ({
    type: PHOTO_TYPES[format],
    srcSet: widthsOf(width)
      .map((each) => `${photoPath(id, each, format)} ${each}w`)
      .join(', '),
  }));
}

const ID = '[\\da-f]{8}(?:-[\\da-f]{4}){3}-[\\da-f]{12}';
const PHOTO = new RegExp(`^/photos/(${ID})/(\\d{1,4}|preview)\\.(avif|webp|jpg)$`);
const LOGO = new RegExp(`^/photos/(${ID})/((?:logo|icon\\d{2,3}|touch)\\.(?:webp|png))$`);
const VIDEO = new RegExp(`^/videos/(${ID})\\.(mp4|webm)$`);

/** What lies at an address: under which id, as which of its parts, of which type. */
export interface MediaAddress {
  readonly id: string;
  readonly part: string;
  readonly type: string;
}

/** Reads an address; undefined for one that is no photo's and no video's. */
export function readMediaAddress(path: string): MediaAddress | undefined {
  const [, id, size, format] = PHOTO.exec(path) ?? [];
  if (id !== undefined && size !== undefined) {
    const known = PHOTO_FORMATS.find((each) => each === format) ?? 'jpg';
    const part = size === 'preview' ? LINK_PREVIEW.part : partOf(Number(size), known);
    if (size === 'preview' && known !== 'jpg') return undefined;
    return { id, part, type: PHOTO_TYPES[known] };
  }
  const [, logo, name] = LOGO.exec(path) ?? [];
  const form = LOGO_FORM_NAMES.find((each) => each === name);
  if (logo !== undefined && form) {
    return { id: logo, part: partOfLogo(form), type: LOGO_FORMS[form].type };
  }
  const [, video, part] = VIDEO.exec(path) ?? [];
  return video !== undefined && part !== undefined
    ? { id: video, part, type: `video/${part}` }
    : undefined;
}
