import {
  describeEmptyFile,
  describeTooLargeFile,
  describeTooManyFiles,
  type FileLimits,
} from '../../protocol/files.ts';

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

interface Sorted {
  readonly taken: readonly GivenFile[];
  readonly problems: readonly string[];
}

/** Checks the files against the limits before any upload. */
export function sortFiles(
  given: readonly GivenFile[],
  alreadyThere: number,
  limits: FileLimits,
): Sorted {
  const taken: GivenFile[] = [];
  const problems: string[] = [];
  for (const file of given) {
    if (file.size > limits.maxBytes) problems.push(describeTooLargeFile(file.name, limits));
    else if (file.size === 0) problems.push(describeEmptyFile(file.name));
    else if (alreadyThere + taken.length >= limits.maxCount) {
      problems.push(describeTooManyFiles(file.name, limits));
    } else taken.push(file);
  }
  return { taken, problems };
}

export function isDrawable({ type }: Pick<PickedFile, 'type'>): boolean {
  return /^image\/(?:jpeg|png|gif|webp|avif)$/.test(type);
}
