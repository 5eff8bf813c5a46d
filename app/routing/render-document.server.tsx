import { renderToReadableStream } from 'react-dom/server';
import { ServerRouter, type EntryContext } from 'react-router';
import { NonceContext } from '../ui/nonce.ts';
import { startAfterPaint } from '../ui/start-after-paint.server.ts';
import { isForVisitors } from '../shop/pages/starts.ts';
import { isPreview, visitorsManifestPath } from './visitors-manifest.ts';

/** The promise rejects with the error that a component threw. */
export async function renderDocument(
  entry: EntryContext,
  url: string,
  nonce: string,
): Promise<string> {
  let failed: unknown;
  const page = await renderToReadableStream(
    <NonceContext value={nonce}>
      <ServerRouter context={forWhom(entry)} url={url} nonce={nonce} />
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

/** Visitors get a route manifest without the team's routes (visitors-manifest.ts). */
function forWhom(entry: EntryContext): EntryContext {
  const { manifest, staticHandlerContext } = entry;
  const routes = staticHandlerContext.matches.map(({ route }) => route);
  if (!isForVisitors(routes) || routes.some(({ id }) => isPreview(id))) return entry;
  return { ...entry, manifest: { ...manifest, url: visitorsManifestPath(manifest.url) } };
}

/** The loader data stays encoded as the browser receives it. */
export async function collectHandOver(entry: EntryContext): Promise<readonly Uint8Array[]> {
  const pieces: Uint8Array[] = [];
  if (entry.serverHandoffStream)
    for await (const piece of entry.serverHandoffStream) pieces.push(piece);
  return pieces;
}
