import * as v from 'valibot';
import { RefusedError } from '../platform/errors.ts';
import { toTooLongError } from '../platform/read-form.ts';
import { t, type Sentence } from '../i18n/translate.ts';

/** Throws {@link RefusedError} 400 with the first invalid field. */
export function checkJson<S extends v.GenericSchema>(text: string, schema: S): v.InferOutput<S> {
  const body = parse(text);
  if (body === undefined) throw new RefusedError(400, t("The request isn't valid JSON."));
  const result = v.safeParse(schema, body, { abortEarly: true });
  if (result.success) return result.output;
  const tooLong = toTooLongError(result.issues[0]);
  if (tooLong) throw tooLong;
  const field = v.getDotPath(result.issues[0]) ?? undefined;
  throw new RefusedError(
    400,
    field
      ? t('The field ‘{field}’ is missing or invalid.', { field })
      : t('The request is missing or invalid.'),
    field,
  );
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** Returns 0 when the number is absent. */
export function readNumber(request: Request, name: string): number {
  const text = new URL(request.url).searchParams.get(name) ?? '0';
  if (!/^\d{1,9}$/.test(text))
    throw new RefusedError(400, t('‘{name}’ must be a whole number.', { name }), name);
  return Number(text);
}

/** Returns undefined for the first page. `missing` says that the page doesn't exist. */
export function readPlace<S extends v.GenericSchema>(
  schema: S,
  asked: Readonly<Record<string, string>>,
  missing: Sentence,
): v.InferOutput<S> | undefined {
  if (Object.values(asked).every((text) => text === '')) return undefined;
  const place = v.safeParse(schema, asked);
  if (place.success) return place.output;
  throw new RefusedError(400, t(missing));
}
