import { randomUUID } from 'node:crypto';
import type { IsTrustedProxy } from './client-address.ts';

/** Accepts every common format; excludes characters that could break a log line or field. */
const FORM = /^[\w.:-]{8,64}$/;

/**
 * Returns the request id for the logs. A given id counts only from a trusted proxy: a client could
 * otherwise imitate the ids of others.
 */
export function requestIdOf(
  isTrustedProxy: IsTrustedProxy,
  peer: string,
  given: string | undefined,
): string {
  return given !== undefined && FORM.test(given) && isTrustedProxy(peer) ? given : randomUUID();
}
