import type { IncomingMessage } from 'node:http';
import type { AppContext } from '../app/app-context.ts';
import type { ViewCounts } from '../app/orders/server/report/view-counts.server.ts';
import { splitPrefix } from '../app/platform/local-address.ts';
import { hasSession } from './page-key.ts';

const PAGE = /^\/services\/([^/?]+)\/([^/?]+?)(\/order)?(\.data)?$/;

/** Search engines, link previews, monitors and libraries name themselves. */
const PROGRAM =
  /bot\b|bot[/;]|crawl|spider|slurp|preview|facebookexternalhit|embedly|monitor|uptime|lighthouse|pagespeed|headlesschrome|curl|wget|python|java\/|go-http|okhttp|node|axios|undici|libwww|httpclient|scrapy|feed/i;

/**
 * Counts a view of a service's page or of its order form. Only requests
 * of a browser for a visitor count: no prefetches, no programs, no members. Nothing of the request is kept.
 */
export function countView(
  { catalogue, clock, settings }: Pick<AppContext, 'catalogue' | 'clock' | 'settings'>,
  views: Pick<ViewCounts, 'count'>,
  { method, url = '', headers }: Pick<IncomingMessage, 'method' | 'url' | 'headers'>,
): void {
  // This runs for every request, so the cheap checks come first.
  if (method !== 'GET' || !url.includes('/services/')) return;
  const [pathname = '', search = ''] = url.split('?', 2);
  const [, section, slug, order, data] = PAGE.exec(splitPrefix(pathname)?.path ?? pathname) ?? [];
  if (section === undefined || slug === undefined || !isRead(headers, data, search)) return;
  const service = find(catalogue, section, slug);
  if (service) {
    views.count({ clock, settings }, service.id, order === undefined ? 'pages' : 'forms');
  }
}

function isRead(
  headers: IncomingMessage['headers'],
  data: string | undefined,
  search: string,
): boolean {
  const purpose = headers['sec-purpose'] ?? headers.purpose ?? headers['x-moz'] ?? '';
  if (String(purpose).includes('prefetch') || hasSession(headers.cookie)) return false;
  const agent = headers['user-agent'] ?? '';
  if (agent === '' || PROGRAM.test(agent)) return false;
  // Within the shop, a page is only data. The order form asks for its total at the same address.
  if (data !== undefined) return !search.includes('choice=');
  return headers.accept?.includes('text/html') ?? false;
}

/** A former address leads to the present one, which counts. */
function find(catalogue: AppContext['catalogue'], section: string, slug: string) {
  try {
    const [own, name] = [decodeURIComponent(section), decodeURIComponent(slug)];
    const service = catalogue.findService(own, name);
    return service?.section === own && service.slug === name ? service : undefined;
  } catch {
    // The address is not encoded correctly.
    return undefined;
  }
}
