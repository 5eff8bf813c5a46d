export const WIDGET_SCRIPT = '/widget/2.js';
/** The subresource integrity hash of the script. A changed script gets a new version and URL. */
export const WIDGET_INTEGRITY =
  'sha384-v4rGNG60doO+J6FmTzoAea2PP0ysIIlIIQzBA9rnohzxpQ+LFf78yjI+ESsRjxuT';

export function snippetOf(origin: string): string {
  return `<script
  src="${origin}${WIDGET_SCRIPT}"
  integrity="${WIDGET_INTEGRITY}"
  crossorigin="anonymous"
  async
></script>`;
}
