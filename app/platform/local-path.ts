/** A path of ours in the language of the page, for what the browser fetches itself. */
export function localPath(path: string): string {
  const { basename = '/' } =
    (globalThis as { __reactRouterContext?: { basename?: string } }).__reactRouterContext ?? {};
  return basename === '/' ? path : basename + path;
}
