/** What is asked of the thread that works on pictures. */
export interface PictureWork {
  readonly source: string;
  /** As its bytes say. */
  readonly type: string;
  /** Where the results are put: `original`, `small` and `large`. */
  readonly folder: string;
}

export type PictureAnswer =
  | { readonly width: number; readonly height: number }
  /** It is none, or it would take more memory than any picture is worth. */
  | { readonly refused: 'unreadable' | 'too many pixels' | 'several pages' };

/** Those that browsers show, and that are shown: written anew, nothing in them is anybody's script. */
export const SHOWN_TYPES = ['image/jpeg', 'image/png', 'image/webp', 'image/gif', 'image/avif'];

/** Pictures that are written anew, without what cameras and programs put into them. */
const CLEANED_TYPES = [...SHOWN_TYPES, 'image/tiff'];

/** Photos that carry where they were taken, and that cannot be written anew here. */
const UNCLEANED_TYPES = /^image\/(?:apng|hei[cf](?:-sequence)?|jxl|jp2|jpx|jpm)$/;

export const isCleaned = (type: string) => CLEANED_TYPES.includes(type);
export const isUncleaned = (type: string) => UNCLEANED_TYPES.test(type);
