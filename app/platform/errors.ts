/**
 * Compares errors by name instead of class. Modules exist twice, once loaded by Node and once in
 * Vite's bundle, so an error thrown in one copy is no instance of the other copy's class.
 */
export function isNamed(value: unknown, name: string): value is Error {
  return value instanceof Error && value.name === name;
}

/**
 * An error whose message the user may read. Any other exception is our fault: it is logged with its
 * request id and shown as 'Something went wrong'.
 */
export class RefusedError extends Error {
  /** Compares by name, because errors cross the border between Node's modules and Vite's bundle. */
  static override [Symbol.hasInstance](value: unknown): value is RefusedError {
    return isNamed(value, 'RefusedError');
  }

  override readonly name = 'RefusedError';
  readonly status: number;
  readonly field: string | undefined;
  readonly retryAfterSeconds: number | undefined;

  constructor(status: number, message: string, field?: string, retryAfterSeconds?: number) {
    super(message);
    this.status = status;
    this.field = field;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}
