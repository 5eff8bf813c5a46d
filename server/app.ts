import { randomBytes, randomUUID } from 'node:crypto';
import type { HttpBindings } from '@hono/node-server';
import { Hono, type Context } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { compress } from 'hono/compress';
import type { Host, RequestInfo } from '../app/host.ts';
import { CLIENT_ADDRESS_HEADER } from '../app/team/auth.server.ts';
import type { Asset } from './assets.ts';
import { createClientAddressReader } from './client-address.ts';
import { isKeepable, keep, type KeptPages } from './kept-pages.ts';
import { isOwnOrigin } from './origin.ts';
import { sendAsset, sendKeptPage } from './ready-answers.ts';
import { contentSecurityPolicy, SECURITY_HEADERS, STRICT_TRANSPORT } from './security-headers.ts';

/** Renders a page, or answers a resource route, through React Router. */
export type HandlePage = (request: Request, info: RequestInfo) => Promise<Response>;

export interface AppOptions {
  readonly host: Host;
  readonly assets: ReadonlyMap<string, Asset>;
  readonly pages: KeptPages;
  readonly handlePage: HandlePage;
  /** Vite's client needs inline styles and scripts of its own. */
  readonly isDevelopment: boolean;
}

type Env = { Bindings: HttpBindings; Variables: { info: RequestInfo } };

/** The largest request any form or message needs; a message has at most 4,000 characters. */
const BODY_LIMIT_BYTES = 64 * 1024;

/** Everything that happens to a request before React Router sees it. */
export function createApp({ host, assets, pages, handlePage, isDevelopment }: AppOptions) {
  const app = new Hono<Env>();
  const readClientAddress = createClientAddressReader(host.settings.trustedProxies);
  const isSecure = host.settings.origin.startsWith('https:');

  app.use(async (c, next) => {
    const started = performance.now();
    const info: RequestInfo = {
      id: randomUUID(),
      address: readClientAddress(
        c.env.incoming.socket.remoteAddress ?? '',
        c.req.header('X-Forwarded-For'),
      ),
      nonce: randomBytes(16).toString('base64'),
    };
    c.set('info', info);
    await next();
    for (const [name, value] of Object.entries(SECURITY_HEADERS)) c.header(name, value);
    if (isSecure) c.header('Strict-Transport-Security', STRICT_TRANSPORT);
    c.header('X-Request-Id', info.id);
    host.log.debug(
      {
        requestId: info.id,
        method: c.req.method,
        path: c.req.path,
        status: c.res.status,
        ms: Math.round(performance.now() - started),
        address: info.address,
      },
      'Request',
    );
  });

  app.use(async (c, next) => {
    if (c.req.method === 'GET' || c.req.method === 'HEAD') {
      const asset = assets.get(c.req.path);
      if (asset) return sendAsset(c, asset);
      const page = new URL(c.req.url).search === '' ? pages.get(c.req.path) : undefined;
      if (page) return sendKeptPage(c, page);
      // A file that is not there is answered here: React would render a whole page to say so.
      if (/\.[a-z0-9]{2,11}$/i.test(c.req.path) && !/\.(data|xml|txt)$/.test(c.req.path)) {
        return c.text('Not found', 404);
      }
      return next();
    }
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

  app.all('*', async (c) => {
    const info = c.get('info');
    const request = withClientAddress(c.req.raw, info.address);
    const answer = async () => finishPage(await handlePage(request, info), info.nonce);
    // The router reads '//' as '/': kept, each number of slashes would be a page of its own.
    const isPage =
      c.req.method === 'GET' && new URL(request.url).search === '' && !c.req.path.includes('//');
    if (!isPage || c.req.path.endsWith('.data') || isDevelopment) return answer();
    const rendered = await pages.render(c.req.path, async () => {
      const response = await handlePage(request, info);
      return isKeepable(response)
        ? { keep: await keep(response, info.nonce) }
        : { pass: finishPage(response, info.nonce) };
    });
    return 'keep' in rendered ? sendKeptPage(c, rendered.keep) : rendered.pass;
  });

  app.onError((error, c) => {
    host.log.error({ err: error, requestId: c.get('info').id }, 'Request failed');
    return refuse(c, 500, 'Something went wrong on our side. Please try again.');
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

/** What scripts read as JSON, people who sent a plain form read as text. */
function refuse(c: Context, status: 403 | 413 | 500, message: string): Response {
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
