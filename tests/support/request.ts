import { Hono } from 'hono';
import { inLanguage, type AppContext, type RequestInfo } from '../../app/app-context.ts';
import { tooLarge, type EndpointEnv } from '../../app/http/router.server.ts';
import { ENDPOINTS, explainRefusal } from '../../app/routing/endpoints.server.ts';
import { TEST_ORIGIN } from './team.ts';

interface Asked {
  readonly cookie?: string | undefined;
  readonly headers?: Readonly<Record<string, string>>;
  /** An object is sent as JSON. */
  readonly body?: object | BodyInit;
}

const INFO = { id: 'request-1', address: '203.0.113.9', nonce: 'nonce' } as const;

/** Calls an endpoint through its guard, limits and schema, without a server. */
export function request(
  appContext: AppContext,
  method: 'GET' | 'HEAD' | 'POST' | 'PUT',
  path: string,
  { cookie, headers = {}, body }: Asked = {},
): Promise<Response> {
  const all = new Headers({ Origin: TEST_ORIGIN, ...headers });
  if (cookie) all.set('Cookie', cookie);
  const isJson = typeof body === 'object' && Object.getPrototypeOf(body) === Object.prototype;
  if (isJson) all.set('Content-Type', 'application/json');
  const sent = isJson ? JSON.stringify(body) : (body as BodyInit | undefined);
  return handle(
    appContext,
    new Request(TEST_ORIGIN + path, {
      method,
      headers: all,
      ...(sent === undefined ? {} : { body: sent }),
    }),
  );
}

/** The same for a whole request. Throws a fault of ours. */
export async function handle(
  appContext: AppContext,
  asked: Request,
  about: Partial<Pick<RequestInfo, 'id' | 'address' | 'language'>> = {},
): Promise<Response> {
  return app.fetch(asked, { appContext, info: { ...INFO, ...about } });
}

interface TestEnv extends EndpointEnv {
  Bindings: { readonly appContext: AppContext; readonly info: RequestInfo };
}

const app = new Hono<TestEnv>();
app.use(async (c, next) => {
  const { appContext, info } = c.env;
  c.set('appContext', inLanguage(appContext, info.language));
  c.set('info', info);
  c.set('inTurn', (work) => work());
  c.set('readBody', async (limit) => {
    const body = new Uint8Array(await c.req.arrayBuffer());
    if (body.length > limit.bytes) throw tooLarge(limit);
    return body;
  });
  await next();
});
app.route('/', ENDPOINTS);
app.onError((error, c) => {
  const refused = explainRefusal(error, c);
  if (refused) return refused;
  throw error;
});
