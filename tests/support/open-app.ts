import type pg from 'pg';
import { vi } from 'vitest';
import type { AppContext } from '../../app/app-context.ts';
import { systemClock } from '../../app/platform/clock.ts';
import { createLog } from '../../app/platform/log.server.ts';
import { readSettings } from '../../app/platform/settings.server.ts';
import { createApp, type HandlePage } from '../../server/app.ts';
import type { Asset } from '../../server/assets.ts';
import { FairQueue } from '../../server/fair-queue.ts';
import { Health } from '../../server/operator-handlers.ts';
import { KnownRefusals } from '../../server/known-callers.ts';
import { PageCache } from '../../server/page-cache.ts';
import { createResponseCache } from '../../server/response-cache.ts';
import { RequestBodies } from '../../server/request-bodies.ts';
import { scopeOfLog } from '../../server/request-scope.ts';
import { securityHeaders } from '../../server/security-headers.ts';
import { CATALOGUE } from './catalogue.ts';
import { testMetrics } from './metrics.ts';

export const ORIGIN = 'http://localhost:3000';
export const VISITOR = '203.0.113.9';

/** A built file. */
export function asset(text: string, change: Partial<Asset> = {}): Asset {
  return {
    type: 'text/javascript; charset=utf-8',
    etag: '"asset-1"',
    caching: 'for-ever',
    plain: Buffer.from(text),
    br: Buffer.from(`br of ${text}`),
    gzip: Buffer.from(`gzip of ${text}`),
    ...change,
  };
}

/** Renders a public page; each rendering can be told from the others. */
export function publicPages() {
  return vi.fn<HandlePage>((request, { nonce }) => {
    const count = publicPagesCount.next().value;
    const text = `<p>${new URL(request.url).pathname} ${count}</p>`.padEnd(2000);
    return Promise.resolve(
      new Response(`${text}<script nonce="${nonce}">go()</script>`, {
        headers: {
          'Content-Type': 'text/html; charset=utf-8',
          'Cache-Control': 'public, no-cache',
        },
      }),
    );
  });
}

const publicPagesCount = (function* count(): Generator<number, number> {
  for (let number = 1; ; number += 1) yield number;
})();

export interface ServerOptions {
  readonly env?: Record<string, string>;
  readonly handlePage?: HandlePage;
  readonly isDevelopment?: boolean;
  readonly logLevel?: string;
  readonly pool?: pg.Pool;
  readonly peer?: string;
  readonly queue?: FairQueue;
  /** The part of the app context that the tested endpoints use. */
  readonly appContext?: Partial<AppContext>;
}

/** A database that answers every question with these rows. */
export const answering = (rows: object[]) =>
  ({ query: () => Promise.resolve({ rows }) }) as unknown as pg.Pool;

/** The app with everything in front of it, as a process answers, but without one. */
export function openServer({
  env = {},
  handlePage = publicPages(),
  isDevelopment,
  logLevel = 'info',
  pool,
  peer = VISITOR,
  queue = new FairQueue(),
  appContext = {},
}: ServerOptions = {}) {
  const pages = new PageCache();
  const assets = new Map([
    ['/assets/root-abc.js', asset('code')],
    ['/robots.txt', asset('all', { caching: 'for-a-day', br: undefined, gzip: undefined })],
  ]);
  const settings = readSettings(env);
  const findReadyAnswer = createResponseCache(
    assets,
    pages,
    { catalogue: CATALOGUE, settings },
    securityHeaders(settings.origin),
  );
  const { metrics, valueOf } = testMetrics(pages);
  const lines: string[] = [];
  const log = createLog(logLevel, {
    scope: scopeOfLog,
    destination: { write: (line) => void lines.push(line) },
  });
  const health = new Health(pool ?? answering([{ newest: '9999999999999' }]));
  const app = createApp({
    // What the pages use of the host is theirs; the server itself needs these.
    appContext: { settings, log, catalogue: CATALOGUE, ...appContext } as AppContext,
    pages,
    health,
    metrics,
    queue,
    refusals: new KnownRefusals({ clock: systemClock, settings }),
    bodies: new RequestBodies(),
    handlePage,
    isDevelopment: isDevelopment ?? false,
  });
  const ask = async (path: string, init: RequestInit = {}) => {
    const headers = new Headers(init.headers);
    if (!headers.has('Host')) headers.set('Host', 'localhost:3000');
    const incoming = {
      method: init.method ?? 'GET',
      url: path,
      headers: Object.fromEntries(headers),
      // Neither of them ever closes.
      socket: { remoteAddress: peer, once: () => {} },
    };
    const outgoing = { req: incoming, once: () => {} };
    const ready = findReadyAnswer(incoming);
    if (!ready) {
      const request = new Request(ORIGIN + path, { ...init, headers });
      return app.fetch(request, { incoming, outgoing });
    }
    metrics.requestAnswered(incoming.method, ready.route, ready.status);
    const body = init.method === 'HEAD' ? null : ready.body;
    return new Response(body, { status: ready.status, headers: ready.headers });
  };
  const post = (path: string, body: BodyInit | null, headers: Record<string, string> = {}) =>
    ask(path, { method: 'POST', body, headers: { Origin: ORIGIN, ...headers } });
  const logged = () => lines.map((line) => JSON.parse(line) as Record<string, unknown>);
  return { ask, post, pages, log, lines, logged, health, valueOf };
}

/** Asks in the name of a browser that takes these encodings. */
export const accepting = (encodings: string, more: Record<string, string> = {}) => ({
  headers: { 'Accept-Encoding': encodings, ...more },
});
