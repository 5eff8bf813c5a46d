/** How a photo is kept: in these sizes, each in these formats, the smallest file first. */

/** What browsers choose from; of a photo that is narrower its own width is the last one. */
const WIDTHS = [320, 640, 960, 1600] as const;

export const PHOTO_FORMATS = ['avif', 'webp', 'jpg'] as const;

export type PhotoFormat = (typeof PHOTO_FORMATS)[number];

/** The longer side of what is kept to be cropped again. */
export const MASTER_SIDE = 3200;

/** Beside a link to a page, as other sites lay it out. */
export const LINK_PREVIEW = { width: 1200, height: 630, part: 'preview-jpg' } as const;

export const PHOTO_TYPES: Readonly<Record<PhotoFormat, string>> = {
  avif: 'image/avif',
  webp: 'image/webp',
  jpg: 'image/jpeg',
};

/** The widths in which a photo of this width is kept, the narrowest first. */
export function widthsOf(width: number): number[] {
  const most = Math.min(width, WIDTHS[WIDTHS.length - 1] ?? width);
  return [...WIDTHS.filter((each) => each < most), most];
}

/** Under which name a store keeps one form of a photo. */
export function partOf(width: number, format: PhotoFormat): string {
  return `w${width}-${format}`;
}
