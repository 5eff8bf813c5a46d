const PRELOAD = /<link rel="modulepreload" href="([^"]+)"[^>]*>/g;
const MODULE = /<script([^>]*?) type="module" async="">/;

/**
 * A page reads without its scripts, so they wait until it is painted: on a slow line the style
 * sheet, the fonts and the first picture would otherwise share it with 110 KB of script. The
 * router's module is left where it is, as a text that the last script of the page starts.
 */
export function startAfterPaint(page: string, nonce: string): string {
  if (!MODULE.test(page)) return page;
  const modules = [...page.matchAll(PRELOAD)].map(([, href]) => href);
  return page
    .replaceAll(PRELOAD, '')
    .replace(MODULE, '<script$1 type="text/plain">')
    .replace('</body>', () => `<script nonce="${nonce}">${starter(modules)}</script></body>`);
}

/**
 * The module is fetched with all it imports at once. A tab opened in the background is not painted
 * before somebody looks at it, and has to work until then. The text is the page's own, so a policy of
 * the page's own vouches for it ('trusted-types' in server/security-headers.ts).
 */
function starter(modules: readonly (string | undefined)[]): string {
  return `{
const start = () => {
  for (const href of ${JSON.stringify(modules)})
    document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }));
  const { nonce, text: own } = document.querySelector('script[type="text/plain"]');
  const policy = globalThis.trustedTypes?.createPolicy('page-start', { createScript: (script) => script });
  const text = policy ? policy.createScript(own) : own;
  document.head.append(Object.assign(document.createElement('script'), { type: 'module', nonce, text }));
};
document.hidden ? start() : requestAnimationFrame(() => setTimeout(start));
}`;
}
