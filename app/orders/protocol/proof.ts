import { toLatinDigits } from '../../platform/latin-digits.ts';
import type { FileView } from '../../chat/protocol/files.ts';
import { isPicture } from '../../chat/protocol/files.ts';
import { t } from '../../i18n/translate.ts';

/** The parts of a delivery that can be commented on at a position (rule 301). */
export const PROOF_KINDS = ['image', 'video', 'pdf'] as const;
export type ProofKind = (typeof PROOF_KINDS)[number];

/** The forms that a comment opens on demand; `?reply=ID` in the page's address opens one without scripts. */
export const FORMS_OF_COMMENT = ['reply', 'edit', 'delete'] as const;
export type FormOfComment = (typeof FORMS_OF_COMMENT)[number];
/** The parameters of the page's address. */
export const PROOF_QUERY_NAMES = ['compare', 'view', 'page', ...FORMS_OF_COMMENT] as const;

export const COMMENT_MAX_LENGTH = 2000;
export const COMMENTS_PER_FILE = 200;
export const REPLIES_PER_COMMENT = 50;
export const PAGES_AT_MOST = 10_000;
/** A day. */
export const VIDEO_AT_MOST_MS = 24 * 60 * 60 * 1000;
/** Points are stored in tenths of a percent. */
export const TENTHS = 1000;

/** The types that browsers play. Others are downloaded. */
const VIDEO_TYPES: readonly string[] = [
  'video/mp4',
  'video/webm',
  'video/quicktime',
  'video/x-m4v',
];

/** Returns undefined for a file that can only be downloaded. */
export function proofKindOf(file: Pick<FileView, 'type' | 'width'>): ProofKind | undefined {
  if (isPicture(file)) return 'image';
  if (VIDEO_TYPES.includes(file.type)) return 'video';
  return file.type === 'application/pdf' ? 'pdf' : undefined;
}

/** A place in a file. Everything is null in a comment on the whole file. */
export interface ProofPosition {
  /** From 1. */
  readonly page: number | null;
  /** Tenths of a percent from the left. */
  readonly x: number | null;
  /** Tenths of a percent from the top. */
  readonly y: number | null;
  /** Milliseconds from the start of the video. */
  readonly atMs: number | null;
}

export const WHOLE_FILE: ProofPosition = { page: null, x: null, y: null, atMs: null };

export interface ReplyView {
  readonly id: string;
  readonly side: 'buyer' | 'team';
  readonly by: string;
  readonly text: string;
  readonly at: string;
  readonly isEdited: boolean;
  /** The reader wrote it, and nothing depends on it yet. */
  readonly mayChange: boolean;
}

export interface CommentView extends ReplyView {
  /** Counts the comments of the file. */
  readonly number: number;
  readonly position: ProofPosition;
  readonly resolvedBy: string | null;
  /** The comment is part of a revision request. */
  readonly isRequested: boolean;
  readonly replies: readonly ReplyView[];
}

/** A file of the same name in one of the order's deliveries. */
export interface VersionView {
  readonly file: FileView;
  /** The number of the delivery. */
  readonly delivery: number;
  readonly at: string;
  readonly openCount: number;
}

export interface ProofView {
  /** For example 'E-1001'. */
  readonly order: string;
  readonly file: FileView;
  readonly kind: ProofKind;
  /** The oldest first. The file itself is one of them. */
  readonly versions: readonly VersionView[];
  /** In reading order. */
  readonly comments: readonly CommentView[];
  /** The reason why nobody can comment, or null. */
  readonly closedBecause: string | null;
}

/** The comments of an order's deliveries, for its page. */
export interface OrderProofs {
  /** By file. Files without comments are missing. */
  readonly counts: Readonly<Record<string, { readonly open: number; readonly all: number }>>;
  /** The open comments that a revision request would include. */
  readonly openCount: number;
  /** Those of them that no later delivery has answered. */
  readonly unansweredCount: number;
  /** The comments of the newest revision request, while it is being worked on. */
  readonly requested: readonly RequestedComment[];
}

export interface RequestedComment {
  readonly id: string;
  readonly number: number;
  readonly fileId: string;
  readonly fileName: string;
  readonly position: ProofPosition;
  readonly text: string;
  readonly isResolved: boolean;
}

/** Says where a comment is, for readers who do not see the pin. */
export function formatPosition({ page, x, y, atMs }: ProofPosition): string {
  if (atMs !== null) return t('At {time}', { time: formatTime(atMs) });
  if (x === null || y === null) {
    return page === null ? t('Whole file') : t('Page {page}', { page });
  }
  const point = { x: Math.round(x / 10), y: Math.round(y / 10) };
  return page === null
    ? t('{x} % from the left, {y} % from the top', point)
    : t('Page {page}, {x} % from the left, {y} % from the top', { page, ...point });
}

/** '0:12' or '1:02:03', as players of videos show a time. */
export function formatTime(ms: number): string {
  const seconds = Math.floor(ms / 1000);
  const pad = (value: number) => String(value).padStart(2, '0');
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  return hours > 0
    ? `${hours}:${pad(minutes)}:${pad(seconds % 60)}`
    : `${minutes}:${pad(seconds % 60)}`;
}

/** Reads '12', '0:12', '0:12.5' or '1:02:03'. Returns undefined for anything else. */
export function readTime(typed: string): number | undefined {
  const match = /^(?:(?:(\d{1,2}):)?(\d{1,4}):)?(\d{1,5})(?:[.,](\d{1,3}))?$/.exec(
    toLatinDigits(typed.normalize('NFKC')).trim(),
  );
  if (!match) return undefined;
  const [, hours = '0', minutes = '0', seconds = '0', fraction = ''] = match;
  const whole = Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds);
  const ms = whole * 1000 + Number(fraction.padEnd(3, '0'));
  return ms <= VIDEO_AT_MOST_MS ? ms : undefined;
}

/** Reads the number of a page. Returns undefined for anything else. */
export function readPage(typed: string): number | undefined {
  const text = toLatinDigits(typed.normalize('NFKC')).trim();
  const page = /^\d{1,5}$/.test(text) ? Number(text) : 0;
  return page >= 1 && page <= PAGES_AT_MOST ? page : undefined;
}

/** From top to bottom and from left to right; points within a line's height count as one line. */
export function inReadingOrder(
  one: { readonly position: ProofPosition; readonly number: number },
  other: { readonly position: ProofPosition; readonly number: number },
): number {
  const keyOf = ({ position: { page, x, y, atMs }, number }: typeof one) => [
    atMs ?? -1,
    page ?? 0,
    y === null ? -1 : Math.floor(y / 50),
    x ?? -1,
    number,
  ];
  const [first, second] = [keyOf(one), keyOf(other)];
  const index = first.findIndex((value, at) => value !== second[at]);
  return index < 0 ? 0 : (first[index] ?? 0) - (second[index] ?? 0);
}
