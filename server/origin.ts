import type { Settings } from '../app/platform/settings.server.ts';

const LOOPBACK = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])(:\d+)?$/;

/**
 * Returns true for a write or a socket of our own pages. Browsers send an Origin header with both,
 * so a missing one is refused. PUBLIC_ORIGIN is the only valid origin if set; otherwise page and
 * request must agree on a loopback name.
 */
export function isOwnOrigin(
  settings: Pick<Settings, 'publicOrigin'>,
  origin: string | undefined,
  host: string | undefined,
  fetchSite?: string | string[],
): boolean {
  if (!origin || !host) return false;
  // A page cannot forge this header. Older browsers do not send it.
  if (fetchSite === 'cross-site' || fetchSite === 'same-site') return false;
  if (settings.publicOrigin) return origin === settings.publicOrigin;
  const from = URL.parse(origin);
  return from !== null && from.protocol === 'http:' && from.host === host && LOOPBACK.test(host);
}
