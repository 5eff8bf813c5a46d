/** A limit, because a header of the embedded page lists all origins. */
export const MAX_ORIGINS = 20;

/** The longest host name (RFC 1035). */
const MAX_HOST_LENGTH = 253;
/**
 * Letters, digits and hyphens, or an IPv6 loopback address: no wildcard, and no character that ends
 * a CSP directive.
 */
const HOST = /^(?:[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?|\[::1\])$/;
const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

/**
 * Normalizes an origin to the spelling that browsers send. Returns undefined for a path, a user
 * name, a wildcard, `null`, and plain http except to localhost.
 */
export function readOrigin(text: string): string | undefined {
  const url = URL.parse(text);
  if (url === null || !/^https?:$/.test(url.protocol)) return undefined;
  const { protocol, hostname, username, password, pathname, origin } = url;
  if (username !== '' || password !== '' || pathname !== '/' || /[?#@\\]/.test(text))
    return undefined;
  if (!HOST.test(hostname) || hostname.length > MAX_HOST_LENGTH) return undefined;
  if (protocol === 'http:' && !LOOPBACK.test(hostname)) return undefined;
  return origin;
}

/**
 * Parses origins separated by spaces or commas and removes duplicates; undefined when one is
 * invalid, or there are too many.
 */
export function readOrigins(text: string): readonly string[] | undefined {
  const typed = text.split(/[\s,]+/).filter((each) => each !== '');
  const origins = new Set<string>();
  for (const each of typed) {
    const origin = readOrigin(each);
    if (origin === undefined) return undefined;
    origins.add(origin);
  }
  return origins.size > MAX_ORIGINS ? undefined : [...origins];
}
