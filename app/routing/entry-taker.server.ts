import {
  createContext,
  createRequestHandler,
  RouterContextProvider,
  type EntryContext,
  type ServerBuild,
} from 'react-router';

const takenEntry = createContext<{ entry?: EntryContext }>();

/** The router's entry context is captured without running any loader. */
export function createEntryTaker(
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
