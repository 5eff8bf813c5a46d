import { describe, expect, test, vi } from 'vitest';
import { CLIENT_ADDRESS_HEADER } from '../app/accounts/server/sign-in/auth.server.ts';
import { ORIGIN, VISITOR, openServer, publicPages } from '../tests/support/open-app.ts';
import type { HandlePage } from './app.ts';
import { securityHeaders } from './security-headers.ts';

const LIMIT = 64 * 1024;
/** Nobody is signed in. */
const NO_AUTH = {
  $context: Promise.resolve({ authCookies: { sessionToken: { name: 'session' } }, secret: 'x' }),
} as never;

describe('a write', () => {
  const echo: HandlePage = async (request) => new Response(await request.text());

  test('from our own page reaches its route, body and all', async () => {
    const response = await openServer({ handlePage: echo }).post('/chat', 'hello');
    expect([response.status, await response.text()]).toEqual([200, 'hello']);
  });

  test.each([
    ['another site', 'https://evil.example'],
    ['a sandboxed frame', 'null'],
    ['who does not say', undefined],
  ])('from %s is refused before anything is read', async (_, origin) => {
    const handlePage = vi.fn<HandlePage>();
    const { ask } = openServer({ handlePage });
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']) {
      const headers = new Headers(origin ? { Origin: origin } : undefined);
      expect((await ask('/chat', { method, headers })).status).toBe(403);
    }
    expect(handlePage).not.toHaveBeenCalled();
  });

  test('is refused in JSON to scripts and in plain words to people', async () => {
    const { post } = openServer();
    const Origin = 'https://evil.example';
    const toScript = await post('/chat', 'x', { Origin });
    expect(await toScript.json()).toEqual({
      error: { message: 'This request came from another site and was rejected.' },
    });
    const toPerson = await post('/chat', 'x', { Origin, Accept: 'text/html,*/*' });
    expect(toPerson.headers.get('Content-Type')).toContain('text/plain');
  });

  test('over 64 KB is refused by its announced length', async () => {
    const handlePage = vi.fn<HandlePage>(echo);
    const { post } = openServer({ handlePage });
    const large = await post('/chat', 'x', { 'Content-Length': String(LIMIT + 1) });
    expect(large.status).toBe(413);
    expect(await large.json()).toEqual({
      error: { message: 'This is too large to send. The limit is 64 KB.' },
    });
    // The body is still arriving, so the connection cannot be reused.
    expect(large.headers.get('Connection')).toBe('close');
    const toProgram = await post('/api/x', 'x', { 'Content-Length': String(LIMIT + 1) });
    expect(toProgram.headers.get('Content-Type')).toBe('application/problem+json');
    expect(await toProgram.json()).toMatchObject({ status: 413, title: 'Request too large' });
    expect(handlePage).not.toHaveBeenCalled();
  });

  test('over 64 KB is refused without an announced length, and not read to its end', async () => {
    const handlePage = vi.fn<HandlePage>(echo);
    const { ask } = openServer({ handlePage });
    let sent = 0;
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        sent += 8 * 1024;
        if (sent > 1024 * 1024) controller.close();
        else controller.enqueue(new Uint8Array(8 * 1024));
      },
    });
    const init = { method: 'POST', body, headers: { Origin: ORIGIN }, duplex: 'half' } as const;
    expect((await ask('/chat', init)).status).toBe(413);
    expect(handlePage).not.toHaveBeenCalled();
    expect(sent).toBeLessThanOrEqual(LIMIT + 32 * 1024);
  });

  test('of exactly 64 KB is let through, announced or not', async () => {
    const { post } = openServer({ handlePage: echo });
    const body = 'x'.repeat(LIMIT);
    for (const headers of [{ 'Content-Length': String(LIMIT) }, {}]) {
      expect(await (await post('/chat', body, headers as Record<string, string>)).text()).toBe(
        body,
      );
    }
  });
});

