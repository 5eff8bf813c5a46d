import { say, sayCounted } from '../../platform/say.ts';
/** What both sides know of files in a conversation (DECISIONS 43). */

/** Characters of a file's name; file systems hold 255 bytes. */
export const FILE_NAME_MAX_LENGTH = 160;

/** A file of a message, as whoever may read the conversation sees it. */
export interface FileView {
  readonly id: string;
  readonly name: string;
  readonly size: number;
  readonly type: string;
  /** Of a picture with previews; null for everything else. */
  readonly width: number | null;
  readonly height: number | null;
}

/** What this installation takes. */
export interface FileLimits {
  readonly maxBytes: number;
  /** Of one message. */
  readonly maxCount: number;
}

export const MEBIBYTE = 1024 * 1024;

/** Until the server has said otherwise. */
export const USUAL_LIMITS: FileLimits = { maxBytes: 25 * MEBIBYTE, maxCount: 10 };

/** The sizes a picture is shown in, by its longer side. */
export const PREVIEW_SIDES = { small: 480, large: 1600 } as const;

export type PreviewName = keyof typeof PREVIEW_SIDES;

/** Where a file, or a preview of a picture, is read. */
export function filePath(id: string, preview?: PreviewName): string {
  return preview ? `/chat/files/${id}/${preview}` : `/chat/files/${id}`;
}

export function isPicture(file: Pick<FileView, 'width'>): boolean {
  return file.width !== null;
}

const oneDigit = (value: number) => Math.round(value * 10) / 10;

/** '640 B', '2.4 KB', '25 MB': as file managers count. */
export function saySize(bytes: number): string {
  if (bytes < 1024) return `${bytes} B`;
  const kib = bytes / 1024;
  if (kib < 1000) return `${kib < 10 ? oneDigit(kib) : Math.round(kib)} KB`;
  const mib = kib / 1024;
  return `${mib < 10 ? oneDigit(mib) : Math.round(mib)} MB`;
}

/** '1 file', '3 files': what stands where a message has no text. */
export function sayFileCount(count: number): string {
  return sayCounted(count, '{count} file|{count} files');
}

/** A message in one line of a list: what it says, or else how many files it carries. */
export function sayMessage({ text, files }: { text: string; files?: readonly unknown[] }): string {
  return text === '' ? sayFileCount(files?.length ?? 0) : text;
}

/** Said by the browser before anything is sent, and by the server to whoever sends all the same. */
export function sayTooLarge(name: string, limits: Pick<FileLimits, 'maxBytes'>): string {
  return say('“{name}” is too large. A file can have up to {saySize}.', {
    name,
    saySize: saySize(limits.maxBytes),
  });
}

export function sayTooMany(name: string, { maxCount }: Pick<FileLimits, 'maxCount'>): string {
  return say('“{name}” was not added. A message can have up to {sayFileCount}.', {
    name,
    sayFileCount: sayFileCount(maxCount),
  });
}

export function sayEmpty(name: string): string {
  return say('“{name}” is empty and was not added.', { name });
}
