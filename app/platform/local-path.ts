export function localPath(path: string): string {
  const { basename = '/' } =
    (globalThis as { __reactRouterContext?: { basename?: string } }).__reactRouterContext ?? {};
  return basename === '/' ? path : basename + path;
}
