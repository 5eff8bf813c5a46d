import { preloadModule } from 'react-dom';
import { renderToReadableStream } from 'react-dom/server';
import { ServerRouter, type EntryContext } from 'react-router';
import { messageFiles } from '../i18n/message-files.server.ts';
import { languageNow } from '../i18n/translate.ts';
import { NonceContext } from '../ui/nonce.ts';
import { startAfterPaint } from '../ui/start-after-paint.server.ts';
import { isForVisitors } from '../shop/pages/starts.ts';

/** A route module exports the names of the catalogues that it has loaded. */
interface MessagesHandle {
  readonly messages: readonly string[];
}

const MANIFEST = /\/manifest-(\w+)\.js$/;

interface Manifest {
  readonly url: string;
  readonly routes: Readonly<Record<string, { readonly parentId?: string }>>;
}

/** The layout of every page that visitors open. */
const LAYOUT = 'shop/pages/layout';

/** Buyers come to these from their order; they have no layout. */
const WITHOUT_LAYOUT = ['orders/pages/order-receipt'];

/** The promise rejects with the error that a component threw. */
export async function renderDocument(
  entryContext: EntryContext,
  url: string,
  nonce: string,
): Promise<string> {
  let failed: unknown;
  const page = await renderToReadableStream(
    <NonceContext value={nonce}>
      <Document entryContext={entryContext} url={url} nonce={nonce} />
    </NonceContext>,
    {
      nonce,
      // The setting disables streaming of hidden parts that a script moves into place, so that the page is readable
      // without JavaScript.
      progressiveChunkSize: Number.POSITIVE_INFINITY,
      onError(error) {
        failed = error;
      },
    },
  );
  await page.allReady;
  if (failed) throw failed;
  return startAfterPaint(await new Response(page).text());
}

interface DocumentProps {
  readonly entryContext: EntryContext;
  readonly url: string;
  readonly nonce: string;
}

/** The files of the page's messages are named among its scripts, which the browser fetches before it runs any. */
function Document({ entryContext, url, nonce }: DocumentProps) {
  for (const file of messageFilesOf(entryContext)) preloadModule(file, { as: 'script' });
  return <ServerRouter context={forWhom(entryContext)} url={url} nonce={nonce} />;
}

function messageFilesOf({ staticHandlerContext }: EntryContext): string[] {
  const language = languageNow();
  if (language === 'en') return [];
  const names = staticHandlerContext.matches.flatMap(
    ({ route }) => (route.handle as Partial<MessagesHandle> | undefined)?.messages ?? [],
  );
  const files = ['loader', ...new Set(names.map((name) => `${language}/${name}`))];
  return files.flatMap((name) => messageFiles[name] ?? []);
}

/** Visitors get a route manifest without the team's routes (visitors-manifest.ts). */
function forWhom(entryContext: EntryContext): EntryContext {
  const { manifest, staticHandlerContext } = entryContext;
  const routes = staticHandlerContext.matches.map(({ route }) => route);
  if (!isForVisitors(routes) || routes.some(({ id }) => isPreview(id))) return entryContext;
  return { ...entryContext, manifest: { ...manifest, url: visitorsManifestPath(manifest.url) } };
}

/** The loader data stays encoded as the browser receives it. */
export async function collectHandOver(entryContext: EntryContext): Promise<readonly Uint8Array[]> {
  const pieces: Uint8Array[] = [];
  if (entryContext.serverHandoffStream)
    for await (const chunk of entryContext.serverHandoffStream) pieces.push(chunk);
  return pieces;
}

/**
 * The name contains the hash of the complete manifest, from which the visitors' manifest is derived
 * (react-router.config.ts). In development, only the complete manifest exists.
 */
export function visitorsManifestPath(path: string): string {
  return path.replace(MANIFEST, '/visitors-$1.js');
}

/** Previews are for the team, although their routes are among those for visitors. */
function isPreview(id: string): boolean {
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
