import { say } from '../../platform/say.ts';
/** The browser checks these limits before sending, and the server checks them again. */

const MEBIBYTE = 1024 * 1024;

export const UPLOAD_KINDS = ['photo', 'video', 'logo'] as const;

export type UploadKind = (typeof UPLOAD_KINDS)[number];

export type ListedKind = Exclude<UploadKind, 'logo'>;

const LIMIT_MB: Readonly<Record<UploadKind, number>> = { photo: 15, video: 20, logo: 5 };

/** The `accept` attribute of the file input is only a hint. */
export const ACCEPTED: Readonly<Record<UploadKind, string>> = {
  photo: 'image/jpeg,image/png,image/webp,image/avif',
  video: 'video/mp4,video/webm',
  logo: 'image/png,image/webp,image/avif,image/jpeg',
};

/** The uploads use the tus protocol. */
export const uploadAddress = (kind: UploadKind) => `/team/catalogue/uploads/${kind}`;

/** The check runs before any data is sent. */
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

/** Above this number, one sentence names all files, because nobody reads ninety sentences. */
const A_FEW = 3;

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

/** The numbers are pixels of the original. */
export interface CropView {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

export interface PhotoOrigin {
  readonly whole: { readonly id: string; readonly width: number; readonly height: number };
  /** Null means the whole photo. */
  readonly crop: CropView | null;
}
