const PRELOAD = /<link rel="modulepreload" href="([^"<>]+)"[^<>]*>/g;
const MODULE = /<script([^<>]*) type="module" async="">/;

/**
 * Defers the page's scripts: on a slow connection 110 KB of scripts would compete with styles, fonts and the
 * first picture. The router's module becomes text with the URLs of its imports; the first script
 * (app/entry.first.tsx) decides when to run it.
 */
export function startAfterPaint(page: string): string {
  if (!MODULE.test(page)) return page;
  const modules = [...page.matchAll(PRELOAD)].map(([, href]) => href);
  return page
    .replaceAll(PRELOAD, '')
    .replace(MODULE, `<script$1 type="text/plain" data-modules="${modules.join(' ')}">`);
}
