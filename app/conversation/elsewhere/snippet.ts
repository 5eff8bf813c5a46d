import { WIDGET_INTEGRITY, WIDGET_SCRIPT } from './widget-script.ts';

/** What a site puts into its pages to show the chat of the shop at this origin. */
export function snippetOf(origin: string): string {
  return `<script
  src="${origin}${WIDGET_SCRIPT}"
  integrity="${WIDGET_INTEGRITY}"
  crossorigin="anonymous"
  async
></script>`;
}
