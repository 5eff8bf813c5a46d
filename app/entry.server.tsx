import { renderToReadableStream } from 'react-dom/server';
import { ServerRouter, type EntryContext, type RouterContextProvider } from 'react-router';
import { isDatabaseAway } from './platform/db/database.server.ts';
import { NonceContext } from './ui/nonce.ts';
import { hostContext, requestContext } from './host.ts';
import { startAfterPaint } from './ui/start-after-paint.server.ts';

export { createLoadContext } from './host.ts';

/** Renders a page to its end before answering: kept pages need the whole text anyway. */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  entry: EntryContext,
  context: RouterContextProvider,
): Promise<Response> {
  const { nonce } = context.get(requestContext);
  const page = await context.get(hostContext).inRenderTurn(() => render(request.url, entry, nonce));
  headers.set('Content-Type', 'text/html; charset=utf-8');
  return new Response(startAfterPaint(page, nonce), { status, headers });
}

async function render(url: string, entry: EntryContext, nonce: string): Promise<string> {
  let failed: unknown;
  const page = await renderToReadableStream(
    <NonceContext value={nonce}>
      <ServerRouter context={entry} url={url} nonce={nonce} />
    </NonceContext>,
    {
      nonce,
      onError(error) {
        failed = error;
      },
    },
  );
  await page.allReady;
  if (failed) throw failed;
  return new Response(page).text();
}

/** Faults of ours; what a visitor did wrong is answered by the routes and not logged as an error. */
export function handleError(error: unknown, { request, context }: HandleErrorArgs): void {
  if (request.signal.aborted) return;
  const { log } = context.get(hostContext);
  const info = context.get(requestContext);
  info.isDatabaseAway = isDatabaseAway(error);
  log.error({ err: error, requestId: info.id }, 'Request failed');
}

interface HandleErrorArgs {
  readonly request: Request;
  readonly context: Readonly<RouterContextProvider>;
}
