import { randomUUID } from 'node:crypto';
import type { IsTrustedProxy } from './client-address.ts';

/** Long enough for every usual form; nothing in it can end a line or a field of a log. */
const FORM = /^[\w.:-]{8,64}$/;

/**
 * The id a request is known by in the logs of this server. One that comes with the request counts
 * only when a trusted proxy sends it: a stranger could otherwise hide among another's lines.
 */
export function requestIdOf(
  isTrustedProxy: IsTrustedProxy,
  peer: string,
  given: string | undefined,
): string {
  return given !== undefined && FORM.test(given) && isTrustedProxy(peer) ? given : randomUUID();
}
