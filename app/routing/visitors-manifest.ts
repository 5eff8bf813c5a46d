const MANIFEST = /\/manifest-(\w+)\.js$/;

interface Manifest {
  readonly url: string;
  readonly routes: Readonly<Record<string, { readonly parentId?: string }>>;
}

/** The layout of every page that visitors open. */
const LAYOUT = 'shop/pages/layout';

/** Buyers come to this one from their order; it has no layout. */
const RECEIPT = 'orders/pages/order-receipt';

const OF_ACCOUNT = /^clients\/pages\//;

/** The file name contains the hash of the complete manifest. In development, only the complete manifest exists. */
export function visitorsManifestPath(path: string): string {
  return path.replace(MANIFEST, '/visitors-$1.js');
}

export function accountManifestPath(path: string): string {
  return path.replace(MANIFEST, '/account-$1.js');
}

/** Previews are for the team, although their routes are among those for visitors. */
export function isPreview(id: string): boolean {
  return id.startsWith('catalogue/pages/preview');
}

/** Clients come to their account with a new document, so that the shop's pages need not list its routes. */
export function isOfAccount(id: string): boolean {
  return OF_ACCOUNT.test(id);
}

/**
 * The team's pages and the client account are left out, and so is the embedded chat, which visitors of the shop
 * never open.
 */
export function visitorsManifest(manifest: Manifest): Manifest {
  return withRoutes(manifest, visitorsManifestPath(manifest.url), isOfShop);
}

/** The pages of the account lead to those of the shop. */
export function accountManifest(manifest: Manifest): Manifest {
  return withRoutes(
    manifest,
    accountManifestPath(manifest.url),
    (id, parentId) => isOfAccount(id) || isOfShop(id, parentId),
  );
}

function isOfShop(id: string, parentId: string | undefined): boolean {
  if (id === 'root' || id === LAYOUT || id === RECEIPT) return true;
  return parentId === LAYOUT && !isPreview(id) && !isOfAccount(id);
}

function withRoutes(
  manifest: Manifest,
  url: string,
  isListed: (id: string, parentId: string | undefined) => boolean,
): Manifest {
  const listed = Object.entries(manifest.routes).filter(([id, { parentId }]) =>
    isListed(id, parentId),
  );
  return { ...manifest, url, routes: Object.fromEntries(listed) };
}
