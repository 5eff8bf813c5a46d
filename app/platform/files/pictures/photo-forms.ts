/**
 * The variants in which photos and logos are stored: each size in each format, the smallest file
 * first.
 */

/** The widths from which browsers choose. A narrower photo ends with its own width. */
const WIDTHS = [320, 640, 960, 1600] as const;

export const PHOTO_FORMATS = ['avif', 'webp', 'jpg'] as const;

export type PhotoFormat = (typeof PHOTO_FORMATS)[number];

export const MASTER_SIDE = 3200;

/** The size that other sites use for link previews. */
export const LINK_PREVIEW = { width: 1200, height: 630, part: 'preview-jpg' } as const;

export const PHOTO_TYPES: Readonly<Record<PhotoFormat, string>> = {
  avif: 'image/avif',
  webp: 'image/webp',
  jpg: 'image/jpeg',
};

/** Returns the narrowest width first. */
export function widthsOf(width: number): number[] {
  const most = Math.min(width, WIDTHS[WIDTHS.length - 1] ?? width);
  return [...WIDTHS.filter((each) => each < most), most];
}

export function partOf(width: number, format: PhotoFormat): string {
  return `w${width}-${format}`;
}

export const LOGO_SIDE = 1600;

/** The variants of a logo: for pages and emails, and squares for tabs and home screens. */
export const LOGO_FORMS = {
  'logo.webp': { type: 'image/webp', width: 720, height: 144 },
  'logo.png': { type: 'image/png', width: 480, height: 96 },
  'icon32.png': { type: 'image/png', width: 32, height: 32 },
  'icon192.png': { type: 'image/png', width: 192, height: 192 },
  'icon512.png': { type: 'image/png', width: 512, height: 512 },
  /** iOS cuts off the corners and shows transparency as black. */
  'touch.png': { type: 'image/png', width: 180, height: 180 },
} as const;

export type LogoForm = keyof typeof LOGO_FORMS;

export const LOGO_FORM_NAMES = Object.keys(LOGO_FORMS) as readonly LogoForm[];

export function partOfLogo(form: LogoForm): string {
  return form.replace('.', '-');
}
