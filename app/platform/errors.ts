import { sayAny } from './say.ts';

/**
 * Whether this is an error of that name. Modules exist twice, once loaded by Node and once in Vite's bundle: what
 * the one opens throws at what the other handles, whose classes are not the same.
 */
export function isNamed(value: unknown, name: string): value is Error {
  return value instanceof Error && value.name === name;
}

/**
 * A refusal that the person who caused it should read. Everything else that is thrown is a fault
 * of ours: logged with its request id and shown only as 'Something went wrong'.
 */
export class RefusedError extends Error {
  /** By name: the limits, opened by the process, refuse requests that are handled in Vite's bundle. */
  static override [Symbol.hasInstance](value: unknown): value is RefusedError {
    return isNamed(value, 'RefusedError');
  }

  override readonly name = 'RefusedError';
  readonly status: number;
  /** Names the form field the message belongs to, where there is one. */
  readonly field: string | undefined;
  /** How long to wait before asking again, where waiting is what helps. */
  readonly retryAfterSeconds: number | undefined;

  constructor(status: number, message: string, field?: string, retryAfterSeconds?: number) {
    // In the language of whoever asked for what is refused.
    super(sayAny(message));
    this.status = status;
    this.field = field;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}
