/** A file picked in this browser, which stores its content until the upload is complete. */
export interface PickedFile {
  readonly id: string;
  readonly name: string;
  readonly size: number;
  /** The browser's guess at the MIME type, used only for the preview. */
  readonly type: string;
}

export interface GivenFile extends Blob {
  readonly name: string;
}

export function isDrawable({ type }: Pick<PickedFile, 'type'>): boolean {
  return /^image\/(?:jpeg|png|gif|webp|avif)$/.test(type);
}
