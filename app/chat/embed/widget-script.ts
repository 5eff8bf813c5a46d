export const WIDGET_SCRIPT = '/widget/3.js';
/** The subresource integrity hash of the script. A changed script gets a new version and URL. */
export const WIDGET_INTEGRITY =
  'sha384-cOGycjCmndyKqXV6fragIgtSMcFYHnyIPdcUq5+Bgev2hnxZNShhAye5cbtGbull';

export function snippetOf(origin: string): string {
  return `<script
  src="${origin}${WIDGET_SCRIPT}"
  integrity="${WIDGET_INTEGRITY}"
  crossorigin="anonymous"
  async
></script>`;
}
