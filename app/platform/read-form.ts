import { msg, t } from '../i18n/translate.ts';
import * as v from 'valibot';
import { RefusedError } from './errors.ts';

export const UNEXPECTED = msg("The request isn't in the expected format.");
const NOT_A_FORM = msg(
  'This page accepts only form submissions. Submit the form on the page itself.',
);
const NOT_UTF8 = msg('This form must be sent in UTF-8.');
const NOT_WHOLE = msg('The form arrived incomplete. Send it again.');
const TOO_MANY_FIELDS = msg('The form has too many fields.');

/** Several times the size of the largest form. */
const MAX_FIELDS = 500;

const URL_ENCODED = 'application/x-www-form-urlencoded';
const MULTIPART = 'multipart/form-data';

/** Parses the form of a request, like {@link parseForm}. */
export async function readFormData(request: Request): Promise<FormData> {
  const body = await request.arrayBuffer().then(
    (bytes) => new Uint8Array(bytes),
    () => {
      throw new RefusedError(400, t(NOT_WHOLE));
    },
  );
  return parseForm(body, request.headers.get('Content-Type'));
}

/**
 * Throws {@link RefusedError} 415 unless the body is empty or a form in UTF-8, 400 for a broken one, 413 for one
 * with too many fields.
 */
export async function parseForm(
  body: Uint8Array<ArrayBuffer>,
  contentType: string | null,
): Promise<FormData> {
  // A button without a form sends no body.
  if (body.length === 0 && contentType === null) return new FormData();
  const [type = '', ...parameters] = (contentType ?? '')
    .toLowerCase()
    .split(';')
    .map((part) => part.trim());
  if (type !== URL_ENCODED && type !== MULTIPART) throw new RefusedError(415, t(NOT_A_FORM));
  const charset = parameters.find((parameter) => parameter.startsWith('charset='));
  if (charset !== undefined && !/^charset="?utf-?8"?$/.test(charset)) {
    throw new RefusedError(415, t(NOT_UTF8));
  }
  // Counted before parsing, because a parsed field costs more memory than its bytes.
  if (countFields(body, type) > MAX_FIELDS) throw new RefusedError(413, t(TOO_MANY_FIELDS));
  const headers = { 'Content-Type': contentType ?? '' };
  return new Response(body, { headers }).formData().catch(() => {
    throw new RefusedError(400, t(NOT_WHOLE));
  });
}

/**
 * Returns an upper bound: each field begins with an ampersand, or with a line break and two
 * hyphens.
 */
function countFields(body: Uint8Array, type: string): number {
  const mark = type === URL_ENCODED ? '&' : '\n--';
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  let count = 1;
  for (let at = bytes.indexOf(mark); at !== -1; at = bytes.indexOf(mark, at + mark.length)) {
    count += 1;
  }
  return count;
}

/**
 * Reads a form by its schema; throws {@link RefusedError} naming a field that is too long. Of a
 * repeated field the first value counts, except in `lists`, where all count; a file in a text field
 * counts as empty.
 */
export function checkForm<S extends v.GenericSchema>(
  form: FormData,
  schema: S,
  lists: readonly string[] = [],
): v.InferOutput<S> {
  const textOf = (value: FormDataEntryValue | null) => (typeof value === 'string' ? value : '');
  const names = [...new Set(form.keys())];
  return check(schema, {
    ...Object.fromEntries(names.map((name) => [name, textOf(form.get(name))])),
    ...Object.fromEntries(lists.map((name) => [name, form.getAll(name).map(textOf)])),
  });
}

export function readQuery<S extends v.GenericSchema>(
  request: Request,
  schema: S,
): v.InferOutput<S> {
  const params = new URL(request.url).searchParams;
  const names = [...new Set(params.keys())];
  return check(schema, Object.fromEntries(names.map((name) => [name, params.get(name)])));
}

function check<S extends v.GenericSchema>(schema: S, fields: unknown): v.InferOutput<S> {
  const result = v.safeParse(schema, fields, { abortEarly: true });
  if (result.success) return result.output;
  const [issue] = result.issues;
  const tooLong = toTooLongError(issue);
  throw tooLong ?? new RefusedError(400, t(UNEXPECTED));
}

/**
 * Turns an issue about a length into an error with the schema's message; undefined for other
 * issues.
 */
export function toTooLongError(issue: v.BaseIssue<unknown>): RefusedError | undefined {
  return issue.type === 'max_length'
    ? new RefusedError(413, issue.message, v.getDotPath(issue) ?? undefined)
    : undefined;
}
