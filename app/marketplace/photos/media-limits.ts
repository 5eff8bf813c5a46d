import { say } from '../../platform/say.ts';
/** What is taken in, said by the browser before anything is sent and by the server to whoever sends all the same. */

const MEBIBYTE = 1024 * 1024;

export const UPLOAD_KINDS = ['photo', 'video', 'logo'] as const;

export type UploadKind = (typeof UPLOAD_KINDS)[number];

/** Of which a service has several. */
export type ListedKind = Exclude<UploadKind, 'logo'>;

const LIMIT_MB: Readonly<Record<UploadKind, number>> = { photo: 15, video: 20, logo: 5 };

/** For the file input, which is a hint alone. */
export const ACCEPTED: Readonly<Record<UploadKind, string>> = {
  photo: 'image/jpeg,image/png,image/webp,image/avif',
  video: 'video/mp4,video/webm',
  logo: 'image/png,image/webp,image/avif,image/jpeg',
};

/** Where files are added, by the tus protocol. */
export const uploadAddress = (kind: UploadKind) => `/team/catalogue/uploads/${kind}`;

/** What is wrong with a file before any of it comes; undefined where nothing is. */
export function refuseSize(kind: UploadKind, name: string, size: number): string | undefined {
  if (size === 0) return say('“{name}” is empty and was not added.', { name });
  if (size <= LIMIT_MB[kind] * MEBIBYTE) return undefined;
  const what = { photo: say('A photo'), video: say('A sample video'), logo: say('A logo') }[kind];
  return say('“{name}” is too large. {what} can have up to {kind} MB.', {
    name,
    what,
    kind: LIMIT_MB[kind],
  });
}

/** More are said in one sentence: nobody reads ninety. */
const A_FEW = 3;

/** Of those beyond what a service can have, by their names. */
export function sayTooMany(kind: ListedKind, names: readonly string[], most: number): string[] {
  const what = kind === 'photo' ? say('photos') : say('sample videos');
  if (names.length > A_FEW) {
    const all = [...new Set(names)].map((name) => `“${name}”`).join(', ');
    return [
      say('{names} were not added. A service can have up to {most} {what}.', {
        names: all,
        most,
        what,
      }),
    ];
  }
  return names.map((name) =>
    say('“{name}” was not added. A service can have up to {most} {what}.', { name, most, what }),
  );
}

/** A part of a photo, in the pixels of the whole one. */
export interface CropView {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** What is known of a photo where it is cropped. */
export interface PhotoOrigin {
  readonly whole: { readonly id: string; readonly width: number; readonly height: number };
  /** What of it is shown; null for all of it. */
  readonly crop: CropView | null;
}
