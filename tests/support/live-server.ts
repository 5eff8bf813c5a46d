import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { promisify } from 'node:util';
import type { RouteConfigEntry } from '@react-router/dev/routes';
import type pg from 'pg';
import { matchRoutes, type RouteObject } from 'react-router';
import { io, type Socket } from 'socket.io-client';
import { createLoadContext, type AppContext } from '../../app/app-context.ts';
import { ViewCounts } from '../../app/orders/server/report/view-counts.server.ts';
import type { Database } from '../../app/platform/db/database.server.ts';
import { createLog } from '../../app/platform/log.server.ts';
import { readSettings } from '../../app/platform/settings.server.ts';
import { CachedAnswers } from '../../app/api/server/cached-answers.server.ts';
import routes from '../../app/routes.ts';
import type { HandlePage } from '../../server/app.ts';
import type { Asset } from '../../server/assets.ts';
import { createProxyTrust, isLoopback } from '../../server/client-address.ts';
import { CONNECTION_LIMITS, type ConnectionLimits } from '../../server/connection-limits.ts';
import { Health } from '../../server/operator-handlers.ts';
import { createHttpServer, withinLimits } from '../../server/http-server.ts';
import { PageCache } from '../../server/page-cache.ts';
import { openRealtime, type Realtime } from '../../server/realtime.ts';
import { createRequestListener } from '../../server/request-listener.ts';
import { createTestAppContext } from './app-context.ts';
import { testMetrics } from './metrics.ts';
import type { TestServices } from './team.ts';

/**
 * The real server on a free port, with the real routes, but for the rendering: a page is answered
 * with what its loader or action returned, as JSON. It needs no build.
 */
export interface LiveServer {
  readonly origin: string;
  readonly port: number;
  readonly appContext: AppContext;
  readonly realtime: Realtime;
  /** What was logged. */
  readonly lines: readonly string[];
  /** A request from our own pages; redirects are not followed. */
  ask(path: string, init?: RequestInit & { readonly cookie?: string }): Promise<Response>;
  /** A socket that has connected, or the reason why it could not. */
  connect(auth: object, cookie: string, headers?: Record<string, string>): Promise<Connected>;
  /** How many TCP connections are open. */
  connections(): Promise<number>;
  close(): Promise<void>;
}

export interface Connected {
  readonly socket: Socket;
  /** 'connected', or what the server said instead. */
  readonly outcome: string;
  /** Everything heard since. */
  readonly heard: { readonly event: string; readonly data: unknown }[];
}

export interface LiveServerOptions {
  readonly limits?: Partial<ConnectionLimits>;
  readonly env?: Record<string, string>;
  readonly assets?: ReadonlyMap<string, Asset>;
}

