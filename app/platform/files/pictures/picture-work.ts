/** What is asked of the thread that works on pictures. */
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
  /** Only the previews are made, of the first page: the file itself is kept as it came. */
  readonly keepsOriginal?: true;
}

/** Made into a photo that pages show: in every size and format (`photo-forms.ts`). */
export interface PhotoWork {
  readonly kind: 'photo';
  readonly source: string;
  readonly folder: string;
  /** What of it is shown, in its own pixels once it stands upright; all of it without. */
  readonly crop?: Crop;
}

/** Made into the forms in which a shop's logo is shown (`photo-forms.ts`). */
export interface LogoWork {
  readonly kind: 'logo';
  readonly source: string;
  readonly folder: string;
}

export interface Crop {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

export type PictureAnswer =
  | { readonly width: number; readonly height: number }
  /** It is none, shows nothing, or would take more memory than any picture is worth. */
  | { readonly refused: 'unreadable' | 'too many pixels' | 'several pages' }
  | { readonly refused: 'too small' | 'nothing to see' };

/** Those that browsers show, and that are shown: written anew, nothing in them is anybody's script. */
export const SHOWN_TYPES = ['image/jpeg', 'image/png', 'image/webp', 'image/gif', 'image/avif'];

/** Pictures that are written anew, without what cameras and programs put into them. */
const CLEANED_TYPES = [...SHOWN_TYPES, 'image/tiff'];

/** Photos that carry where they were taken, and that cannot be written anew here. */
const UNCLEANED_TYPES = /^image\/(?:apng|hei[cf](?:-sequence)?|jxl|jp2|jpx|jpm)$/;

export const isCleaned = (type: string) => CLEANED_TYPES.includes(type);
export const isUncleaned = (type: string) => UNCLEANED_TYPES.test(type);
