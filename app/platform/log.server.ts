import { pino, type Logger } from 'pino';

export type Log = Logger;

/**
 * Structured log on standard output. Secrets never reach it: cookies and authorization headers
 * are not logged at all, and JSON encoding keeps a forged line break inside its own field.
 */
export function createLog(level: string): Log {
  return pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime });
}
