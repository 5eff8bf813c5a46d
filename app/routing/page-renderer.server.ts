import {
  type ServerBuild,
  createContext,
  createRequestHandler,
  RouterContextProvider,
  type EntryContext,
} from 'react-router';
import type { PageToRender } from '../app-context.ts';
import { speaking } from '../platform/speech.server.ts';
import { renderDocument } from './render-document.server.tsx';

const takenEntry = createContext<{ entry?: EntryContext }>();

const WITHOUT_DATA = {
  loader: undefined,
  action: undefined,
  middleware: undefined,
  headers: undefined,
};

/**
 * A worker thread renders pages from loader data that the main thread collected. The router's context for the page is
 * made here, and receives the data and its encoded form for the browser.
 */
export function createPageRenderer(build: ServerBuild): (page: PageToRender) => Promise<string> {
  const takers = new Map<string, ReturnType<typeof createEntryTaker>>();
  const takerFor = (prefix: string) => {
    const taker = takers.get(prefix) ?? createEntryTaker(build, prefix);
    takers.set(prefix, taker);
    return taker;
  };
  return async ({ url, nonce, data, handOver, speech, prefix }) => {
    const entryContext = await takerFor(prefix)(url);
    Object.assign(entryContext.staticHandlerContext, data);
    entryContext.serverHandoffStream = streamOf(handOver);
    return speaking(speech, () => renderDocument(entryContext, url, nonce));
  };
}

function streamOf(pieces: readonly Uint8Array[]): ReadableStream<Uint8Array> {
  return new ReadableStream({
    start(controller) {
      for (const chunk of pieces) controller.enqueue(chunk);
      controller.close();
    },
  });
}

/** The router's entry context is captured without running any loader. */
function createEntryTaker(
  build: ServerBuild,
  prefix: string,
): (url: string) => Promise<EntryContext> {
  const routes = Object.entries(build.routes).map(([id, route]) => [
    id,
    route && { ...route, module: { ...route.module, ...WITHOUT_DATA } },
  ]);
  const handle = createRequestHandler(
    {
      ...build,
      ...(prefix !== '' && { basename: prefix }),
      routes: Object.fromEntries(routes) as ServerBuild['routes'],
      entry: { module: { default: keepEntry } },
    },
    'production',
  );
  return async (url) => {
    const context = new RouterContextProvider();
    const taken: { entry?: EntryContext } = {};
    context.set(takenEntry, taken);
    await handle(new Request(url), context);
    if (!taken.entry) throw new Error(`There is no page at ${new URL(url).pathname}`);
    return taken.entry;
  };
}

function keepEntry(
  _request: Request,
  _status: number,
  _headers: Headers,
  entryContext: EntryContext,
  context: RouterContextProvider,
): Response {
  context.get(takenEntry).entry = entryContext;
  return new Response(null);
}
