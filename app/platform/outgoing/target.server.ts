import { say } from '../say.ts';
import { lookup, type LookupAddress } from 'node:dns';
import { BlockList, isIP, type LookupFunction } from 'node:net';
import { RefusedError } from '../errors.ts';

/**
 * Where requests may go whose address somebody gave us. Their browser may be anywhere, the server
 * is inside: without this an address could be the cloud's metadata service or a database's console.
 * 'loopback' is for a server that serves this computer alone, 'private' for whoever asked for it.
 */
export type TargetPolicy = 'public' | 'loopback' | 'private';

/** The longest address an admin may give. */
export const URL_MAX_LENGTH = 500;

export function targetPolicy(settings: {
  readonly webhookAllowPrivate: boolean;
  readonly publicOrigin: string | undefined;
}): TargetPolicy {
  if (settings.webhookAllowPrivate) return 'private';
  return settings.publicOrigin === undefined ? 'loopback' : 'public';
}

/** Says which address was refused, in words for whoever looks at what came of it. */
export class RefusedTargetError extends Error {
  override readonly name = 'RefusedTargetError';
}

const LOOPBACK = new BlockList();
LOOPBACK.addSubnet('127.0.0.0', 8, 'ipv4');
LOOPBACK.addAddress('::1', 'ipv6');

/** Of IPv4, what nobody on the Internet answers at (IANA's special-purpose registry). */
const SPECIAL_V4 = new BlockList();
for (const [network, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const) {
  SPECIAL_V4.addSubnet(network, bits, 'ipv4');
}

/** Of IPv6, the global addresses, less those that carry an IPv4 address or are for examples. */
const GLOBAL_V6 = new BlockList();
GLOBAL_V6.addSubnet('2000::', 3, 'ipv6');
const SPECIAL_V6 = new BlockList();
for (const [network, bits] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const) {
  SPECIAL_V6.addSubnet(network, bits, 'ipv6');
}

/** Whether this is an address of the Internet. */
export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 4) return !SPECIAL_V4.check(address, 'ipv4');
  return (
    isIP(address) === 6 && GLOBAL_V6.check(address, 'ipv6') && !SPECIAL_V6.check(address, 'ipv6')
  );
}

function isLoopback(address: string): boolean {
  return LOOPBACK.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');
}

/** Throws unless every address the name has may be reached over this protocol. */
export function checkAddresses(
  addresses: readonly string[],
  protocol: string,
  policy: TargetPolicy,
): void {
  for (const address of addresses) {
    const isOutside = isPublicAddress(address);
    const isAllowed =
      isOutside || policy === 'private' || (policy === 'loopback' && isLoopback(address));
    if (!isAllowed) {
      throw new RefusedTargetError(
        say('{address} is not an address of the Internet.', { address }),
      );
    }
    if (isOutside && protocol !== 'https:') {
      throw new RefusedTargetError('Over the Internet only https is used.');
    }
  }
}

/** Checks an address we were given; throws {@link RefusedError} 400. Names are looked up when sending. */
export function readTargetUrl(
  text: string,
  policy: TargetPolicy,
  maxLength = URL_MAX_LENGTH,
): string {
  const refuse = (message: string) => new RefusedError(400, message, 'url');
  const url = URL.parse(text.trim());
  if (!url || url.href.length > maxLength) {
    throw refuse('Please enter a complete address such as https://example.com/webhooks.');
  }
  if (url.protocol !== 'https:' && (policy === 'public' || url.protocol !== 'http:')) {
    throw refuse('Please use an address that starts with https://.');
  }
  if (url.username !== '' || url.password !== '') {
    throw refuse('Please leave name and password out: the signature says who is calling.');
  }
  url.hash = '';
  const host = hostOf(url);
  if (isIP(host) !== 0) {
    try {
      checkAddresses([host], url.protocol, policy);
    } catch (error) {
      if (error instanceof RefusedTargetError) throw refuse(error.message);
      throw error;
    }
  }
  return url.href;
}

/** Without the brackets of IPv6. */
export function hostOf(url: URL): string {
  return url.hostname.replace(/^\[|\]$/g, '');
}

/**
 * Looks a name up for one connection and checks what came of it. The connection is made to the
 * addresses that were checked: a name that answers differently the second time gains nothing.
 */
export function guardedLookup(
  protocol: string,
  policy: TargetPolicy,
  resolve: typeof lookup = lookup,
): LookupFunction {
  return (hostname, options, done) => {
    resolve(hostname, { ...options, all: true }, (error, found: LookupAddress[]) => {
      if (error) return done(error, '');
      try {
        checkAddresses(
          found.map(({ address }) => address),
          protocol,
          policy,
        );
      } catch (refused) {
        return done(refused as Error, '');
      }
      const [first] = found;
      if (options.all || !first) return done(null, found);
      return done(null, first.address, first.family);
    });
  };
}
