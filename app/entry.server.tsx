import { isRouteErrorResponse, type EntryContext, type RouterContextProvider } from 'react-router';
import { isDatabaseAway } from './platform/db/database.server.ts';
import { appContextKey, requestContext } from './app-context.ts';
import { speechIn } from './i18n/translate.ts';
import { speaking } from './platform/speech.server.ts';
import './i18n/messages.server.ts';
import { collectHandOver, renderDocument } from './routing/render-document.server.tsx';

export { createLoadContext } from './app-context.ts';
export { createPageRenderer } from './routing/page-renderer.server.ts';

/** Renders the whole page before responding, because the page cache needs the complete text anyway. */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  entryContext: EntryContext,
  context: RouterContextProvider,
): Promise<Response> {
  const { nonce, language = 'en', reader = language, prefix = '' } = context.get(requestContext);
  const { renderElsewhere, settings } = context.get(appContextKey);
  const speech = speechIn(reader, settings.formats);
  const { url } = request;
  const { loaderData, actionData, errors } = entryContext.staticHandlerContext;
  const page = renderElsewhere
    ? await renderElsewhere({
        url,
        nonce,
        speech,
        prefix,
        data: { loaderData, actionData, errors },
        handOver: await collectHandOver(entryContext),
      })
    : await speaking(speech, () => renderDocument(entryContext, url, nonce));
  headers.set('Content-Type', 'text/html; charset=utf-8');
  return new Response(page, { status, headers });
}

/** Logs only our own errors; routes handle the visitors' mistakes. */
export function handleError(error: unknown, { request, context }: HandleErrorArgs): void {
  const info = context.get(requestContext);
  if (request.signal.aborted || info.isBusy) return;
  // The router refused the request, for example because of its method.
  if (isRouteErrorResponse(error) && error.status < 500) return;
  const { log } = context.get(appContextKey);
  info.isDatabaseAway = isDatabaseAway(error);
  log.error({ err: error, requestId: info.id }, 'Request failed');
}

interface HandleErrorArgs {
  readonly request: Request;
  readonly context: Readonly<RouterContextProvider>;
}
