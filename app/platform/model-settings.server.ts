import * as v from 'valibot';

/** An endpoint that speaks the common shape of chat completions, and the model asked there. */
export interface ModelSettings {
  /** Without a slash at its end: '/chat/completions' follows. */
  readonly url: string;
  /** Undefined where the endpoint asks for none. */
  readonly key: string | undefined;
  readonly name: string;
}

const line = (maxLength: number) =>
  v.pipe(
    v.string(),
    v.trim(),
    v.maxLength(maxLength, `must have at most ${maxLength} characters`),
    // It becomes a header, where a line break would start another.
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

/** Name and check of each variable. */
export const MODEL_ENVIRONMENT = {
  MODEL_URL: v.optional(url),
  MODEL_KEY: v.optional(line(1000)),
  MODEL_NAME: v.optional(line(200)),
} as const;

const environment = v.object(MODEL_ENVIRONMENT);

/** Undefined where no endpoint is named; `refuse` throws what is missing. */
export function readModel(
  { MODEL_URL, MODEL_KEY, MODEL_NAME }: v.InferOutput<typeof environment>,
  refuse: (message: string) => never,
): ModelSettings | undefined {
  if (!MODEL_URL && !MODEL_NAME && !MODEL_KEY) return undefined;
  if (!MODEL_URL || !MODEL_NAME) return refuse('MODEL_URL and MODEL_NAME must be set together');
  return { url: MODEL_URL, key: MODEL_KEY, name: MODEL_NAME };
}
