import { readCookie } from './read-cookie.ts';

/**
 * With https, the prefix `__Host-` keeps sibling subdomains from setting the cookie (RFC 6265bis). Every reader uses this
 * name too: a cookie without the prefix may have been planted.
 */
function nameAt(origin: string, name: string): string {
  return origin.startsWith('https:') ? `__Host-${name}` : name;
}

/** Returns an empty string if the request has no such cookie. `origin` is the shop's. */
export function readSecretCookie(
  origin: string,
  cookies: string | null | undefined,
  name: string,
): string {
  return readCookie(cookies ?? null, nameAt(origin, name));
}

/** Formats the Set-Cookie header. `Strict` would omit the cookie after a link or a redirect from another site. */
export function writeSecretCookie(
  origin: string,
  name: string,
  value: string,
  maxAgeSeconds: number,
): string {
  const secure = origin.startsWith('https:') ? '; Secure' : '';
  return `${nameAt(origin, name)}=${value}; Path=/; Max-Age=${maxAgeSeconds}; HttpOnly; SameSite=Lax${secure}`;
}
