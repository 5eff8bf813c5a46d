/** The newest version of the script for other sites. */
export const WIDGET_SCRIPT = '/widget/2.js';
/** Its hash, by which such a site makes sure of it; with a new version comes another address. */
export const WIDGET_INTEGRITY =
  'sha384-1tHTnys9lUEpy6RmDU0q+1okSG6+kRVsOABRoiX30InrdSnDK91azUjZHZHgNtNl';

/** What a site puts into its pages to show the chat of the shop at this origin. */
export function snippetOf(origin: string): string {
  return `<script
  src="${origin}${WIDGET_SCRIPT}"
  integrity="${WIDGET_INTEGRITY}"
  crossorigin="anonymous"
  async
></script>`;
}
