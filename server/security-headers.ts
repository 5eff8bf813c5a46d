import { hash } from 'node:crypto';

const SECURITY_HEADERS: Readonly<Record<string, string>> = {
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'strict-origin-when-cross-origin',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Permissions-Policy':
    'accelerometer=(), camera=(), geolocation=(), gyroscope=(), microphone=(), payment=(), usb=()',
};

/** The headers of every answer; only pages get a policy for scripts. */
export function securityHeaders(origin: string): Readonly<Record<string, string>> {
  // Two years, as preload lists demand; only useful with TLS.
  const strict = { 'Strict-Transport-Security': 'max-age=63072000; includeSubDomains' };
  return origin.startsWith('https:') ? { ...SECURITY_HEADERS, ...strict } : SECURITY_HEADERS;
}

/**
 * The policy for everything except pages: an opened picture or JSON answer runs and loads nothing.
 * The directives for scripts apply to workers.
 */
export const RESOURCE_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "connect-src 'self'",
  // SVG pictures contain their own styles.
  "style-src 'unsafe-inline'",
  "img-src 'self' data:",
  "media-src 'self'",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/**
 * `scripts` are nonces or hashes; other inline scripts do not run. Pages contain no inline styles:
 * scripts set dynamic styles through the DOM. `framedBy` must be a valid source, because it is
 * inserted unchanged.
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
    // Previews may be framed by our pages, and the chat's frame by the requesting site, if an admin
    // has listed the site.
    `frame-ancestors ${framedBy}`,
    // Trusted Types policies of the start script (app/ui/start-after-paint.server.ts), the team's
    // worker (app/chat/inbox/worker.ts) and the one of documents (app/orders/ui/proof/open-pdf.ts).
    "require-trusted-types-for 'script'",
    'trusted-types page-start service-worker pdf-worker',
  ].join('; ');
}

/**
 * Makes a page cacheable: replaces the nonce by SHA-256 hashes of the page's inline scripts. Only
 * scripts with the nonce are hashed, so injected scripts still do not run.
 */
export function replaceNonce(page: string, nonce: string): { page: string; policy: string } {
  const attribute = ` nonce="${nonce}"`;
  const hashes = new Set<string>();
  let end = 0;
  for (const { 0: tag, 1: attributes = '', index } of page.matchAll(/<script([^<>]*)>/g)) {
    // A match inside the previous script.
    if (index < end) continue;
    const start = index + tag.length;
    end = page.indexOf('</script>', start);
    if (end === -1) break;
    if (start === end || !attributes.includes(attribute)) continue;
    hashes.add(`sha256-${hash('sha256', page.slice(start, end), 'base64')}`);
  }
  return { page: page.replaceAll(attribute, ''), policy: contentSecurityPolicy([...hashes]) };
}
