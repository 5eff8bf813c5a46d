import { RefusedError } from '../../platform/errors.ts';
import { formatsNow, say } from '../../platform/say.ts';
import { toLine, toText } from '../../platform/shown-text.ts';

/** What somebody wrote, which may not be empty; throws {@link RefusedError} with its field. */
export function requireText(
  typed: string,
  field: string,
  maxLength: number,
  whenEmpty: string,
): string {
  const text = toText(typed, maxLength);
  if (text === '') throw new RefusedError(400, whenEmpty, field);
  if (text.length > maxLength) {
    const limit = maxLength.toLocaleString(formatsNow());
    throw new RefusedError(413, say('Please keep it under {limit} characters.', { limit }), field);
  }
  return text;
}

/** The same in one line. */
export function requireLine(
  typed: string,
  field: string,
  maxLength: number,
  whenEmpty: string,
): string {
  const line = toLine(typed, maxLength);
  if (line === '') throw new RefusedError(400, whenEmpty, field);
  return line;
}
