import { t } from '../../i18n/translate.ts';
/** Types and rules for files in conversations, shared by browser and server (rule 120). */

/** The limit on a file's name, in characters. File systems allow 255 bytes. */
export const FILE_NAME_MAX_LENGTH = 160;

export interface FileView {
  readonly id: string;
  readonly name: string;
  readonly size: number;
  readonly type: string;
  /** Set for a picture with previews, otherwise null. */
  readonly width: number | null;
  readonly height: number | null;
}

/** An upload that stopped before its end. */
export interface UnfinishedFile {
  readonly id: string;
  readonly name: string;
  readonly size: number;
  readonly sent: number;
  /** The hash by which the browser recognises the file when it is chosen again. */
  readonly fingerprint: string;
}

export interface FileLimits {
  readonly maxBytes: number;
  readonly maxCount: number;
  /** The largest file in a form without JavaScript, whose upload cannot be resumed. */
  readonly formMaxBytes?: number;
}

export const MEBIBYTE = 1024 * 1024;

/** The defaults until the server has sent its limits. */
export const USUAL_LIMITS: FileLimits = { maxBytes: 25 * MEBIBYTE, maxCount: 10 };

/** The longer side of each preview, in pixels. */
export const PREVIEW_SIDES = { small: 480, large: 1600 } as const;

export type PreviewName = keyof typeof PREVIEW_SIDES;

export function filePath(id: string, preview?: PreviewName): string {
  return preview ? `/chat/files/${id}/${preview}` : `/chat/files/${id}`;
}

export function isPicture(file: Pick<FileView, 'width'>): boolean {
  return file.width !== null;
}

const oneDigit = (value: number) => Math.round(value * 10) / 10;

/** Formats a size like file managers do: '640 B', '2.4 KB', '25 MB', '5 GB'. */
export function formatFileSize(bytes: number): string {
  if (bytes < 1024) return `${bytes} B`;
  const kib = bytes / 1024;
  if (kib < 1000) return `${kib < 10 ? oneDigit(kib) : Math.round(kib)} KB`;
  const mib = kib / 1024;
  if (mib < 1000) return `${mib < 10 ? oneDigit(mib) : Math.round(mib)} MB`;
  const gib = mib / 1024;
  return `${gib < 10 ? oneDigit(gib) : Math.round(gib)} GB`;
}

export function formatFileCount(count: number): string {
  return t('{count, plural, one {# file} other {# files}}', { count });
}

/** Returns a message as a single line: its text, or else the number of its files. */
export function formatMessage({
  text,
  files,
}: {
  text: string;
  files?: readonly unknown[];
}): string {
  return text === '' ? formatFileCount(files?.length ?? 0) : text;
}

/** Splits files into those that can be added and messages about the others, before anything is uploaded. */
export function sortFiles<Given extends { readonly name: string; readonly size: number }>(
  given: readonly Given[],
  alreadyThere: number,
  limits: FileLimits,
  describeTooMany: (name: string, limits: FileLimits) => string,
): { readonly taken: readonly Given[]; readonly problems: readonly string[] } {
  const taken: Given[] = [];
  const problems: string[] = [];
  for (const file of given) {
    if (file.size > limits.maxBytes) problems.push(describeTooLargeFile(file.name, limits));
    else if (file.size === 0) problems.push(describeEmptyFile(file.name));
    else if (alreadyThere + taken.length >= limits.maxCount) {
      problems.push(describeTooMany(file.name, limits));
    } else taken.push(file);
  }
  return { taken, problems };
}

/** The browser shows this before the upload, and the server returns the same for clients without that check. */
export function describeTooLargeFile(name: string, limits: Pick<FileLimits, 'maxBytes'>): string {
  return t('“{name}” is too large. A file can be up to {saySize}.', {
    name,
    saySize: formatFileSize(limits.maxBytes),
  });
}

export function describeTooManyFiles(
  name: string,
  { maxCount }: Pick<FileLimits, 'maxCount'>,
): string {
  return t(
    "“{name}” wasn't added. A message can have up to {count, plural, one {# file} other {# files}}.",
    { name, count: maxCount },
  );
}

export function describeEmptyFile(name: string): string {
  return t("“{name}” is empty and wasn't added.", { name });
}
