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

export interface ServicePhoto {
  readonly id: string;
  readonly width: number;
  readonly height: number;
  /** '' means that the text is missing. Such a photo cannot be published. */
  readonly alt: string;
}

export interface ServiceVideo {
  readonly id: string;
  readonly format: 'mp4' | 'webm';
  readonly poster: Omit<ServicePhoto, 'alt'>;
  /** The title describes the video. '' means that it is missing: such a video cannot be published. */
  readonly title: string;
}

export type PhotoFile = Pick<ServicePhoto, 'id' | 'width'>;

/** `width` must be one of the photo's widths. The content at an address never changes. */
export function photoPath(id: string, width: number, format: PhotoFormat): string {
  return `/photos/${id}/${width}.${format}`;
}

/**
 * Returns the smallest JPEG that is at least `wanted` pixels wide, or else the widest. The address is the same for
 * every visitor.
 */
export function plainPhotoPath({ id, width }: PhotoFile, wanted: number): string {
  const widths = widthsOf(width);
  const found = widths.find((each) => each >= wanted) ?? widths.at(-1) ?? width;
  return photoPath(id, found, 'jpg');
}

/** Search engines ask for large pictures. */
export function largePhotoPath(photo: PhotoFile): string {
  return plainPhotoPath(photo, Infinity);
}

export function photoPreviewPath({ id }: Pick<PhotoFile, 'id'>): string {
  return `/photos/${id}/preview.jpg`;
}

export function logoPath({ id }: Pick<PhotoFile, 'id'>, form: LogoForm): string {
  return `/photos/${id}/${form}`;
}

export function videoPath({ id, format }: Pick<ServiceVideo, 'id' | 'format'>): string {
  return `/videos/${id}.${format}`;
}

/** The smallest format comes first. A browser that supports none of these formats falls back to the JPEG. */
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

export interface MediaAddress {
  readonly id: string;
  readonly part: string;
  readonly type: string;
}

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
