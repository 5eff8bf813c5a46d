import { BlockList, isIP } from 'node:net';
import { plainAddress } from '../app/platform/rate-limit.ts';

/** Returns the address of the client behind trusted proxies. */
export type ReadClientAddress = (peer: string, forwardedFor: string | undefined) => string;

export type IsTrustedProxy = (peer: string) => boolean;

export function createProxyTrust(trustedProxies: readonly string[]): IsTrustedProxy {
  const isTrusted = createTrust(trustedProxies);
  return (peer) => isTrusted(plain(peer));
}

/**
 * Returns the nearest address that is no trusted proxy. Without trusted proxies that is the peer,
 * so that a forged X-Forwarded-For header has no effect.
 */
export function createClientAddressReader(trustedProxies: readonly string[]): ReadClientAddress {
  const isTrusted = createTrust(trustedProxies);
  return (peer, forwardedFor) => {
    let address = plain(peer);
    let left = forwardedFor ?? '';
    // Parsing starts at the end and stops at the first untrusted hop: a client may send thousands
    // of hops.
    while (left !== '' && isTrusted(address)) {
      const at = left.lastIndexOf(',');
      const hop = left.slice(at + 1).trim();
      left = left.slice(0, Math.max(0, at));
      if (hop === '') continue;
      const next = withoutPort(hop);
      if (isIP(next) === 0) break;
      address = next;
    }
    return address;
  };
}

function createTrust(trustedProxies: readonly string[]): (address: string) => boolean {
  const trusted = new BlockList();
  for (const entry of trustedProxies) {
    const [address = '', prefix] = entry.split('/');
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
    if (isIP(address) === 0) throw new Error(`TRUSTED_PROXIES: '${entry}' is not an address`);
    if (prefix === undefined) trusted.addAddress(address, family);
    else trusted.addSubnet(address, Number(prefix), family);
  }
  return (address: string) =>
    isIP(address) !== 0 && trusted.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');
}

/** Matches this computer, which includes an unlisted local proxy that speaks for many clients. */
export function isLoopback(address: string): boolean {
  return /^127\.|^::1$/.test(plain(address));
}

/** Some proxies append the client's port; IPv6 is then in brackets. */
function withoutPort(hop: string): string {
  const [, v6, v4] = /^(?:\[([^\]]+)\](?::\d+)?|([\d.]+):\d+)$/.exec(hop) ?? [];
  return plain(v6 ?? v4 ?? hop);
}

function plain(address: string): string {
  const short = isIP(address) === 6 ? plainAddress(address) : address;
  return isIP(short) === 4 ? short : address;
}
