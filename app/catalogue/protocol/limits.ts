import { t } from '../../i18n/translate.ts';
import { PRICING_LIMITS } from '../../orders/pricing/limits.ts';

/** The tables, the forms and the import share these limits. */
export const LIMITS = {
  sectionTitle: 60,
  tagline: 120,
  groupTitle: 60,
  title: 80,
  slug: 100,
  name: 40,
  summary: 90,
  description: 4000,
  /** The number is in the smallest unit of the currency: just below one thousand million dollars. */
  amount: 99_999_999_999,
  note: 80,
  deliveryDays: 730,
  revisions: 99,
  needs: 2000,
  delivers: 2000,
  packageContents: 500,
  options: PRICING_LIMITS.options,
  optionTitle: 80,
  optionDescription: 300,
  /** Per period of a subscription. */
  requests: 999,
  requestsLabel: 40,
  questions: 8,
  question: 200,
  answer: 800,
  photos: 10,
  /** A screen reader reads an alternative text out without a pause, so the text must be short. */
  photoAlt: 200,
  videos: 3,
  videoTitle: 100,
  popular: 999,
  place: 1_000_000_000,
  publicationNote: 500,
} as const;

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
  if (size === 0) return t("“{name}” is empty and wasn't added.", { name });
  if (size <= LIMIT_MB[kind] * MEBIBYTE) return undefined;
  const most = LIMIT_MB[kind];
  if (kind === 'photo') {
    return t('“{name}” is too large. A photo can be up to {most} MB.', { name, most });
  }
  return kind === 'video'
    ? t('“{name}” is too large. A sample video can be up to {most} MB.', { name, most })
    : t('“{name}” is too large. A logo can be up to {most} MB.', { name, most });
}

/** Above this number, one sentence names all files, because nobody reads ninety sentences. */
const A_FEW = 3;

export function describeTooManyMedia(
  kind: ListedKind,
  names: readonly string[],
  most: number,
): string[] {
  if (names.length > A_FEW) {
    const all = [...new Set(names)].map((name) => t('“{name}”', { name })).join(', ');
    return [describeExcess(kind, { names: all, count: names.length, most })];
  }
  return names.map((name) =>
    describeExcess(kind, { names: t('“{name}”', { name }), count: 1, most }),
  );
}

function describeExcess(
  kind: ListedKind,
  values: { readonly names: string; readonly count: number; readonly most: number },
): string {
  return kind === 'photo'
    ? t(
        "{names} {count, plural, one {wasn''t} other {weren''t}} added. A service can have up to {most, plural, one {# photo} other {# photos}}.",
        values,
      )
    : t(
        "{names} {count, plural, one {wasn''t} other {weren''t}} added. A service can have up to {most, plural, one {# sample video} other {# sample videos}}.",
        values,
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
