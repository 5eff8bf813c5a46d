/** The newest version of the script for other sites. */
export const WIDGET_SCRIPT = '/widget/2.js';
/** Its hash, by which such a site makes sure of it; with a new version comes another address. */
export const WIDGET_INTEGRITY =
  'sha384-v4rGNG60doO+J6FmTzoAea2PP0ysIIlIIQzBA9rnohzxpQ+LFf78yjI+ESsRjxuT';

/** What a site puts into its pages to show the chat of the shop at this origin. */
export function snippetOf(origin: string): string {
  return `<script
  src="${origin}${WIDGET_SCRIPT}"
  integrity="${WIDGET_INTEGRITY}"
  crossorigin="anonymous"
  async
></script>`;
}
