/** Each is named in a header of the page that may be framed. */
export const MAX_ORIGINS = 20;

/** No name of a host is longer (RFC 1035). */
const MAX_HOST_LENGTH = 253;
/** Letters, digits and hyphens, or an address in brackets: no wildcard, and nothing that ends a directive of a policy. */
const HOST = /^(?:[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?|\[::1\])$/;
const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

/**
 * The one spelling of a site's origin, as browsers send it, or undefined for anything else: a path, a
 * user name, a wildcard, `null`, and plain http to anywhere but this computer.
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

/** Origins with spaces or commas between them, each once; undefined where one is none, or they are too many. */
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
