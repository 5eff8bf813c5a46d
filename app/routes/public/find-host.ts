import type { Settings } from '../../platform/settings.server.ts';

/** Where the chat's frame stands. */
export const WIDGET_PATH = '/widget';

/**
 * The site around the frame, where an admin has listed it. The answer names this one alone as who may
 * show it: nobody learns from it where else the chat stands, and the browser proves that it is true.
 */
export function findHost(
  { widgetOrigins }: Pick<Settings, 'widgetOrigins'>,
  query: URLSearchParams,
): string | undefined {
  const asked = query.get('host');
  return widgetOrigins.find((origin) => origin === asked);
}
