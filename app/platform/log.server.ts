import { pino, type DestinationStream, type Logger } from 'pino';
import { describeError } from './log-error.server.ts';

export type Log = Logger;

export interface LogOptions {
  /** What every line says besides its own words, such as the request it belongs to. */
  readonly scope?: () => object;
  /** Instead of standard output: for tests. */
  readonly destination?: DestinationStream;
}

/**
 * Structured log on standard output. Cookies, authorization headers, chat texts and e-mail
 * addresses are not logged at all; JSON encoding keeps a forged line break inside its own field.
 */
export function createLog(level: string, { scope, destination }: LogOptions = {}): Log {
  const options = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    serializers: { err: describeError },
    ...(scope ? { mixin: scope } : {}),
  };
  // Written at once: what waits for the end of the process is retried for ever, and keeps it from
  // ending, when nobody reads the output any more.
  return pino(options, destination ?? pino.destination({ dest: process.stdout.fd, sync: true }));
}
