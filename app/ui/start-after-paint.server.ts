const PRELOAD = /<link rel="modulepreload" href="([^"<>]+)"[^<>]*>/g;
const MODULE = /<script([^<>]*) type="module" async="">/;

/**
 * A page reads without its scripts, so they wait: on a slow line the style sheet, the fonts and the
 * first picture would otherwise share it with 110 KB of script. The router's module is left where it
 * is, as a text with the addresses of all it imports; the page's first script (app/entry.first.tsx)
 * decides when it is run.
 */
export function startAfterPaint(page: string): string {
  if (!MODULE.test(page)) return page;
  const modules = [...page.matchAll(PRELOAD)].map(([, href]) => href);
  return page
    .replaceAll(PRELOAD, '')
    .replace(MODULE, `<script$1 type="text/plain" data-modules="${modules.join(' ')}">`);
}