export async function openLiveServer(
  db: Database,
  services: TestServices,
  { assets = new Map(), env = {}, limits: changed = {} }: LiveServerOptions = {},
): Promise<LiveServer> {
  const limits = { ...CONNECTION_LIMITS, ...changed };
  const lines: string[] = [];
  const isProxy = createProxyTrust(env.TRUSTED_PROXIES?.split(',') ?? []);
  const http = createHttpServer({
    isProxy: (address) => isProxy(address) || isLoopback(address),
    limits,
  });
  http.listen(0, '127.0.0.1');
  await once(http, 'listening');
  const { port } = http.address() as AddressInfo;
  const origin = `http://127.0.0.1:${port}`;
  const settings = readSettings({ PUBLIC_ORIGIN: origin, ...env });
  const log = createLog('info', { destination: { write: (line) => void lines.push(line) } });
  const pages = new PageCache();
  const { metrics } = testMetrics(pages);
  const realtime = openRealtime(http, {
    secondFactorFor: () => appContext.settings.secondFactorFor,
    db,
    auth: services.auth,
    settings,
    log,
    metrics,
    limits,
    onAgentsConnected: () => {},
    onQueueChanged: () => {},
  });
  const appContext: AppContext = {
    ...createTestAppContext(db, services),
    settings,
    log,
    chat: realtime.chat,
    answers: new CachedAnswers(services.clock, Infinity),
    isAnybodyIn: (ids) => realtime.isAnybodyIn(ids),
    isInFront: (id) => realtime.isInFront(id),
    closeSession: (id) => realtime.closeSession(id),
    closeMember: (id) => realtime.closeMember(id),
    closeConversations: (ids) => realtime.closeConversations(ids),
  };
  const listener = createRequestListener({
    appContext,
    pages,
    assets,
    health: new Health(NO_POOL),
    metrics,
    views: new ViewCounts(),
    handlePage: handleWithoutRendering(appContext),
    isDevelopment: false,
  });
  http.on('request', withinLimits(listener));
  const sockets: Socket[] = [];

  return {
    origin,
    port,
    appContext,
    realtime,
    lines,
    ask(path, { cookie, headers, ...init } = {}) {
      const all = new Headers({ Origin: origin, ...(cookie ? { Cookie: cookie } : {}) });
      for (const [name, value] of new Headers(headers)) all.set(name, value);
      return fetch(origin + path, { redirect: 'manual', ...init, headers: all });
    },
    async connect(auth, cookie, headers = {}) {
      const socket = io(origin, {
        path: '/live',
        transports: ['websocket'],
        auth,
        forceNew: true,
        reconnection: false,
        extraHeaders: { Cookie: cookie, Origin: origin, ...headers },
      });
      sockets.push(socket);
      const heard: { event: string; data: unknown }[] = [];
      socket.onAny((event: string, data: unknown) => heard.push({ event, data }));
      const outcome = await new Promise<string>((resolve) => {
        socket.once('connect', () => resolve('connected'));
        socket.once('connect_error', (error) => resolve(error.message));
      });
      return { socket, outcome, heard };
    },
    connections: () => promisify(http.getConnections.bind(http))(),
    async close() {
      for (const socket of sockets) socket.disconnect();
      http.closeAllConnections();
      await realtime.close();
    },
  };
}

/** Nobody asks this server whether its database is there. */
const NO_POOL = {} as pg.Pool;

type Handler = (args: unknown) => unknown;

const modules = import.meta.glob<Record<string, unknown>>([
  '../../app/**/pages/**/*.{ts,tsx}',
  '!../../app/**/*.test.{ts,tsx}',
]);

function toRouteObjects(entries: readonly RouteConfigEntry[]): RouteObject[] {
  return entries.map(({ path, index, file, children }) =>
    index
      ? { id: file, index: true }
      : {
          id: file,
          ...(path === undefined ? {} : { path }),
          children: toRouteObjects(children ?? []),
        },
  );
}

function handleWithoutRendering(appContext: AppContext): HandlePage {
  const objects = toRouteObjects(routes);
  return async (request, info) => {
    const match = matchRoutes(objects, new URL(request.url))?.at(-1);
    if (!match) return new Response('Not found', { status: 404 });
    const module = await modules[`../../app/${match.route.id}`]?.();
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    const handler = module?.[isRead ? 'loader' : 'action'] as Handler | undefined;
    if (!handler) return new Response('No such method', { status: 405 });
    const context = createLoadContext(appContext, info);
    return toResponse(
      await Promise.resolve()
        .then(() => handler({ context, request, params: match.params }))
        .catch((thrown: unknown) => {
          if (thrown instanceof Response || isData(thrown)) return thrown;
          throw thrown;
        }),
    );
  };
}

interface Data {
  readonly data: unknown;
  readonly init: ResponseInit | null;
}

function isData(value: unknown): value is Data {
  return (value as { type?: unknown } | null)?.type === 'DataWithResponseInit';
}

function toResponse(outcome: unknown): Response {
  if (outcome instanceof Response) return outcome;
  return isData(outcome)
    ? Response.json(outcome.data ?? null, outcome.init ?? {})
    : Response.json(outcome ?? null);
}
