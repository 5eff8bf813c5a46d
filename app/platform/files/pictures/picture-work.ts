export type PictureWork = CleanWork | PhotoWork | LogoWork;

export interface CleanWork {
  readonly kind: 'clean';
  readonly source: string;
  readonly type: string;
  /** The folder for the results: `original`, and a preview of each name. */
  readonly folder: string;
  readonly previews: Readonly<Record<string, number>>;
  /** The memory limit for the decoded pixels. */
  readonly mostBytes: number;
  /** Makes only previews of the first page and keeps the file unchanged. */
  readonly keepsOriginal?: true;
}

export interface PhotoWork {
  readonly kind: 'photo';
  readonly source: string;
  readonly folder: string;
  readonly mostBytes: number;
  /** The part to show, in pixels after rotation; the default is the whole picture. */
  readonly crop?: Crop;
}

export interface LogoWork {
  readonly kind: 'logo';
  readonly source: string;
  readonly folder: string;
  readonly mostBytes: number;
}

export interface Crop {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

export type PictureAnswer =
  | { readonly width: number; readonly height: number }
  /** The file is no picture, shows nothing, or needs too much memory or time. */
  | { readonly refused: 'unreadable' | 'too many pixels' | 'several pages' }
  | { readonly refused: 'too long' | 'too much memory' | 'no photo' }
  | { readonly refused: 'too small' | 'nothing to see' };

export interface PictureReport {
  readonly answer: PictureAnswer;
  readonly rss: number;
}

/** Types that browsers display inline. Re-encoding makes sure that they contain no script. */
export const SHOWN_TYPES = ['image/jpeg', 'image/png', 'image/webp', 'image/gif', 'image/avif'];

const CLEANED_TYPES = [...SHOWN_TYPES, 'image/tiff'];

export const isCleaned = (type: string) => CLEANED_TYPES.includes(type);
