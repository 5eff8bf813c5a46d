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

/** The longer side of what is kept of a logo. */
export const LOGO_SIDE = 1600;

/** What is made of a logo: for pages and mails, and a square of it for tabs and telephones. */
export const LOGO_FORMS = {
  'logo.webp': { type: 'image/webp', width: 720, height: 144 },
  'logo.png': { type: 'image/png', width: 480, height: 96 },
  'icon32.png': { type: 'image/png', width: 32, height: 32 },
  'icon192.png': { type: 'image/png', width: 192, height: 192 },
  'icon512.png': { type: 'image/png', width: 512, height: 512 },
  /** Telephones cut its corners, and show what is see-through as black. */
  'touch.png': { type: 'image/png', width: 180, height: 180 },
} as const;

export type LogoForm = keyof typeof LOGO_FORMS;

export const LOGO_FORM_NAMES = Object.keys(LOGO_FORMS) as readonly LogoForm[];

/** Under which name a store keeps one form of a logo. */
export function partOfLogo(form: LogoForm): string {
  return form.replace('.', '-');
}
