import { languageNow, t, msg } from '../i18n/translate.ts';

let aheadMs = 0;

/** The Date header has whole seconds, so half a second is the best guess for the rest. */
const ROUNDED_MS = 500;

export class ApiError extends Error {
  override readonly name = 'ApiError';
  /** The HTTP status, or 0 when the server was not reached. */
  readonly status: number;
  readonly field: string | undefined;
  readonly retryAfterMs: number | undefined;

  constructor(status: number, message: string, field?: string, retryAfterMs?: number) {
    super(message);
    this.status = status;
    this.field = field;
    this.retryAfterMs = retryAfterMs;
  }

  /** False without a connection, and when a proxy answers for a server that is down. */
  get wasReached(): boolean {
    return this.status !== 0 && this.status < 500;
  }

  get canRetry(): boolean {
    return this.status === 0 || this.status === 429 || this.status >= 500;
  }
}

const UNREACHABLE = msg('No connection. It will be sent when you are back online.');
const UNEXPECTED = msg('Something went wrong on our side. Please try again.');

/** A connection that dies silently must not keep a message in the state 'sending' for minutes. */
const GIVE_UP_MS = 20_000;

export function getJson<T>(url: string, signal?: AbortSignal): Promise<T> {
  const limit = AbortSignal.timeout(GIVE_UP_MS);
  return call<T>(url, {
    method: 'GET',
    signal: signal ? AbortSignal.any([signal, limit]) : limit,
  });
}

export function postJson<T>(url: string, body: unknown): Promise<T> {
  return call<T>(url, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(GIVE_UP_MS),
  });
}

let besides: Readonly<Record<string, string>> = {};

export function setDefaultHeader(name: string, value: string): void {
  besides = { ...besides, [name]: value };
}

interface Call extends RequestInit {
  readonly headers?: Readonly<Record<string, string>>;
}

async function call<T>(url: string, init: Call): Promise<T> {
  let response: Response;
  try {
    // The server words its messages in the language of the page.
    const headers = { ...init.headers, ...besides, 'Page-Language': languageNow() };
    response = await fetch(url, { ...init, headers });
  } catch {
    throw new ApiError(0, t(UNREACHABLE));
  }
  learnServerTime(response.headers.get('Date'));
  const answer: unknown = await response.json().catch(() => undefined);
  if (response.ok && answer !== undefined) return answer as T;
  const error = (answer as { error?: { message?: string; field?: string } } | undefined)?.error;
  throw new ApiError(
    response.status,
    error?.message ?? t(UNEXPECTED),
    error?.field,
    readRetryAfter(response),
  );
}

/** Only seconds are parsed: our server does not send the date form of the header. */
function readRetryAfter(response: Response): number | undefined {
  const seconds = response.headers.get('Retry-After') ?? '';
  return /^\d{1,6}$/.test(seconds) ? Number(seconds) * 1000 : undefined;
}

/** Learns the server's clock from a Date header, because a device's clock may be minutes off. */
function learnServerTime(date: string | null): void {
  const told = Date.parse(date ?? '');
  if (Number.isNaN(told)) return;
  const difference = told + ROUNDED_MS - Date.now();
  // A difference below one second is within the response time.
  aheadMs = Math.abs(difference) < 2 * ROUNDED_MS ? 0 : difference;
}

export function serverNow(): number {
  return Date.now() + aheadMs;
}
