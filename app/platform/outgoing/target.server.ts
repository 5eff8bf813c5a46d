import { StoredError } from '../stored-error.server.ts';
import { defineMessages, type StoredMessage } from '../stored-message.ts';
import { t } from '../../i18n/translate.ts';
import { lookup, type LookupAddress } from 'node:dns';
import { BlockList, isIP, type LookupFunction } from 'node:net';
import { RefusedError } from '../errors.ts';

/**
 * The targets of requests whose URL a user has entered. The server is inside the network, so that a
 * URL could reach the cloud's metadata service or a database (SSRF). 'loopback' is for a server
 * without a public origin, 'private' for operators who allow it.
 */
export type TargetPolicy = 'public' | 'loopback' | 'private';

export const URL_MAX_LENGTH = 500;

export function targetPolicy(settings: {
  readonly webhookAllowPrivate: boolean;
  readonly publicOrigin: string | undefined;
}): TargetPolicy {
  if (settings.webhookAllowPrivate) return 'private';
  return settings.publicOrigin === undefined ? 'loopback' : 'public';
}

/** The message names the refused address for the person who reads the delivery's result. */
export class RefusedTargetError extends StoredError {
  override readonly name = 'RefusedTargetError';
}

export const requestMessage = defineMessages({
  'request.not-public': ({ address }: { readonly address: string }) =>
    t("{address} isn't a public internet address.", { address }),
  'request.not-https': () => t('Addresses on the internet must use https.'),
  'request.too-large': () => t('The response is too large.'),
  'request.timeout': () => t("The receiver didn't respond in time."),
  'request.name-unknown': () => t("The host name doesn't exist."),
  'request.name-failed': () => t("Couldn't look up the host name."),
  'request.refused': () => t('The receiver refused the connection.'),
  'request.broken-off': () => t('The receiver closed the connection.'),
  'request.unreachable': () => t("Couldn't reach the receiver."),
  'request.certificate-expired': () => t('The receiver’s certificate has expired.'),
  'request.certificate-self-signed': () => t('The receiver’s certificate is self-signed.'),
  'request.certificate-name': () => t('The receiver’s certificate is for another host name.'),
  'request.certificate-unverified': () => t("The receiver’s certificate can't be verified."),
  'request.failed': ({ code }: { readonly code: string }) =>
    t('The request failed ({code}).', { code }),
  'request.failed-unknown': () => t('The request failed.'),
});

const LOOPBACK = new BlockList();
LOOPBACK.addSubnet('127.0.0.0', 8, 'ipv4');
LOOPBACK.addAddress('::1', 'ipv6');

/** IPv4 networks that are not on the Internet (IANA's special-purpose registry). */
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

/**
 * The global IPv6 addresses, minus those that embed an IPv4 address and those for documentation.
 */
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

export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 4) return !SPECIAL_V4.check(address, 'ipv4');
  return (
    isIP(address) === 6 && GLOBAL_V6.check(address, 'ipv6') && !SPECIAL_V6.check(address, 'ipv6')
  );
}

function isLoopback(address: string): boolean {
  return LOOPBACK.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');
}

/** Throws unless the policy allows all addresses of a host with this protocol. */
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
      throw new RefusedTargetError(requestMessage('request.not-public', { address }));
    }
    if (isOutside && protocol !== 'https:') {
      throw new RefusedTargetError(requestMessage('request.not-https'));
    }
  }
}

/**
 * Checks a URL that a user entered; throws {@link RefusedError} 400. Host names are resolved only
 * when sending.
 */
export function readTargetUrl(
  text: string,
  policy: TargetPolicy,
  maxLength = URL_MAX_LENGTH,
): string {
  const refuse = (message: string | StoredMessage) => new RefusedError(400, message, 'url');
  const url = URL.parse(text.trim());
  if (!url || url.href.length > maxLength) {
    throw refuse('Enter a complete URL such as https://example.com/webhooks.');
  }
  if (url.protocol !== 'https:' && (policy === 'public' || url.protocol !== 'http:')) {
    throw refuse('Use a URL that starts with https://.');
  }
  if (url.username !== '' || url.password !== '') {
    throw refuse('Remove the user name and password: the signature identifies the sender.');
  }
  url.hash = '';
  const host = hostnameOf(url);
  if (isIP(host) !== 0) {
    try {
      checkAddresses([host], url.protocol, policy);
    } catch (error) {
      if (error instanceof RefusedTargetError) throw refuse(error.stored);
      throw error;
    }
  }
  return url.href;
}

export function hostnameOf(url: URL): string {
  return url.hostname.replace(/^\[|\]$/g, '');
}

/**
 * Resolves a host for one connection and checks the result. The connection uses the checked
 * addresses, which prevents DNS rebinding.
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
