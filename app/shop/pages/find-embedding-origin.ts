import type { Settings } from '../../platform/settings.server.ts';

export const WIDGET_PATH = '/widget';

/**
 * The site must be on the list of allowed sites. The content security policy names only this site, so that the
 * response does not reveal the others. The browser enforces that the site is the real one.
 */
export function findEmbeddingOrigin(
  { widgetOrigins }: Pick<Settings, 'widgetOrigins'>,
  query: URLSearchParams,
): string | undefined {
  const asked = query.get('host');
  return widgetOrigins.find((origin) => origin === asked);
}
