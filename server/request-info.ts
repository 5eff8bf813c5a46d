import { randomBytes } from 'node:crypto';
import type { RequestInfo } from '../app/host.ts';
import { createClientAddressReader, createProxyTrust } from './client-address.ts';
import { requestIdOf } from './request-id.ts';

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
