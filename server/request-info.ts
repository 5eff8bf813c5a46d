import { randomBytes, randomUUID } from 'node:crypto';
import type { RequestInfo } from '../app/app-context.ts';
import {
  createClientAddressReader,
  createProxyTrust,
  type IsTrustedProxy,
} from './client-address.ts';
import type { Settings } from '../app/platform/settings.server.ts';

/** Accepts every common format; excludes characters that could break a log line or field. */
const FORM = /^[\w.:-]{8,64}$/;

export type ReadRequestInfo = (
  peer: string | undefined,
  header: (name: 'x-request-id' | 'x-forwarded-for') => string | undefined,
) => RequestInfo;

export function createRequestInfoReader(trustedProxies: readonly string[]): ReadRequestInfo {
  const isTrustedProxy = createProxyTrust(trustedProxies);
  const readClientAddress = createClientAddressReader(trustedProxies);
  return (peer = '', header) => {
    let nonce: string | undefined;
    return {
      id: requestIdOf(isTrustedProxy, peer, header('x-request-id')),
      address: readClientAddress(peer, header('x-forwarded-for')),
      // Lazy, because only pages need the nonce, and creating it takes a twentieth of the time of a
      // message.
      get nonce() {
        return (nonce ??= randomBytes(16).toString('base64'));
      },
    };
  };
}

/**
 * Returns the request id for the logs. A given id counts only from a trusted proxy: a client could
 * otherwise imitate the ids of others.
 */
function requestIdOf(
  isTrustedProxy: IsTrustedProxy,
  peer: string,
  given: string | undefined,
): string {
  return given !== undefined && FORM.test(given) && isTrustedProxy(peer) ? given : randomUUID();
}

const LOOPBACK = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])(:\d+)?$/;

/**
 * Returns true for a write or a socket of our own pages. Browsers send an Origin header with both,
 * so a missing one is refused. PUBLIC_ORIGIN is the only valid origin if set; otherwise page and
 * request must agree on a loopback name.
 */
export function isOwnOrigin(
  settings: Pick<Settings, 'publicOrigin'>,
  origin: string | undefined,
  host: string | undefined,
  fetchSite?: string | string[],
): boolean {
  if (!origin || !host) return false;
  // A page cannot forge this header. Older browsers do not send it.
  if (fetchSite === 'cross-site' || fetchSite === 'same-site') return false;
  if (settings.publicOrigin) return origin === settings.publicOrigin;
  const from = URL.parse(origin);
  return from !== null && from.protocol === 'http:' && from.host === host && LOOPBACK.test(host);
}
