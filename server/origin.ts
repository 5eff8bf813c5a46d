import type { Settings } from '../app/platform/settings.server.ts';

const LOOPBACK = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])(:\d+)?$/;

/**
 * Whether a write or a socket comes from our own pages. Browsers always send Origin with both;
 * what has none is refused too. With PUBLIC_ORIGIN set, only that one counts. Without it the
 * server is for this computer: any loopback name, as long as page and request agree on it.
 */
export function isOwnOrigin(
  settings: Pick<Settings, 'publicOrigin'>,
  origin: string | undefined,
  host: string | undefined,
  fetchSite?: string | string[],
): boolean {
  if (!origin || !host) return false;
  // Browsers say so themselves, and no page can change it. Older ones say nothing.
  if (fetchSite === 'cross-site' || fetchSite === 'same-site') return false;
  if (settings.publicOrigin) return origin === settings.publicOrigin;
  const from = URL.parse(origin);
  return from !== null && from.protocol === 'http:' && from.host === host && LOOPBACK.test(host);
}
