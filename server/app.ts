import type { HttpBindings } from '@hono/node-server';
import { Hono, type Context } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { compress } from 'hono/compress';
import type { Host, RequestInfo } from '../app/host.ts';
import { isDatabaseAway } from '../app/platform/db/database.server.ts';
import { CLIENT_ADDRESS_HEADER } from '../app/team/auth.server.ts';
import type { Health } from './health.ts';
import { isKeepable, keep, UNKNOWN_ROUTE, type KeptPages } from './kept-pages.ts';
import type { Metrics } from './metrics.ts';
import { createOperatorDoors } from './operator-doors.ts';
import { isOwnOrigin } from './origin.ts';
import { answerWithPage } from './ready-answers.ts';
import { createRequestInfoReader } from './request-info.ts';
import { logRequest } from './request-log.ts';
import { requestScope } from './request-scope.ts';
import { contentSecurityPolicy, RESOURCE_POLICY, securityHeaders } from './security-headers.ts';

/** Renders a page, or answers a resource route, through React Router. */
export type HandlePage = (request: Request, info: RequestInfo) => Promise<Response>;

export interface AppOptions {
  readonly host: Host;
  readonly pages: KeptPages;
  readonly health: Health;
  readonly metrics: Metrics;
  readonly handlePage: HandlePage;
  /** Vite's client needs inline styles and scripts of its own. */
  readonly isDevelopment: boolean;
}

type Env = { Bindings: HttpBindings; Variables: { info: RequestInfo } };

/** The largest request any form or message needs; a message has at most 4,000 characters. */
export const BODY_LIMIT_BYTES = 64 * 1024;

/** What happens to a request for which nothing lies ready, before React Router sees it. */
export function createApp(options: AppOptions) {
  const { host, pages, health, metrics, isDevelopment } = options;
  const app = new Hono<Env>();
  const readInfo = createRequestInfoReader(host.settings.trustedProxies);
  const commonHeaders = Object.entries(securityHeaders(host.settings.origin));

  app.route('/', createOperatorDoors({ settings: host.settings, health, metrics }));

  app.use(async (c, next) => {
    const started = performance.now();
    const info = readInfo(c.env.incoming.socket.remoteAddress, (name) => c.req.header(name));
    c.set('info', info);
    await next();
    for (const [name, value] of commonHeaders) c.header(name, value);
    if (!isDevelopment && !c.res.headers.has('Content-Security-Policy')) {
      c.header('Content-Security-Policy', RESOURCE_POLICY);
    }
    c.header('X-Request-Id', info.id);
    const { method, path } = c.req;
    const { status } = c.res;
    const ms = performance.now() - started;
    const route = info.route ?? UNKNOWN_ROUTE;
    metrics.requestAnswered(method, route, status);
    logRequest(host.log, { info, method, path, route, status, ms });
  });

  app.use(async (c, next) => {
    if (c.req.method === 'GET' || c.req.method === 'HEAD') {
      // A file that is not there is answered here: React would render a whole page to say so.
      if (
        !isApi(c) &&
        /\.[a-z0-9]{2,11}$/i.test(c.req.path) &&
        !/\.(data|xml|txt)$/.test(c.req.path)
      ) {
        return c.text('Not found', 404);
      }
      return next();
    }
    // The API is read by any site, knows no cookies and changes nothing.
    if (isApi(c)) return next();
    if (!isOwnOrigin(host.settings, c.req.header('Origin'), c.req.header('Host'))) {
      return refuse(c, 403, 'This request came from another site and was refused.');
    }
    return next();
  });

  app.use(
    bodyLimit({
      maxSize: BODY_LIMIT_BYTES,
      onError: (c) => refuse(c, 413, 'That is too large to send. The limit is 64 KB.'),
    }),
  );
  app.use(compress());

  const handlePage: HandlePage = async (request, info) => {
    const response = await requestScope.run(info, () => options.handlePage(request, info));
    return info.isDatabaseAway && response.status === 500 ? sayLater(response) : response;
  };

  app.all('*', async (c) => {
    const info = c.get('info');
    const started = performance.now();
    try {
      return await answerPage(c, info);
    } finally {
      metrics.responseTook(info.route ?? UNKNOWN_ROUTE, performance.now() - started);
    }
  });

  async function answerPage(c: Context<Env>, info: RequestInfo): Promise<Response> {
    const request = withClientAddress(c.req.raw, info.address);
    const answer = async () => finishPage(await handlePage(request, info), info.nonce);
    // The router reads '//' as '/': kept, each number of slashes would be a page of its own.
    const isPage =
      c.req.method === 'GET' &&
      new URL(request.url).search === '' &&
      !c.req.path.includes('//') &&
      !isApi(c);
    if (!isPage || c.req.path.endsWith('.data') || isDevelopment) return answer();
    const rendered = await pages.render(c.req.path, async () => {
      const started = performance.now();
      const response = await handlePage(request, info);
      if (!isKeepable(response)) return { pass: finishPage(response, info.nonce) };
      const page = await keep(response, info);
      metrics.renderTook(performance.now() - started);
      return { keep: page };
    });
    if ('pass' in rendered) return rendered.pass;
    info.route = rendered.keep.route;
    const { status, headers, body } = answerWithPage(rendered.keep, c.env.incoming.headers);
    return new Response(body, { status, headers });
  }

  app.onError((error, c) => {
    const info = c.get('info') as RequestInfo | undefined;
    host.log.error({ err: error, requestId: info?.id }, 'Request failed');
    const { status, message } = faultOf(error);
    return refuse(c, status, message);
  });

  /** Adds the policy to a page that is rendered for one request alone. */
  function finishPage(response: Response, nonce: string): Response {
    const isHtml = response.headers.get('Content-Type')?.startsWith('text/html');
    if (isHtml && !isDevelopment) {
      response.headers.set('Content-Security-Policy', contentSecurityPolicy([`nonce-${nonce}`]));
    }
    return response;
  }

  return app;
}

const LATER = 'The service is not available at the moment. Please try again shortly.';

/** What is told of a fault of ours. */
export function faultOf(error: unknown): { readonly status: 500 | 503; readonly message: string } {
  return isDatabaseAway(error)
    ? { status: 503, message: LATER }
    : { status: 500, message: 'Something went wrong on our side. Please try again.' };
}

/**
 * The same page, or the same refusal, for a fault that passes. Without a time to come back at:
 * everybody would come at that second, and clients spread their attempts by themselves.
 */
function sayLater({ headers, body }: Response): Response {
  if (headers.get('Content-Type')?.startsWith('text/html')) {
    return new Response(body, { status: 503, headers });
  }
  return Response.json(
    { error: { message: LATER } },
    { status: 503, headers: { 'Cache-Control': 'no-store' } },
  );
}

/** The public API, which has its own rules; its page for people is a page like others. */
function isApi(c: Context): boolean {
  return c.req.path.startsWith('/api/');
}

/** What scripts read as JSON, people who sent a plain form read as text. */
function refuse(c: Context, status: 403 | 413 | 500 | 503, message: string): Response {
  return c.req.header('Accept')?.includes('text/html')
    ? c.text(message, status)
    : c.json({ error: { message } }, status);
}

/** Hands the client's address on, over one that the client may have made up. */
function withClientAddress(request: Request, address: string): Request {
  const headers = new Headers(request.headers);
  headers.set(CLIENT_ADDRESS_HEADER, address);
  return new Request(request, { headers });
}
