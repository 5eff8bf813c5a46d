const MANIFEST = /\/manifest-(\w+)\.js$/;

/**
 * The name contains the hash of the complete manifest, from which the visitors' manifest is derived
 * (react-router.config.ts). In development, only the complete manifest exists.
 */
export function visitorsManifestPath(path: string): string {
  return path.replace(MANIFEST, '/visitors-$1.js');
}

interface Manifest {
  readonly url: string;
  readonly routes: Readonly<Record<string, unknown>>;
}

/** Previews are for the team, although their routes are among those for visitors. */
export function isPreview(id: string): boolean {
  return id.startsWith('routes/public/preview');
}

/** Visitors of the shop never open the embedded chat, so it is left out to save bytes. */
const FRAME = 'routes/public/widget';

/** The team's pages and the resource routes are left out. */
export function visitorsManifest(manifest: Manifest): Manifest {
  const isShown = (id: string) =>
    id === 'root' || (id.startsWith('routes/public/') && !isPreview(id) && id !== FRAME);
  return {
    ...manifest,
    url: visitorsManifestPath(manifest.url),
    routes: Object.fromEntries(Object.entries(manifest.routes).filter(([id]) => isShown(id))),
  };
}
