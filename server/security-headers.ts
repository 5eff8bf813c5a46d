import { createHash } from 'node:crypto';

const SECURITY_HEADERS: Readonly<Record<string, string>> = {
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'strict-origin-when-cross-origin',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Permissions-Policy':
    'accelerometer=(), camera=(), geolocation=(), gyroscope=(), microphone=(), payment=(), usb=()',
};

/** On every answer; the policy for scripts is added to pages alone. */
export function securityHeaders(origin: string): Readonly<Record<string, string>> {
  // Two years, as the preload lists ask; only meaningful behind TLS.
  const strict = { 'Strict-Transport-Security': 'max-age=63072000; includeSubDomains' };
  return origin.startsWith('https:') ? { ...SECURITY_HEADERS, ...strict } : SECURITY_HEADERS;
}

/**
 * For everything that is no page: opened by itself, a picture or an answer in JSON runs and loads
 * nothing. What scripts may do counts for those that run as workers.
 */
export const RESOURCE_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "connect-src 'self'",
  // Pictures in SVG carry their own style.
  "style-src 'unsafe-inline'",
  "img-src 'self' data:",
  "media-src 'self'",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** `scripts` are nonces or hashes. Inline scripts without either do not run, whoever put them in. */
export function contentSecurityPolicy(scripts: readonly string[]): string {
  return [
    "default-src 'self'",
    ["script-src 'self'", ...scripts.map((source) => `'${source}'`)].join(' '),
    "style-src 'self'",
    // React writes style attributes; they cannot load or run anything.
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data:",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');
}

/**
 * Turns a page rendered with a nonce into one that can be kept for everybody: its own inline
 * scripts are named by their SHA-256 instead. Only scripts that carry the nonce are named, so a
 * script that somebody smuggled into the page still does not run.
 */
export function replaceNonce(page: string, nonce: string): { page: string; policy: string } {
  const attribute = ` nonce="${nonce}"`;
  const hashes = new Set<string>();
  for (const [, attributes = '', script = ''] of page.matchAll(
    /<script([^>]*)>([\s\S]*?)<\/script>/g,
  )) {
    if (script === '' || !attributes.includes(attribute)) continue;
    hashes.add(`sha256-${createHash('sha256').update(script).digest('base64')}`);
  }
  return { page: page.replaceAll(attribute, ''), policy: contentSecurityPolicy([...hashes]) };
}