describe('an endpoint', () => {
  test('refuses a stranger before the body is read, and closes the connection of a large one', async () => {
    const { ask } = openServer({ appContext: { db: {} as never, auth: NO_AUTH } });
    const body = new ReadableStream<Uint8Array>({
      pull: () => Promise.reject(new Error('The body was read')),
    });
    const init = { method: 'POST', body, headers: { Origin: ORIGIN }, duplex: 'half' } as const;
    const answer = await ask('/agentchat/many', init);
    expect([answer.status, answer.headers.get('Connection')]).toEqual([401, 'close']);
  });

  test('takes a body up to its limit', async () => {
    const { post } = openServer();
    const large = await post('/widget/leave', JSON.stringify({ a: 'x'.repeat(LIMIT) }));
    expect([large.status, large.headers.get('Connection')]).toEqual([413, 'close']);
    const small = await post('/widget/leave', JSON.stringify({ a: 'x'.repeat(LIMIT - 8) }));
    expect(small.status).toBe(200);
  });

  test.each([
    ['GET', '/widget/leave', 'POST'],
    ['PUT', '/widget/leave', 'POST'],
    ['POST', '/captcha', 'GET, HEAD'],
    ['DELETE', '/agentchat/mentions', 'GET, HEAD, POST'],
  ])('answers 405 to %s %s', async (method, path, allowed) => {
    const { ask } = openServer();
    for (const Accept of ['text/html', 'application/json']) {
      const answer = await ask(path, { method, headers: { Origin: ORIGIN, Accept } });
      expect([answer.status, answer.headers.get('Allow')]).toEqual([405, allowed]);
    }
  });

  test('is counted under its pattern', async () => {
    const { ask, valueOf } = openServer({ appContext: { db: {} as never, auth: NO_AUTH } });
    await ask('/agentchat/visitors/1/person');
    const labels = '{method="GET",route="/agentchat/visitors/:id/person",status="401"}';
    expect(await valueOf(`embarka_http_requests_total${labels}`)).toBe(1);
  });
});

describe('every answer', () => {
  const failing: HandlePage = () => Promise.reject(new Error('password=hunter2'));

  test.each([
    ['a file', '/assets/root-abc.js', {}],
    ['a file not sent again', '/assets/root-abc.js', { headers: { 'If-None-Match': '"asset-1"' } }],
    ['a missing file', '/gone.js', {}],
    ['another spelling', '/Terms', {}],
  ])('to %s carries the security headers', async (_, path, init) => {
    const { headers } = await openServer().ask(path, init);
    for (const [name, value] of Object.entries(securityHeaders(ORIGIN))) {
      expect(headers.get(name)).toBe(value);
    }
  });

  test.each([
    ['a page', '/', {}],
    ['a page with a query', '/?a=1', {}],
    ['a foreign write', '/chat', { method: 'POST', headers: { Origin: 'https://evil.example' } }],
    [
      'a large write',
      '/chat',
      { method: 'POST', headers: { Origin: ORIGIN }, body: 'x'.repeat(LIMIT + 1) },
    ],
    ['a fault', '/fault', {}],
  ])('to %s carries the security headers and a request id', async (_, path, init) => {
    const handlePage = path === '/fault' ? failing : publicPages();
    const { ask } = openServer({ handlePage });
    const { headers } = await ask(path, init);
    expect(headers.get('X-Content-Type-Options')).toBe('nosniff');
    expect(headers.get('Referrer-Policy')).toBe('strict-origin-when-cross-origin');
    expect(headers.get('Cross-Origin-Opener-Policy')).toBe('same-origin');
    expect(headers.get('Cross-Origin-Resource-Policy')).toBe('same-origin');
    expect(headers.get('Permissions-Policy')).toContain('camera=()');
    expect(headers.get('Content-Security-Policy')).toMatch(
      /object-src 'none'; base-uri 'none'.*frame-ancestors 'none'/,
    );
    expect(headers.get('X-Request-Id')).toMatch(/^[0-9a-f]{8}-[0-9a-f-]{27}$/);
    expect(headers.get('Strict-Transport-Security')).toBeNull();
  });

  test('has an id of its own, which the routes and the log know it by', async () => {
    const ids: string[] = [];
    const handlePage: HandlePage = (_, { id }) => {
      ids.push(id);
      return Promise.resolve(new Response(id));
    };
    const { ask } = openServer({ handlePage });
    const answers = [await ask('/a'), await ask('/b')];
    expect(answers.map(({ headers }) => headers.get('X-Request-Id'))).toEqual(ids);
    expect(new Set(ids).size).toBe(2);
  });

  test('asks for TLS where the shop is reached by it', async () => {
    const { ask } = openServer({ env: { PUBLIC_ORIGIN: 'https://shop.example' } });
    const { headers } = await ask('/');
    expect(headers.get('Strict-Transport-Security')).toMatch(/^max-age=\d{8}/);
  });

  test('is at the address people know: the router compares it with the Origin of a form', async () => {
    const urls: string[] = [];
    const handlePage: HandlePage = ({ url }) => {
      urls.push(url);
      return Promise.resolve(new Response('done'));
    };
    const { ask } = openServer({ handlePage, env: { PUBLIC_ORIGIN: 'https://shop.example' } });
    const headers = { Origin: 'https://shop.example' };
    const sent = await ask('/login?next=%2Fteam', { method: 'POST', body: 'a=b', headers });
    expect(sent.status).toBe(200);
    await ask('/login?x=1');
    expect(urls).toEqual([
      'https://shop.example/login?next=%2Fteam',
      'https://shop.example/login?x=1',
    ]);
  });

  test('to a fault says nothing of its cause; the log does, with the request id', async () => {
    const { ask, log } = openServer({ handlePage: failing });
    const logged = vi.spyOn(log, 'error');
    const response = await ask('/');
    expect(response.status).toBe(500);
    expect(await response.json()).toEqual({
      error: { message: 'Something went wrong on our side. Try again.' },
    });
    const requestId = response.headers.get('X-Request-Id');
    expect(logged).toHaveBeenCalledWith(
      { err: new Error('password=hunter2'), requestId },
      'Request failed',
    );
  });

  test('of the API is read by pages of other sites where it is open to all, a refusal too', async () => {
    const away = () => Promise.reject(new Error('The store of the limits is away'));
    const { ask } = openServer({ appContext: { limits: { take: away } } });
    const take = () => Promise.resolve({ remaining: 1, fullAfterSeconds: 1 });
    const { post } = openServer({ appContext: { limits: { take } } });
    const tooLarge = { 'Content-Length': String(LIMIT + 1) };
    const siteOf = ({ status, headers }: Response) => [
      status,
      headers.get('Access-Control-Allow-Origin'),
    ];
    expect(siteOf(await ask('/api/v1/services'))).toEqual([500, '*']);
    expect(siteOf(await post('/api/v1/services', 'x', tooLarge))).toEqual([405, '*']);
    expect(siteOf(await ask('/api/v1/orders'))).toEqual([500, null]);
    expect(siteOf(await post('/api/v1/catalogue/import', 'x', tooLarge))).toEqual([401, null]);
    expect(siteOf(await openServer({ handlePage: failing }).ask('/'))).toEqual([500, null]);
  });

  test('after a fault is a new attempt: nothing of the fault is kept', async () => {
    const handlePage = publicPages();
    handlePage.mockRejectedValueOnce(new Error('The database is away'));
    const { ask } = openServer({ handlePage });
    expect((await ask('/')).status).toBe(500);
    expect((await ask('/')).status).toBe(200);
  });
});

