import {
  sayEmpty,
  sayTooLarge,
  sayTooMany,
  type FileLimits,
} from '../../conversation/wire/files.ts';

/** A file that was picked here; its bytes lie in this browser until the server has all of them. */
export interface PickedFile {
  /** Its name on the way, and the server's name for it. */
  readonly id: string;
  readonly name: string;
  readonly size: number;
  /** As the browser guesses it, for the picture beside it alone. */
  readonly type: string;
}

/** What a browser hands over, as far as it matters here. */
export interface GivenFile extends Blob {
  readonly name: string;
}

interface Sorted {
  readonly taken: readonly GivenFile[];
  /** What was not taken and why, in words: the others are kept. */
  readonly problems: readonly string[];
}

/** Parts what fits from what does not, before anything is sent. */
export function sortFiles(
  given: readonly GivenFile[],
  alreadyThere: number,
  limits: FileLimits,
): Sorted {
  const taken: GivenFile[] = [];
  const problems: string[] = [];
  for (const file of given) {
    if (file.size > limits.maxBytes) problems.push(sayTooLarge(file.name, limits));
    else if (file.size === 0) problems.push(sayEmpty(file.name));
    else if (alreadyThere + taken.length >= limits.maxCount) {
      problems.push(sayTooMany(file.name, limits));
    } else taken.push(file);
  }
  return { taken, problems };
}

/** Whether the browser can draw it beside its name. */
export function isDrawable({ type }: Pick<PickedFile, 'type'>): boolean {
  return /^image\/(?:jpeg|png|gif|webp|avif)$/.test(type);
}
