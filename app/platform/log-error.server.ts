/** What the log says about a fault. */
export interface LoggedError {
  readonly type: string;
  readonly message: string;
  readonly code?: string;
  readonly stack?: string;
  readonly cause?: LoggedError;
}

const MAX_CAUSES = 5;

/**
 * A fault without what people wrote. The query builder puts a failed statement's parameters, such
 * as a chat message, into its error, PostgreSQL the offending row into `detail`, mail servers the
 * recipient into their refusal: none of it may end up in a log that is kept and shipped elsewhere.
 */
export function describeError(error: unknown, depth = 0): LoggedError {
  if (!(error instanceof Error))
    return { type: typeof error, message: withoutPersons(String(error)) };
  const code = (error as { code?: unknown }).code;
  return {
    type: error.name,
    message: withoutPersons(error.message),
    ...(typeof code === 'string' ? { code } : {}),
    ...(error.stack ? { stack: withoutPersons(withoutMessage(error)) } : {}),
    ...(error.cause !== undefined && depth < MAX_CAUSES
      ? { cause: describeError(error.cause, depth + 1) }
      : {}),
  };
}

/** The frames alone: the message, which may have many lines, is said beside them. */
function withoutMessage({ stack = '', message }: Error): string {
  const at = message === '' ? -1 : stack.indexOf(message);
  const frames = at < 0 ? stack : stack.slice(at + message.length);
  return frames.trim();
}

const ADDRESS = /[^@]@[^@]/;

/** Cuts a statement's parameters off and covers e-mail addresses. */
export function withoutPersons(text: string): string {
  return text
    .replace(/\nparams: [\s\S]*/, '')
    .replaceAll(/[^\s<>"'(),;:=]+/g, (word) => (ADDRESS.test(word) ? '(address)' : word));
}
