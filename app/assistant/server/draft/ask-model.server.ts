import { t } from '../../../i18n/translate.ts';

import * as v from 'valibot';
import type { Clock } from '../../../platform/clock.ts';
import type { ModelSettings } from '../../../platform/model-settings.server.ts';
import { post } from '../../../platform/outgoing/post.server.ts';
import { showMessage } from '../../../platform/stored-message.ts';

const FAILURES = 3;
const FIRST_PAUSE_MS = 30_000;
const LONGEST_PAUSE_MS = 10 * 60_000;

/**
 * A circuit breaker: callers do not wait for an endpoint that is down. After several failures, one request
 * probes the endpoint after each pause. Pauses grow, and the first success closes the circuit.
 */
export class Circuit {
  readonly #clock: Clock;
  #failures = 0;
  #since: Date | undefined;
  #nextAt = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /**
   * Returns the start of the outage and the time of the next attempt. Returns undefined while requests are
   * allowed.
   */
  get pause(): { readonly since: Date; readonly until: Date } | undefined {
    if (this.#failures < FAILURES || !this.#since) return undefined;
    if (this.#clock.now().getTime() >= this.#nextAt) return undefined;
    return { since: this.#since, until: new Date(this.#nextAt) };
  }

  /**
   * The first caller after a pause probes the endpoint alone, because this starts the next pause for the
   * others.
   */
  begin(): void {
    if (this.#failures >= FAILURES) this.#pause();
  }

  succeeded(): void {
    this.#failures = 0;
    this.#since = undefined;
  }

  failed(): void {
    this.#since ??= this.#clock.now();
    this.#failures += 1;
    if (this.#failures >= FAILURES) this.#pause();
  }

  #pause(): void {
    const pause = FIRST_PAUSE_MS * 2 ** Math.min(this.#failures - FAILURES, 10);
    this.#nextAt = this.#clock.now().getTime() + Math.min(pause, LONGEST_PAUSE_MS);
  }
}

/** After 45 seconds an agent has usually written the answer without the draft. */
export const ANSWER_WITHIN_MS = 45_000;
/** The limit is far above the length of any message and small enough for the memory of the process. */
const ANSWER_LIMIT_BYTES = 256 * 1024;

export interface Prompt {
  readonly system: string;
  readonly user: string;
}

export type Completion =
  | { readonly text: string; readonly isCut: boolean }
  | { readonly problem: string };

const part = v.object({ type: v.string(), text: v.optional(v.string()) });
const completion = v.object({
  choices: v.pipe(
    v.array(
      v.object({
        message: v.object({ content: v.nullish(v.union([v.string(), v.array(part)])) }),
        finish_reason: v.nullish(v.string()),
      }),
    ),
    v.minLength(1),
  ),
});

/** Each process keeps its own circuit breaker per endpoint URL. */
const circuits = new WeakMap<Clock, Map<string, Circuit>>();

export function circuitOf(clock: Clock, { url }: ModelSettings): Circuit {
  const known = circuits.get(clock) ?? new Map<string, Circuit>();
  circuits.set(clock, known);
  const circuit = known.get(url) ?? new Circuit(clock);
  known.set(url, circuit);
  return circuit;
}

/**
 * Sends a single request to the model. Redirects are refused so that the API key reaches no other host.
 * Public addresses require https; the operator's own network may be addressed without TLS.
 */
export async function askModel(
  model: ModelSettings,
  { system, user }: Prompt,
  signal: AbortSignal,
  clock: Clock,
  timeoutMs = ANSWER_WITHIN_MS,
): Promise<Completion> {
  const circuit = circuitOf(clock, model);
  circuit.begin();
  const answer = await post({
    url: `${model.url}/chat/completions`,
    headers: {
      'Content-Type': 'application/json',
      Accept: 'application/json',
      ...(model.key === undefined ? {} : { Authorization: `Bearer ${model.key}` }),
    },
    body: JSON.stringify({
      model: model.name,
      stream: false,
      messages: [
        { role: 'system', content: system },
        { role: 'user', content: user },
      ],
    }),
    policy: 'private',
    signal,
    timeoutMs,
    keepBytes: ANSWER_LIMIT_BYTES,
  });
  if ('error' in answer) {
    // An aborted request says nothing about the health of the endpoint.
    if (!signal.aborted) circuit.failed();
    return {
      problem: t(
        "The model couldn''t be reached. {reason} You can write the answer yourself, or try again later.",
        { reason: showMessage(answer.error) },
      ),
    };
  }
  const { status, body = '', retryAfter } = answer;
  if (status >= 500) circuit.failed();
  else circuit.succeeded();
  return status === 200 ? readCompletion(body) : { problem: describeStatus(status, retryAfter) };
}

function describeStatus(status: number, retryAfter: string | undefined): string {
  if (status === 401 || status === 403) {
    return t('The model’s endpoint rejected the key. Ask an admin to check MODEL_KEY.');
  }
  if (status === 404 || status === 400 || status === 422) {
    return t(
      'The model’s endpoint didn’t accept the request ({status}). Ask an admin to check MODEL_URL and MODEL_NAME.',
      { status },
    );
  }
  if (status === 429) {
    const seconds = /^\d{1,5}$/.test(retryAfter ?? '') ? Number(retryAfter) : undefined;
    return seconds === undefined
      ? t('The model’s endpoint is busy. Try again in a minute, or write the answer yourself.')
      : t(
          'The model’s endpoint is busy. Try again in {seconds, plural, one {# second} other {# seconds}}, or write the answer yourself.',
          { seconds },
        );
  }
  if (status >= 300 && status < 400) {
    return t(
      'The model’s endpoint redirects to another address, and redirects aren’t followed. Ask an admin to set MODEL_URL to the final address.',
    );
  }
  return t(
    'The model’s endpoint returned an error ({status}). You can write the answer yourself, or try again later.',
    { status },
  );
}

function readCompletion(body: string): Completion {
  const read = v.safeParse(completion, parse(body));
  if (!read.success) {
    return {
      problem: t(
        'The model’s endpoint didn’t return a chat completion. Ask an admin to check MODEL_URL.',
      ),
    };
  }
  const [choice] = read.output.choices;
  const content = choice?.message.content ?? '';
  const whole =
    typeof content === 'string' ? content : content.map(({ text = '' }) => text).join('');
  // Some models prefix their answer with their reasoning.
  const text = whole.replace(/^\s*<think>[\s\S]*?(?:<\/think>|$)/, '').trim();
  if (text === '')
    return {
      problem: t(
        'The model returned an empty answer. You can write the answer yourself, or try again later.',
      ),
    };
  return { text, isCut: choice?.finish_reason === 'length' };
}

function parse(body: string): unknown {
  try {
    return JSON.parse(body) as unknown;
  } catch {
    return undefined;
  }
}
