import { randomBytes } from 'node:crypto';
import type { RequestInfo } from '../app/host.ts';
import { createClientAddressReader, createProxyTrust } from './client-address.ts';
import { requestIdOf } from './request-id.ts';

/** What is known of a request before anything else is asked of it. */
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
      // Only pages ask for it, and making it costs a message a twentieth of its time.
      get nonce() {
        return (nonce ??= randomBytes(16).toString('base64'));
      },
    };
  };
}
