import { t, type Sentence } from '../i18n/translate.ts';
import * as v from 'valibot';
import { typedLength } from './shown-text.ts';

/**
 * A text whose stored form has at most `maxLength` characters; `tooLong` is the error. This limit
 * on the typed text is generous: the code that stores the text checks the exact length.
 */
export const text = (
  maxLength: number,
  tooLong: Sentence | (() => string) = () =>
    t('Use at most {most, plural, one {# character} other {# characters}}', { most: maxLength }),
) =>
  v.pipe(
    v.string(),
    v.maxLength(typedLength(maxLength), () =>
      typeof tooLong === 'function' ? tooLong() : t(tooLong),
    ),
    // PostgreSQL cannot store NUL characters.
    v.transform((typed) => typed.replaceAll('\0', '')),
  );

/** The same for a form or a query, in which a missing field means an empty one. */
export const field = (maxLength: number, tooLong?: Sentence | (() => string)) =>
  v.optional(text(maxLength, tooLong), '');

/** A UUID in PostgreSQL's spelling, so that string comparison works. */
export const uuid = v.pipe(v.string(), v.uuid(), v.toLowerCase());

export const id = v.pipe(v.string(), v.regex(/^[\w-]{1,64}$/));

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,6})?(?:Z|[+-]\d\d:\d\d)$/;

/**
 * A moment within the years that PostgreSQL and JavaScript write alike, normalized to
 * `toISOString`.
 */
export const instant = v.pipe(
  v.string(),
  v.regex(INSTANT),
  v.check((typed) => /^(?!0000)\d{4}-/.test(toIso(typed))),
  v.transform(toIso),
);

/** Returns '' for a day that is not in the calendar. */
function toIso(typed: string): string {
  const moment = new Date(typed);
  return Number.isNaN(moment.getTime()) ? '' : moment.toISOString();
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/**
 * Checks a UUID before a query: PostgreSQL throws an error on an invalid UUID instead of finding
 * nothing.
 */
export function isUuid(text: string): boolean {
  return UUID.test(text);
}
