import type { RequestListener, Server } from 'node:http';
import { createRequestHandler, type ServerBuild } from 'react-router';
import type { createLoadContext, AppContext, RequestInfo } from '../app/app-context.ts';
import { PREFIXES } from '../app/platform/local-address.ts';
import { speechIn } from '../app/i18n/translate.ts';
import { speaking } from '../app/platform/speech.server.ts';
import '../app/i18n/messages.server.ts';
import '../app/routing/stored-messages.server.ts';
import type { HandlePage } from './app.ts';
import { SOURCE_LANGUAGE } from '../app/platform/languages.ts';

interface EntryModule {
  readonly createLoadContext: typeof createLoadContext;
}

export interface Pages {
  readonly handlePage: HandlePage;
  /** Puts Vite's development server in front; does nothing in production. */
  withDevServer(listener: RequestListener): RequestListener;
  close(): Promise<void>;
}

export async function openPages(
  appContext: AppContext,
  http: Server,
  isDevelopment: boolean,
): Promise<Pages> {
  if (isDevelopment) return openDevelopmentPages(appContext, http);
  const build = await import('../build/server/index.js');
  // Passing the build instead of a function keeps React Router from ranking the routes for each
  // request, a twentieth of the cost of a message. One handler for each language prefix.
  const handlers = new Map(
    PREFIXES.map((basename) => [
      basename,
      createRequestHandler(basename === '' ? build : { ...build, basename }, 'production'),
    ]),
  );
  const { createLoadContext: contextOf } = build.entry.module as unknown as EntryModule;
  return {
    async handlePage(request, info) {
      const handle = handlers.get(info.prefix ?? '');
      if (!handle) throw new Error(`There are no pages under ${info.prefix}`);
      return speaking(speechOf(appContext, info), () =>
        handle(request, contextOf(appContext, info)),
      );
    },
    withDevServer: (listener) => listener,
    close: () => Promise.resolve(),
  };
}

async function openDevelopmentPages(appContext: AppContext, http: Server): Promise<Pages> {
  const { createServer } = await import('vite');
  const vite = await createServer({
    appType: 'custom',
    server: { middlewareMode: true, hmr: { server: http } },
  });
  const loadBuild = () =>
    vite.ssrLoadModule('virtual:react-router/server-build') as Promise<ServerBuild>;
  const handlers = new Map(
    PREFIXES.map((basename) => [
      basename,
      createRequestHandler(async () => {
        const build = await loadBuild();
        return basename === '' ? build : { ...build, basename };
      }, 'development'),
    ]),
  );
  return {
    async handlePage(request, info) {
      const entry = (await loadBuild()).entry.module as unknown as EntryModule;
      const handle = handlers.get(info.prefix ?? '');
      if (!handle) throw new Error(`There are no pages under ${info.prefix}`);
      return speaking(speechOf(appContext, info), () =>
        handle(request, entry.createLoadContext(appContext, info)),
      );
    },
    withDevServer: (listener) => (request, response) =>
      vite.middlewares(request, response, () => listener(request, response)),
    close: () => vite.close(),
  };
}

function speechOf(
  { settings }: AppContext,
  { language = SOURCE_LANGUAGE, reader = language }: RequestInfo,
) {
  return speechIn(reader, settings.formats);
}
