import { say } from './say.ts';
import * as v from 'valibot';
import { typedLength } from './shown-text.ts';

// What forms, JSON and queries are made of, each with a length.

/**
 * A text of which `maxLength` characters may be kept; `tooLong` is what is said of a longer one.
 * Whether what is kept of it is too long is for whoever keeps it to say.
 */
export const text = (
  maxLength: number,
  tooLong: string | (() => string) = () =>
    say('Please use at most {most} characters', { most: maxLength }),
) =>
  v.pipe(
    v.string(),
    v.maxLength(typedLength(maxLength), tooLong),
    // PostgreSQL has no NUL, and nobody types one.
    v.transform((typed) => typed.replaceAll('\0', '')),
  );

/** The same for a form or a query, where what is missing is empty. */
export const field = (maxLength: number, tooLong?: string | (() => string)) =>
  v.optional(text(maxLength, tooLong), '');

/** A uuid as the database writes it: in another spelling it would be another one to whoever compares. */
export const uuid = v.pipe(v.string(), v.uuid(), v.toLowerCase());

/** The id of an account or a session, or another name that we have made. */
export const id = v.pipe(v.string(), v.regex(/^[\w-]{1,64}$/));

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,6})?(?:Z|[+-]\d\d:\d\d)$/;

/** A moment of the years that PostgreSQL and JavaScript write alike, in the form that we write it. */
export const instant = v.pipe(
  v.string(),
  v.regex(INSTANT),
  v.check((typed) => /^(?!0000)\d{4}-/.test(toIso(typed))),
  v.transform(toIso),
);

/** '' for a day that is not in the calendar. */
function toIso(typed: string): string {
  const moment = new Date(typed);
  return Number.isNaN(moment.getTime()) ? '' : moment.toISOString();
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Checked before a query: the database answers another form with an error, not with nothing. */
export function isUuid(text: string): boolean {
  return UUID.test(text);
}
