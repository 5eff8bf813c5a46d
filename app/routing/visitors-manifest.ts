const MANIFEST = /\/manifest-(\w+)\.js$/;

interface Manifest {
  readonly url: string;
  readonly routes: Readonly<Record<string, { readonly parentId?: string }>>;
}

/** The layout of every page that visitors open. */
const LAYOUT = 'shop/pages/layout';

/** Buyers come to these from their order; they have no layout. */
const WITHOUT_LAYOUT = ['orders/pages/order-receipt', 'clients/pages/account-receipt'];

/**
 * The name contains the hash of the complete manifest, from which the visitors' manifest is derived
 * (react-router.config.ts). In development, only the complete manifest exists.
 */
export function visitorsManifestPath(path: string): string {
  return path.replace(MANIFEST, '/visitors-$1.js');
}

/** Previews are for the team, although their routes are among those for visitors. */
export function isPreview(id: string): boolean {
  return id.startsWith('catalogue/pages/preview');
}

/**
 * The team's pages are left out, and so is the embedded chat, which visitors of the shop
 * never open.
 */
export function visitorsManifest(manifest: Manifest): Manifest {
  const shown = Object.entries(manifest.routes).filter(
    ([id, { parentId }]) =>
      id === 'root' ||
      id === LAYOUT ||
      WITHOUT_LAYOUT.includes(id) ||
      (parentId === LAYOUT && !isPreview(id)),
  );
  return {
    ...manifest,
    url: visitorsManifestPath(manifest.url),
    routes: Object.fromEntries(shown),
  };
}
