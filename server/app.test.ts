import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { describe, expect, test, vi } from 'vitest';
import type { Host } from '../app/host.ts';
import { createLog } from '../app/platform/log.server.ts';
import { readSettings } from '../app/platform/settings.server.ts';
import { CLIENT_ADDRESS_HEADER } from '../app/team/auth.server.ts';
import { createApp, type HandlePage } from './app.ts';
import type { Asset } from './assets.ts';
import { KeptPages } from './kept-pages.ts';

const ORIGIN = 'http://localhost:3000';
const VISITOR = '203.0.113.9';
const LIMIT = 64 * 1024;

function asset(text: string, change: Partial<Asset> = {}): Asset {
  return {
    type: 'text/javascript; charset=utf-8',
    etag: '"asset-1"',
    immutable: true,
    plain: Buffer.from(text),
    br: Buffer.from(`br of ${text}`),
    gzip: Buffer.from(`gzip of ${text}`),
    ...change,
  };
}

/** Renders a public page; each rendering can be told from the others. */
function publicPages() {
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

interface ServerOptions {
  readonly env?: Record<string, string>;
  readonly handlePage?: HandlePage;
  readonly isDevelopment?: boolean;
}

function openServer({ env = {}, handlePage = publicPages(), isDevelopment }: ServerOptions = {}) {
  const pages = new KeptPages();
  const log = createLog('silent');
  const app = createApp({
    // What the pages use of the host is theirs; the server itself needs these two.
    host: { settings: readSettings(env), log } as Host,
    assets: new Map([
      ['/assets/root-abc.js', asset('code')],
      ['/robots.txt', asset('all', { immutable: false, br: undefined, gzip: undefined })],
    ]),
    pages,
    handlePage,
    isDevelopment: isDevelopment ?? false,
  });
  const bindings = { incoming: { socket: { remoteAddress: VISITOR } } };
  const ask = async (path: string, init: RequestInit = {}) => {
    const headers = new Headers(init.headers);
    if (!headers.has('Host')) headers.set('Host', 'localhost:3000');
    return app.fetch(new Request(ORIGIN + path, { ...init, headers }), bindings);
  };
  const post = (path: string, body: BodyInit | null, headers: Record<string, string> = {}) =>
    ask(path, { method: 'POST', body, headers: { Origin: ORIGIN, ...headers } });
  return { ask, post, pages, log };
}

const accepting = (encodings: string, more: Record<string, string> = {}) => ({
  headers: { 'Accept-Encoding': encodings, ...more },
});

describe('a built file', () => {
  test('whose name carries its hash is cached for a year and never asked for again', async () => {
    const response = await openServer().ask('/assets/root-abc.js');
    expect(response.headers.get('Cache-Control')).toBe('public, max-age=31536000, immutable');
    expect(response.headers.get('Content-Type')).toBe('text/javascript; charset=utf-8');
    expect(await response.text()).toBe('code');
  });

  test('with a lasting name is asked for again after a day', async () => {
    const response = await openServer().ask('/robots.txt');
    expect(response.headers.get('Cache-Control')).toMatch(/^public, max-age=86400\b/);
    expect(response.headers.get('Cache-Control')).not.toContain('immutable');
  });

  test.each([
    ['br, gzip', 'br', 'br of code'],
    ['gzip, deflate, br, zstd', 'br', 'br of code'],
    ['gzip', 'gzip', 'gzip of code'],
    ['br;q=0, gzip', 'gzip', 'gzip of code'],
    ['br;q=0.0, gzip;q=0.5', 'gzip', 'gzip of code'],
    ['br; q=0.8', 'br', 'br of code'],
    ['br;q=0, gzip;q=0', null, 'code'],
    ['deflate', null, 'code'],
    ['identity', null, 'code'],
    ['', null, 'code'],
    ['abrupt', null, 'code'],
  ])('is sent to a browser that accepts "%s" as %s', async (accepted, encoding, text) => {
    const response = await openServer().ask('/assets/root-abc.js', accepting(accepted));
    expect(response.headers.get('Content-Encoding')).toBe(encoding);
    expect(response.headers.get('Content-Length')).toBe(String(text.length));
    expect(response.headers.get('Vary')).toBe('Accept-Encoding');
    expect(await response.text()).toBe(text);
  });

  test('that was not compressed is sent plain', async () => {
    const response = await openServer().ask('/robots.txt', accepting('br, gzip'));
    expect(response.headers.get('Content-Encoding')).toBeNull();
    expect(await response.text()).toBe('all');
  });

  test.each(['"asset-1"', 'W/"asset-1"', '"older", "asset-1"'])(
    'that the browser still has under %s is not sent again',
    async (held) => {
      const { ask } = openServer();
      const response = await ask('/assets/root-abc.js', { headers: { 'If-None-Match': held } });
      expect(response.status).toBe(304);
      expect(response.headers.get('ETag')).toBe('"asset-1"');
      expect(await response.text()).toBe('');
    },
  );

  test('that the browser has in another version is sent', async () => {
    const { ask } = openServer();
    const response = await ask('/assets/root-abc.js', { headers: { 'If-None-Match': '"asset"' } });
    expect(response.status).toBe(200);
  });

  test('can be asked about without its body', async () => {
    const response = await openServer().ask('/assets/root-abc.js', { method: 'HEAD' });
    expect([response.status, response.headers.get('Content-Length')]).toEqual([200, '4']);
    expect(await response.text()).toBe('');
  });

  test('that does not exist is answered with a plain 404, and no page is rendered', async () => {
    const handlePage = publicPages();
    const { ask } = openServer({ handlePage });
    for (const path of ['/assets/gone.js', '/favicon.ico', '/wp-login.php', '/a/b/photo.JPEG']) {
      const response = await ask(path);
      expect([response.status, await response.text()]).toEqual([404, 'Not found']);
    }
    expect(handlePage).not.toHaveBeenCalled();
  });
});

describe('a public page', () => {
  test('is rendered once and then served with an ETag, compressed as the browser asks', async () => {
    const handlePage = publicPages();
    const { ask } = openServer({ handlePage });
    const first = await ask('/services');
    const text = await first.text();
    const brotli = await ask('/services', accepting('gzip, br'));
    const gzip = await ask('/services', accepting('gzip'));

    expect(handlePage).toHaveBeenCalledTimes(1);
    expect(brotliDecompressSync(await brotli.bytes()).toString()).toBe(text);
    expect(gunzipSync(await gzip.bytes()).toString()).toBe(text);
    const etags = [first, brotli, gzip].map(({ headers }) => headers.get('ETag'));
    expect(new Set(etags)).toEqual(new Set([expect.stringMatching(/^"[\w-]+"$/)]));

    const again = await ask('/services', { headers: { 'If-None-Match': etags[0] ?? '' } });
    expect([again.status, await again.text()]).toEqual([304, '']);
    expect(again.headers.get('Content-Security-Policy')).toContain("'sha256-");
  });

  test('that is kept carries no nonce and names its script by hash', async () => {
    const { ask } = openServer();
    const text = await (await ask('/')).text();
    const policy = (await ask('/')).headers.get('Content-Security-Policy');
    expect(text).toContain('<script>go()</script>');
    expect(policy).toMatch(/script-src 'self' 'sha256-[^']+';/);
    expect(policy).not.toContain('nonce');
  });

  test('that changed is rendered anew, and the browser’s ETag no longer fits', async () => {
    const { ask, pages } = openServer();
    const etag = (await ask('/')).headers.get('ETag') ?? '';
    pages.drop('/');
    const after = await ask('/', { headers: { 'If-None-Match': etag } });
    expect(after.status).toBe(200);
    expect(after.headers.get('ETag')).not.toBe(etag);
  });

  test('with a query is neither served from what is kept nor kept', async () => {
    const handlePage = publicPages();
    const { ask } = openServer({ handlePage });
    await ask('/services');
    const [one, other] = [await ask('/services?page=2'), await ask('/services?page=2')];
    expect(handlePage).toHaveBeenCalledTimes(3);
    expect(await one.text()).not.toBe(await other.text());
    expect(one.headers.get('Content-Security-Policy')).toMatch(/script-src 'self' 'nonce-[^']+';/);
  });

  test('asked for with HEAD is answered without a body, kept or not', async () => {
    const { ask } = openServer();
    for (const path of ['/', '/']) {
      const response = await ask(path, { method: 'HEAD' });
      expect([response.status, await response.text()]).toEqual([200, '']);
      await ask(path);
    }
  });

  test('has one place in memory, however many slashes an address has', async () => {
    const handlePage = publicPages();
    const { ask, pages } = openServer({ handlePage });
    for (const path of ['//', '///', '/services//writing', '//', '///']) await ask(path);
    expect(handlePage).toHaveBeenCalledTimes(5);
    expect(pages.get('//')).toBeUndefined();
  });

  test('is rendered for each request in development', async () => {
    const handlePage = publicPages();
    const { ask } = openServer({ handlePage, isDevelopment: true });
    await ask('/');
    const response = await ask('/');
    expect(handlePage).toHaveBeenCalledTimes(2);
    // Vite's client brings styles and scripts of its own.
    expect(response.headers.get('Content-Security-Policy')).toBeNull();
  });
});

describe('what is for one person', () => {
  test('is never kept: a page with a cookie, a private page, a missing page', async () => {
    for (const [status, header, value] of [
      [200, 'Set-Cookie', 'embarka_visitor=secret'],
      [200, 'Cache-Control', 'private'],
      [404, 'X-Page', 'missing'],
    ] as const) {
      let count = 0;
      const handlePage: HandlePage = () => {
        count += 1;
        const headers = new Headers({ 'Content-Type': 'text/html', 'Cache-Control': 'public' });
        headers.set(header, value);
        return Promise.resolve(new Response(`for person ${count}`, { status, headers }));
      };
      const { ask } = openServer({ handlePage });
      const answers = await Promise.all([ask('/'), ask('/'), ask('/')]);
      const texts = await Promise.all(answers.map((answer) => answer.text()));
      expect(new Set(texts).size).toBe(3);
    }
  });

  test('is not kept as data either', async () => {
    const handlePage = publicPages();
    const { ask, pages } = openServer({ handlePage });
    await ask('/services.data');
    await ask('/services.data');
    expect(handlePage).toHaveBeenCalledTimes(2);
    expect(pages.get('/services.data')).toBeUndefined();
  });

  test('carries a nonce that no two answers share', async () => {
    const handlePage: HandlePage = (_, { nonce }) =>
      Promise.resolve(new Response(nonce, { headers: { 'Content-Type': 'text/html' } }));
    const { ask } = openServer({ handlePage });
    const answers = [await ask('/login'), await ask('/login')];
    const nonces = await Promise.all(answers.map((answer) => answer.text()));
    expect(new Set(nonces).size).toBe(2);
    answers.forEach(({ headers }, index) => {
      expect(headers.get('Content-Security-Policy')).toContain(`'nonce-${nonces[index]}'`);
    });
  });
});

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
      error: { message: 'This request came from another site and was refused.' },
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
      error: { message: 'That is too large to send. The limit is 64 KB.' },
    });
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

describe('every answer', () => {
  const failing: HandlePage = () => Promise.reject(new Error('password=hunter2'));

  test.each([
    ['a file', '/assets/root-abc.js', {}],
    ['a file not sent again', '/assets/root-abc.js', { headers: { 'If-None-Match': '"asset-1"' } }],
    ['a missing file', '/gone.js', {}],
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

  test('to a fault says nothing of its cause; the log does, with the request id', async () => {
    const { ask, log } = openServer({ handlePage: failing });
    const logged = vi.spyOn(log, 'error');
    const response = await ask('/');
    expect(response.status).toBe(500);
    expect(await response.json()).toEqual({
      error: { message: 'Something went wrong on our side. Please try again.' },
    });
    const requestId = response.headers.get('X-Request-Id');
    expect(logged).toHaveBeenCalledWith(
      { err: new Error('password=hunter2'), requestId },
      'Request failed',
    );
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
