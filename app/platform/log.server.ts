import { pino, type DestinationStream, type Logger } from 'pino';

interface LoggedError {
  readonly type: string;
  readonly message: string;
  readonly code?: string;
  readonly stack?: string;
  readonly cause?: LoggedError;
}

const MAX_CAUSES = 5;
const ADDRESS = /[^@]@[^@]/;

export type Log = Logger;

export interface LogOptions {
  readonly scope?: () => object;
  readonly destination?: DestinationStream;
}

/**
 * A structured log on standard output. Cookies, authorization headers, chat texts and email
 * addresses are never logged; JSON encoding confines a forged line break to its field.
 */
export function createLog(level: string, { scope, destination }: LogOptions = {}): Log {
  const options = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    serializers: { err: describeError },
    ...(scope ? { mixin: scope } : {}),
  };
  // Synchronous: when nobody reads the output any more, buffered lines would be retried forever at
  // exit and keep the process from ending.
  return pino(options, destination ?? pino.destination({ dest: process.stdout.fd, sync: true }));
}

/**
 * Describes an error without personal data. Drizzle puts a failed statement's parameters, such as a
 * chat message, into its error, PostgreSQL puts the row into `detail`, and mail servers put the
 * recipient into a refusal. Logs may be kept and shipped elsewhere.
 */
function describeError(error: unknown, depth = 0): LoggedError {
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

/** Keeps only the stack frames; the message, which may have several lines, is logged separately. */
function withoutMessage({ stack = '', message }: Error): string {
  const at = message === '' ? -1 : stack.indexOf(message);
  const frames = at < 0 ? stack : stack.slice(at + message.length);
  return frames.trim();
}

export function withoutPersons(text: string): string {
  return text
    .replace(/\nparams: [\s\S]*/, '')
    .replaceAll(/[^\s<>"'(),;:=]+/g, (word) => (ADDRESS.test(word) ? '(address)' : word));
}
