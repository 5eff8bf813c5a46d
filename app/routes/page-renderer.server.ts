import {
  createContext,
  createRequestHandler,
  RouterContextProvider,
  UNSAFE_decodeViaTurboStream as decodeHandOver,
  type EntryContext,
  type ServerBuild,
} from 'react-router';
import type { PageToRender } from '../host.ts';
import { renderDocument } from './render-document.server.tsx';

const takenEntry = createContext<{ entry?: EntryContext }>();

/**
 * Renders pages from what their routes found out elsewhere. The data is decoded from the bytes the
 * browser decodes it from, so no page can be rendered of something its takeover would not have.
 */
export function createPageRenderer(build: ServerBuild): (page: PageToRender) => Promise<string> {
  const takeEntry = createEntryTaker(build);
  return async ({ url, nonce, handOver }) => {
    const entry = await takeEntry(url);
    const { value } = await decodeHandOver(streamOf(handOver), globalThis);
    Object.assign(entry.staticHandlerContext, value);
    entry.serverHandoffStream = streamOf(handOver);
    return renderDocument(entry, url, nonce);
  };
}

function streamOf(pieces: readonly Uint8Array[]): ReadableStream<Uint8Array> {
  return new ReadableStream({
    start(controller) {
      for (const piece of pieces) controller.enqueue(piece);
      controller.close();
    },
  });
}

/** What the router renders this address from, without anything that routes find out. */
function createEntryTaker(build: ServerBuild): (url: string) => Promise<EntryContext> {
  const routes = Object.entries(build.routes).map(([id, route]) => [
    id,
    route && { ...route, module: { ...route.module, ...WITHOUT_DATA } },
  ]);
  const handle = createRequestHandler(
    {
      ...build,
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
    if (!taken.entry) throw new Error(`No page stands at ${new URL(url).pathname}`);
    return taken.entry;
  };
}

const WITHOUT_DATA = {
  loader: undefined,
  action: undefined,
  middleware: undefined,
  headers: undefined,
};

function keepEntry(
  _request: Request,
  _status: number,
  _headers: Headers,
  entry: EntryContext,
  context: RouterContextProvider,
): Response {
  context.get(takenEntry).entry = entry;
  return new Response(null);
}
