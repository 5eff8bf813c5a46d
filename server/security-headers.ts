import { hash } from 'node:crypto';

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

/**
 * `scripts` are nonces or hashes. Inline scripts without either do not run, whoever put them in. No
 * page brings styles along either: what is worked out in the browser, scripts set through the DOM.
 * `framedBy` is a source that was checked: it is written as it is.
 */
export function contentSecurityPolicy(scripts: readonly string[], framedBy = "'none'"): string {
  return [
    "default-src 'self'",
    ["script-src 'self'", ...scripts.map((source) => `'${source}'`)].join(' '),
    "style-src 'self'",
    "img-src 'self' data:",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    // Only a preview is shown within another page, and only within ours; and the chat's frame within
    // the one site it was asked for, where an admin has listed it.
    `frame-ancestors ${framedBy}`,
    // Text becomes script, or HTML, through these policies alone: the page's own start
    // (app/ui/start-after-paint.server.ts) and the team's worker (app/chat-client/desk/worker.ts).
    "require-trusted-types-for 'script'",
    'trusted-types page-start service-worker',
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
  let end = 0;
  for (const { 0: tag, 1: attributes = '', index } of page.matchAll(/<script([^<>]*)>/g)) {
    // Inside of the script before it.
    if (index < end) continue;
    const start = index + tag.length;
    end = page.indexOf('</script>', start);
    if (end === -1) break;
    if (start === end || !attributes.includes(attribute)) continue;
    hashes.add(`sha256-${hash('sha256', page.slice(start, end), 'base64')}`);
  }
  return { page: page.replaceAll(attribute, ''), policy: contentSecurityPolicy([...hashes]) };
}
