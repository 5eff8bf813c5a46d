import * as v from 'valibot';

/** An endpoint with the OpenAI-compatible chat completions API, and its model. */
export interface ModelSettings {
  /** Without a slash at the end: '/chat/completions' is appended. */
  readonly url: string;
  /** Undefined for an endpoint without authentication. */
  readonly key: string | undefined;
  readonly name: string;
}

const line = (maxLength: number) =>
  v.pipe(
    v.string(),
    v.trim(),
    v.maxLength(maxLength, `must have at most ${maxLength} characters`),
    // The key becomes a header, into which a line break would inject another.
    v.check((text) => !/\p{Cc}/u.test(text), 'must be one line'),
  );

const url = v.pipe(
  line(500),
  v.check((text) => {
    const parsed = URL.parse(text);
    if (!parsed || parsed.username + parsed.password + parsed.search + parsed.hash !== '') {
      return false;
    }
    return /^https?:$/.test(parsed.protocol);
  }, 'must be an address such as https://models.example/v1, without a user name or a query'),
  v.transform((text) => new URL(text).href.replace(/(?<!\/)\/+$/, '')),
);

export const MODEL_ENVIRONMENT = {
  MODEL_URL: v.optional(url),
  MODEL_KEY: v.optional(line(1000)),
  MODEL_NAME: v.optional(line(200)),
} as const;

const environment = v.object(MODEL_ENVIRONMENT);

/**
 * Returns undefined without an endpoint; `refuse` throws an error that names the missing setting.
 */
export function readModel(
  { MODEL_URL, MODEL_KEY, MODEL_NAME }: v.InferOutput<typeof environment>,
  refuse: (message: string) => never,
): ModelSettings | undefined {
  if (!MODEL_URL && !MODEL_NAME && !MODEL_KEY) return undefined;
  if (!MODEL_URL || !MODEL_NAME) return refuse('MODEL_URL and MODEL_NAME must be set together');
  return { url: MODEL_URL, key: MODEL_KEY, name: MODEL_NAME };
}
