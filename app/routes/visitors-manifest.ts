const MANIFEST = /\/manifest-(\w+)\.js$/;

/**
 * Where visitors get their list of routes. The name says which build it is of, as the whole list's
 * does, from which it is made (react-router.config.ts); in development there is only the whole.
 */
export function visitorsManifestPath(path: string): string {
  return path.replace(MANIFEST, '/visitors-$1.js');
}

interface Manifest {
  readonly url: string;
  readonly routes: Readonly<Record<string, unknown>>;
}

/** Whether a page is for the team alone, although it looks like one for visitors. */
export function isPreview(id: string): boolean {
  return id.startsWith('routes/public/preview');
}

/** The frame in other sites' pages: visitors of ours never come there, and pay no byte for it. */
const FRAME = 'routes/public/widget';

/** The list without what is not a page for visitors: the portal's pages, and what is only fetched. */
export function visitorsManifest(manifest: Manifest): Manifest {
  const isShown = (id: string) =>
    id === 'root' || (id.startsWith('routes/public/') && !isPreview(id) && id !== FRAME);
  return {
    ...manifest,
    url: visitorsManifestPath(manifest.url),
    routes: Object.fromEntries(Object.entries(manifest.routes).filter(([id]) => isShown(id))),
  };
}