describe('the client’s address', () => {
  const addressOf: HandlePage = (request, { address }) =>
    Promise.resolve(Response.json([address, request.headers.get(CLIENT_ADDRESS_HEADER)]));
  const madeUp = {
    headers: { 'X-Forwarded-For': '198.51.100.1', [CLIENT_ADDRESS_HEADER]: '198.51.100.2' },
  };

  test('is the peer’s, over anything the client wrote', async () => {
    const response = await openServer({ handlePage: addressOf }).ask('/a', madeUp);
    expect(await response.json()).toEqual([VISITOR, VISITOR]);
  });

  test('is what a trusted proxy forwards', async () => {
    const { ask } = openServer({ handlePage: addressOf, env: { TRUSTED_PROXIES: VISITOR } });
    expect(await (await ask('/a', madeUp)).json()).toEqual(['198.51.100.1', '198.51.100.1']);
  });
});

test.each([
  '/agentchat',
  '/agentchat.data',
  '/agentchat?c=1',
  '/team',
  '/account/orders/7',
  '/account/orders/7.data',
  '/widget?host=https://example.com',
  '/nothing',
  '/services?q=x',
])('%s may not be stored by anybody unless the route says so', async (path) => {
  const handlePage: HandlePage = () => Promise.resolve(new Response('about a person'));
  const { ask, post } = openServer({ handlePage });
  expect((await ask(path)).headers.get('Cache-Control')).toBe('no-store');
  expect((await ask(path, { method: 'HEAD' })).headers.get('Cache-Control')).toBe('no-store');
  expect((await post(path, 'a=b')).headers.get('Cache-Control')).toBe('no-store');
});

test('the answer to a form may not be stored although its page may', async () => {
  const cached = { 'Cache-Control': 'public, no-cache' };
  const handlePage: HandlePage = ({ method }) =>
    Promise.resolve(
      new Response('what was typed', { headers: cached, status: method === 'GET' ? 200 : 400 }),
    );
  const { ask, post } = openServer({ handlePage });
  for (const path of ['/services/video/ad-film', '/services/video/ad-film.data']) {
    expect((await post(path, 'name=Maya')).headers.get('Cache-Control')).toBe('no-store');
    expect((await ask(path)).headers.get('Cache-Control')).toBe('public, no-cache');
  }
});
