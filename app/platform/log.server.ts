import { pino, type DestinationStream, type Logger } from 'pino';
import { describeError } from './log-error.server.ts';

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
