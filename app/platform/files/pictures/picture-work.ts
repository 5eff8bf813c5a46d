/** What is asked of the process that works on pictures. */
export type PictureWork = CleanWork | PhotoWork | LogoWork;

/** Written anew in its own format, for whoever may have the file. */
export interface CleanWork {
  readonly kind: 'clean';
  readonly source: string;
  /** As its bytes say. */
  readonly type: string;
  /** Where the results are put: `original`, and a preview of each of these names. */
  readonly folder: string;
  /** The longer side of each preview. */
  readonly previews: Readonly<Record<string, number>>;
  /** What its pixels may take, decoded. */
  readonly mostBytes: number;
  /** Only the previews are made, of the first page: the file itself is kept as it came. */
  readonly keepsOriginal?: true;
}

/** Made into a photo that pages show: in every size and format (`photo-forms.ts`). */
export interface PhotoWork {
  readonly kind: 'photo';
  readonly source: string;
  readonly folder: string;
  readonly mostBytes: number;
  /** What of it is shown, in its own pixels once it stands upright; all of it without. */
  readonly crop?: Crop;
}

/** Made into the forms in which a shop's logo is shown (`photo-forms.ts`). */
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
  /** It is none, shows nothing, or would take more memory or time than any picture is worth. */
  | { readonly refused: 'unreadable' | 'too many pixels' | 'several pages' }
  | { readonly refused: 'too long' | 'too much memory' | 'no photo' }
  | { readonly refused: 'too small' | 'nothing to see' };

/** What the process says of a picture. */
export interface PictureReport {
  readonly answer: PictureAnswer;
  /** What the process holds afterwards. */
  readonly rss: number;
}

/** Those that browsers show, and that are shown: written anew, nothing in them is anybody's script. */
export const SHOWN_TYPES = ['image/jpeg', 'image/png', 'image/webp', 'image/gif', 'image/avif'];

/** Pictures that are written anew, without what cameras and programs put into them. */
const CLEANED_TYPES = [...SHOWN_TYPES, 'image/tiff'];

export const isCleaned = (type: string) => CLEANED_TYPES.includes(type);
