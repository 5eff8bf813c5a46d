import { setImmediate } from 'node:timers/promises';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import type pg from 'pg';
import { describe, expect, test, vi, type Mock } from 'vitest';
import type { Host } from '../app/host.ts';
import { createLog } from '../app/platform/log.server.ts';
import { readSettings } from '../app/platform/settings.server.ts';
import { PAGE_QUERIES } from '../app/routes/public/page-queries.ts';
import { CLIENT_ADDRESS_HEADER } from '../app/team/accounts/auth.server.ts';
import { createApp, type HandlePage } from './app.ts';
import { REQUEST_LIMITS, FairQueue } from './fair-queue.ts';
import { scopeOfLog } from './request-scope.ts';
import type { Asset } from './assets.ts';
import { Health } from './health.ts';
import { KeptPages } from './kept-pages.ts';
import { createReadyAnswers } from './ready-answers.ts';
import { securityHeaders } from './security-headers.ts';
import { testMetrics } from '../tests/support/metrics.ts';

const ORIGIN = 'http://localhost:3000';
const VISITOR = '203.0.113.9';
const LIMIT = 64 * 1024;

function asset(text: string, change: Partial<Asset> = {}): Asset {
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
/** Something that each name of a query may say, and that is not the same as to leave it out. */
const SAMPLES: Readonly<Record<string, string>> = {
  q: 'logo',
  token: 'secret',
  area: 'print-design',
  min: '100',
  max: '900.5',
  rating: '4',
  sort: 'highest',
  stars: '5',
  page: '2',
};

const publicPagesCount = (function* count(): Generator<number, number> {
  for (let number = 1; ; number += 1) yield number;
})();

interface ServerOptions {
  readonly env?: Record<string, string>;
  readonly handlePage?: HandlePage;
  readonly isDevelopment?: boolean;
  readonly logLevel?: string;
  readonly pool?: pg.Pool;
  readonly peer?: string;
  readonly queue?: FairQueue;
}

/** A database that answers every question with these rows. */
const answering = (rows: object[]) =>
  ({ query: () => Promise.resolve({ rows }) }) as unknown as pg.Pool;

function openServer({
  env = {},
  handlePage = publicPages(),
  isDevelopment,
  logLevel = 'info',
  pool,
  peer = VISITOR,
  queue = new FairQueue(),
}: ServerOptions = {}) {
  const pages = new KeptPages();
  const assets = new Map([
    ['/assets/root-abc.js', asset('code')],
    ['/robots.txt', asset('all', { caching: 'for-a-day', br: undefined, gzip: undefined })],
  ]);
  const settings = readSettings(env);
  const findReadyAnswer = createReadyAnswers(assets, pages, securityHeaders(settings.origin));
  const { metrics, valueOf } = testMetrics(pages);
  const lines: string[] = [];
  const log = createLog(logLevel, {
    scope: scopeOfLog,
    destination: { write: (line) => void lines.push(line) },
  });
  const health = new Health(pool ?? answering([{ newest: '9999999999999' }]));
  const app = createApp({
    // What the pages use of the host is theirs; the server itself needs these two.
    host: { settings, log } as Host,
    pages,
    health,
    metrics,
    queue,
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
      socket: { remoteAddress: peer },
    };
    const ready = findReadyAnswer(incoming);
    if (!ready) return app.fetch(new Request(ORIGIN + path, { ...init, headers }), { incoming });
    metrics.requestAnswered(incoming.method, ready.route, ready.status);
    const body = init.method === 'HEAD' ? null : ready.body;
    return new Response(body, { status: ready.status, headers: ready.headers });
  };
  const post = (path: string, body: BodyInit | null, headers: Record<string, string> = {}) =>
    ask(path, { method: 'POST', body, headers: { Origin: ORIGIN, ...headers } });
  const logged = () => lines.map((line) => JSON.parse(line) as Record<string, unknown>);
  return { ask, post, pages, log, lines, logged, health, valueOf };
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

  test('with a query that it reads is a page of its own', async () => {
    const handlePage = publicPages();
    const { ask } = openServer({ handlePage });
    const bare = await (await ask('/services')).text();
    const [one, other] = [await ask('/services?q=book'), await ask('/services?q=+book&x=1')];
    expect(handlePage).toHaveBeenCalledTimes(2);
    expect(await one.text()).toBe(await other.text());
    expect(await (await ask('/services')).text()).toBe(bare);
  });

  test('that reads a secret is rendered for each who has it, with a nonce of its own', async () => {
    const handlePage = publicPages();
    const { ask } = openServer({ handlePage });
    const ways = ['/confirm-review?token=a', '/confirm-review?token=a', '/chat/resume?token=a'];
    for (const path of ways) {
      const { headers } = await ask(path);
      expect(headers.get('Content-Security-Policy')).toMatch(/script-src 'self' 'nonce-[^']+';/);
    }
    expect(handlePage).toHaveBeenCalledTimes(3);
  });

  test('for strangers alone is kept for them, and nobody else may store or see it', async () => {
    const handlePage = vi.fn<HandlePage>((request) => {
      const headers = { 'Content-Type': 'text/html', 'Cache-Control': 'no-store' };
      const isIn = request.headers.get('Cookie')?.includes('session_token');
      return Promise.resolve(
        isIn
          ? new Response(null, { status: 302, headers: { Location: '/agentchat' } })
          : new Response('<p>Sign in</p>', { headers }),
      );
    });
    const { ask } = openServer({ handlePage });
    const visitor = { headers: { Cookie: 'embarka_visitor=x' } };
    for (const init of [{}, visitor, {}]) {
      const answer = await ask('/login', init);
      expect([answer.status, await answer.text()]).toEqual([200, '<p>Sign in</p>']);
      expect(answer.headers.get('Cache-Control')).toBe('no-store');
    }
    expect(handlePage).toHaveBeenCalledTimes(1);
    for (const name of ['embarka.session_token', '__Host-embarka.session_token']) {
      const answer = await ask('/login', { headers: { Cookie: `a=b; ${name}=c` } });
      expect(answer.headers.get('Location')).toBe('/agentchat');
    }
    // What stands behind the question mark is repeated by the page.
    await ask('/login?next=%2Fteam');
    await ask('/login?next=%2Fteam');
    expect(handlePage).toHaveBeenCalledTimes(5);
  });

  describe.each(Object.entries(PAGE_QUERIES))('at %s', (pattern, names) => {
    const path = pattern
      .replace(':section', 'graphics')
      .replace(':slug', pattern.includes('video') ? 'logo-animation' : 'book-design')
      .replace(':id', '1');
    const search = (handlePage: Mock<HandlePage>) =>
      handlePage.mock.calls.map(([request]) => new URL(request.url).search);

    test('is rendered once, whatever other sites add to its address', async () => {
      const handlePage = publicPages();
      const { ask, pages } = openServer({ handlePage });
      const long = `x=${'y'.repeat(60_000)}`;
      const added = ['utm_source=x', 'fbclid=a&gclid=b', 'a&a=1&=&&', 'UTM_source=1', long, ''];
      const answers = [];
      for (const query of [...added, ...added]) answers.push(await ask(`${path}?${query}`));
      const texts = await Promise.all(answers.map((answer) => answer.text()));
      expect(new Set([...texts, await (await ask(path)).text()]).size).toBe(1);
      expect((await ask(`${path}?fbclid=a`, { method: 'HEAD' })).status).toBe(200);
      expect(search(handlePage)).toEqual(['']);
      expect(pages.counts.hits).toBeGreaterThanOrEqual(added.length);
    });

    test('reads what it says it reads', async () => {
      const handlePage = publicPages();
      const { ask } = openServer({ handlePage });
      for (const name of names) {
        const sample =
          pattern === '/services/:section' && name === 'sort' ? 'price' : SAMPLES[name];
        const pair = `${name}=${sample}`;
        await ask(`${path}?utm_source=x&${pair}&fbclid=y`);
        expect(search(handlePage).at(-1)).toBe(`?${pair}`);
      }
    });

    test('has no other answer to what it cannot read than to nothing', async () => {
      const handlePage = publicPages();
      const { ask } = openServer({ handlePage });
      const bare = await (await ask(path)).text();
      for (const name of names.filter((each) => !['q', 'token'].includes(each))) {
        expect(await (await ask(`${path}?${name}=%00nonsense`)).text()).toBe(bare);
      }
      expect(handlePage).toHaveBeenCalledTimes(1);
    });

    test('asks for its data without what it does not read', async () => {
      const handlePage = publicPages();
      const { ask } = openServer({ handlePage });
      const dataPath = path === '/' ? '/_root.data' : `${path}.data`;
      await ask(`${dataPath}?utm_source=x&_routes=root`);
      expect(search(handlePage)).toEqual(['?_routes=root']);
    });
  });

  test('under another spelling takes the whole query to where it leads', async () => {
    const handlePage = publicPages();
    const { ask } = openServer({ handlePage });
    for (const [path, leadsTo] of [
      ['/Terms', '/terms?utm_source=x'],
      ['/terms/', '/terms?utm_source=x'],
      ['//', '/?utm_source=x'],
      ['/about', '/?utm_source=x#about-us-section'],
      ['/services/writing/portfolio', '/services/programming/portfolio?utm_source=x'],
      [
        '/services/business/call-center-%26-calling',
        '/services/business/call-center-&-calling?utm_source=x',
      ],
    ] as const) {
      const { status, headers } = await ask(`${path}?utm_source=x`);
      expect([status, headers.get('Location')]).toEqual([301, leadsTo]);
      expect(headers.get('Cache-Control')).toBe('no-store');
    }
    expect(handlePage).not.toHaveBeenCalled();
  });

  test('with a secret in its address is led on by the router, which says that it must not travel', async () => {
    const handlePage = publicPages();
    const { ask } = openServer({ handlePage });
    const { headers } = await ask('/Terms?token=secret');
    expect(handlePage.mock.lastCall?.[0].url).toBe(`${ORIGIN}/Terms?token=secret`);
    expect(headers.get('Referrer-Policy')).toBe('no-referrer');
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
    for (const path of ['//', '///', '/services//writing', '//', '///']) {
      expect((await ask(path)).status).toBe(301);
    }
    for (const path of ['/nothing//there', '//nothing', '/nothing//there']) await ask(path);
    expect(handlePage).toHaveBeenCalledTimes(3);
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

describe('a variant of a page', () => {
  const GRAPHICS = '/services/graphics';

  test('is rendered once, however its address is spelled', async () => {
    const handlePage = publicPages();
    const { ask } = openServer({ handlePage });
    const texts = [];
    for (const query of [
      'sort=price&min=100&area=print-design',
      'min=100&utm_source=x&area=print-design&sort=price',
      'area=print-design&area=gone&area=print-design&m%69n=100.00&sort=price&sort=name',
      'area=print-design&min=100&max=&rating=7&sort=price',
    ]) {
      texts.push(await (await ask(`${GRAPHICS}?${query}`)).text());
    }
    expect(new Set(texts).size).toBe(1);
    expect(handlePage).toHaveBeenCalledTimes(1);
    const { search } = new URL(handlePage.mock.calls[0]![0].url);
    expect(search).toBe('?area=print-design&min=100&sort=price');
  });

  test('goes with its page, and so do their data', async () => {
    const handlePage = publicPages();
    const { ask, pages } = openServer({ handlePage });
    const all = ['', '?sort=price', '?sort=name', '.data', '.data?sort=price&_routes=root'];
    const read = (from: string) =>
      Promise.all(all.map(async (rest) => (await ask(from + rest)).text()));
    const [before, other] = [await read(GRAPHICS), await read('/services/music')];
    expect(await read(GRAPHICS)).toEqual(before);
    pages.drop(GRAPHICS);
    const after = await read(GRAPHICS);
    after.forEach((text, index) => expect(text).not.toBe(before[index]));
    expect(await read('/services/music')).toEqual(other);
    pages.dropAll();
    expect(await read('/services/music')).not.toEqual(other);
  });

  test('is kept as data for the routes that there are, in whatever order they stand', async () => {
    const handlePage = publicPages();
    const { ask } = openServer({ handlePage });
    const one = await ask(`${GRAPHICS}.data?_routes=routes/public/section,root&sort=price`);
    const same = await ask(
      `${GRAPHICS}.data?sort=price&_routes=root,made-up,routes%2Fpublic%2Fsection`,
    );
    expect(await same.text()).toBe(await one.text());
    // Made-up routes alone are a question that nothing is kept for.
    await ask(`${GRAPHICS}.data?_routes=made-up`);
    await ask(`${GRAPHICS}.data?_routes=made-up`);
    expect(handlePage).toHaveBeenCalledTimes(3);
  });
});

describe('what is not there', () => {
  const missing = () =>
    vi.fn<HandlePage>((_, { nonce }) =>
      Promise.resolve(
        new Response(`<p>Page not found</p><script nonce="${nonce}">go()</script>`, {
          status: 404,
          headers: { 'Content-Type': 'text/html; charset=utf-8' },
        }),
      ),
    );

  test('has one page, whatever was asked for, and takes no more room than that', async () => {
    const handlePage = missing();
    const { ask, pages } = openServer({ handlePage });
    const keep = vi.spyOn(pages, 'render');
    for (let n = 0; n < 300; n += 1) {
      const answer = await ask(`/nothing-${n}?utm_source=${n}`);
      expect(answer.status).toBe(404);
      expect(await answer.text()).toBe('<p>Page not found</p><script>go()</script>');
      expect(answer.headers.get('Cache-Control')).toBe('no-store');
      expect(answer.headers.get('ETag')).toBeNull();
    }
    expect(handlePage).toHaveBeenCalledTimes(1);
    expect(new Set(keep.mock.calls.map(([key]) => key)).size).toBe(1);
    // What the first of them asked besides is no part of the answer for the others.
    expect(handlePage.mock.calls[0]![0].url).toBe(`${ORIGIN}/nothing-0`);
  });

  test('has a page for each kind of address, and one for its data', async () => {
    const handlePage = missing();
    const { ask } = openServer({ handlePage });
    const kinds = ['/x', '/services/x', '/services/graphics/x', '/services/video/x', '/x.data'];
    for (const path of [...kinds, ...kinds.map((kind) => kind.replace('x', 'y'))]) await ask(path);
    expect(handlePage).toHaveBeenCalledTimes(kinds.length);
    // The header marks the tab that the address would belong to.
    await ask('/services/a/b/c');
    expect(handlePage).toHaveBeenCalledTimes(kinds.length + 1);
  });

  test('is looked for each time where something may come to be, or a secret stands', async () => {
    const handlePage = missing();
    const { ask } = openServer({ handlePage });
    const paths = ['/chat/gone', '/agentchat/gone', '/reviews/1/report', '/team/gone', '/api/gone'];
    for (const path of [...paths, '/nothing?token=1']) {
      await ask(path);
      await ask(path);
    }
    expect(handlePage).toHaveBeenCalledTimes(2 * paths.length + 2);
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
    const handlePage = vi.fn<HandlePage>(() => Promise.resolve(new Response('of one person')));
    const { ask, pages } = openServer({ handlePage });
    for (const path of ['/services.data', '/agentchat.data', '/team.data?_routes=root']) {
      await ask(path);
      await ask(path);
      expect(pages.get(path)).toBeUndefined();
    }
    expect(handlePage).toHaveBeenCalledTimes(6);
  });

  test('carries a nonce that no two answers share', async () => {
    const handlePage: HandlePage = (_, { nonce }) =>
      Promise.resolve(new Response(nonce, { headers: { 'Content-Type': 'text/html' } }));
    const { ask } = openServer({ handlePage });
    const answers = [await ask('/agentchat'), await ask('/agentchat')];
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

describe('a balancer', () => {
  test('hears that the process answers and is ready, without a cookie or a page', async () => {
    const handlePage = publicPages();
    const { ask, lines } = openServer({ handlePage });
    const live = await ask('/health/live');
    expect([live.status, await live.json()]).toEqual([200, { status: 'live' }]);
    const ready = await ask('/health/ready');
    expect([ready.status, await ready.json()]).toEqual([
      200,
      { status: 'ready', database: 'ok', migrations: 'ok', accepting: 'ok' },
    ]);
    for (const answer of [live, ready]) {
      expect(answer.headers.get('Cache-Control')).toBe('no-store');
      expect(answer.headers.get('Set-Cookie')).toBeNull();
    }
    expect(handlePage).not.toHaveBeenCalled();
    expect(lines).toEqual([]);
  });

  test('is told which part is not ready', async () => {
    const failing = { query: () => Promise.reject(new Error('gone')) } as unknown as pg.Pool;
    const silent = { query: () => new Promise(() => {}) } as unknown as pg.Pool;
    const parts = async (pool: pg.Pool) => {
      const answer = await openServer({ pool }).ask('/health/ready');
      return [answer.status, await answer.json()];
    };
    expect(await parts(failing)).toMatchObject([503, { database: 'failing' }]);
    expect(await parts(answering([{ newest: '17' }]))).toMatchObject([
      503,
      { database: 'ok', migrations: 'behind' },
    ]);
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const late = parts(silent);
    await vi.advanceTimersByTimeAsync(2000);
    vi.useRealTimers();
    expect(await late).toMatchObject([503, { database: 'failing' }]);
  });

  test('is told that the process ends, while it still answers', async () => {
    const { ask, health } = openServer();
    health.drain();
    const answer = await ask('/health/ready');
    expect([answer.status, await answer.json()]).toMatchObject([503, { accepting: 'draining' }]);
    expect((await ask('/health/live')).status).toBe(200);
  });
});

describe('the metrics', () => {
  const TOKEN = 'a-token-of-the-tests';
  const isAnswered = async (options: ServerOptions, headers: Record<string, string> = {}) => {
    const answer = await openServer(options).ask('/metrics', { headers });
    return (await answer.text()).includes('embarka_http_requests_total');
  };

  test('are for this computer alone while nothing is set', async () => {
    expect(await isAnswered({ peer: '127.0.0.1' })).toBe(true);
    expect(await isAnswered({ peer: '::ffff:127.0.0.1' })).toBe(true);
    expect(await isAnswered({ peer: VISITOR })).toBe(false);
  });

  test('are not opened to the world by a proxy on this computer', async () => {
    const peer = '127.0.0.1';
    expect(await isAnswered({ peer }, { 'X-Forwarded-For': VISITOR })).toBe(false);
    expect(await isAnswered({ peer, env: { PUBLIC_ORIGIN: ORIGIN } })).toBe(false);
  });

  test('are for whoever knows the token once there is one', async () => {
    const env = { METRICS_TOKEN: TOKEN, PUBLIC_ORIGIN: ORIGIN };
    const authorization = { Authorization: `Bearer ${TOKEN}` };
    expect(await isAnswered({ env }, authorization)).toBe(true);
    expect(await isAnswered({ env, peer: '127.0.0.1' })).toBe(false);
    expect(await isAnswered({ env }, { Authorization: 'Bearer another' })).toBe(false);
  });

  test('count requests by pattern, and kept pages', async () => {
    const handlePage = publicPages();
    const named: HandlePage = (request, info) => {
      info.route = '/services/:section';
      return handlePage(request, info);
    };
    const { ask, valueOf, pages } = openServer({ handlePage: named });
    for (const path of ['/services/video', '/services/video', '/services/music']) await ask(path);
    await ask('/services/music', { method: 'BREW', headers: { Origin: ORIGIN } });
    pages.drop('/services/video');
    const counted = (labels: string) => valueOf(`embarka_http_requests_total{${labels}}`);
    expect(await counted('method="GET",route="/services/:section",status="200"')).toBe(3);
    expect(await counted('method="other",route="/services/:section",status="200"')).toBe(1);
    expect(await valueOf('embarka_kept_pages_total{event="hit"}')).toBe(1);
    expect(await valueOf('embarka_kept_pages_total{event="miss"}')).toBe(2);
    expect(await valueOf('embarka_kept_pages_total{event="drop"}')).toBe(1);
    expect(await valueOf('embarka_database_connections{state="used"}')).toBe(2);
    expect(await valueOf('embarka_waiting_visitors')).toBe(4);
  });
});

describe('the log', () => {
  const answers =
    (route: string, status = 200): HandlePage =>
    (_request, info) => {
      info.route = route;
      info.who = 'member maya';
      return Promise.resolve(new Response(null, { status }));
    };

  test('says who changed what, in which request, and how long it took', async () => {
    const { post, logged } = openServer({ handlePage: answers('/reset') });
    const answer = await post('/reset?phrase=secret', 'text of a visitor');
    expect(logged()).toMatchObject([
      { method: 'POST', route: '/reset', status: 200, who: 'member maya', address: VISITOR },
    ]);
    expect(logged()[0]).toMatchObject({ requestId: answer.headers.get('X-Request-Id') });
    expect(JSON.stringify(logged())).not.toMatch(/secret|visitor"/);
  });

  test('is not filled by pages and chat messages, but keeps what was refused or failed', async () => {
    const route = '/chat/conversations/:id/messages';
    const said = openServer({ handlePage: answers(route) });
    await said.ask('/');
    await said.post('/chat/conversations/c1/messages', '{}');
    expect(said.lines).toEqual([]);
    const refused = openServer({ handlePage: answers(route, 429) });
    await refused.post('/chat/conversations/c1/messages', '{}');
    expect(refused.logged()).toMatchObject([{ level: 30, route, status: 429 }]);
    const failed = openServer({ handlePage: answers('/', 500) });
    await failed.ask('/');
    expect(failed.logged()).toMatchObject([{ level: 40, status: 500 }]);
  });

  test('carries the request’s id on every line written while it is answered', async () => {
    const server = openServer({
      handlePage: async () => {
        await Promise.resolve();
        server.log.info('Deep inside');
        return new Response(null);
      },
    });
    const answer = await server.ask('/');
    expect(server.logged()).toMatchObject([
      { msg: 'Deep inside', requestId: answer.headers.get('X-Request-Id') },
    ]);
  });

  test('takes an id from a trusted proxy alone, and only one that cannot forge a line', async () => {
    const idOf = async (id: string, env: Record<string, string>) =>
      (await openServer({ env }).ask('/', { headers: { 'X-Request-Id': id } })).headers.get(
        'X-Request-Id',
      );
    const trusting = { TRUSTED_PROXIES: VISITOR };
    expect(await idOf('balancer-00017', trusting)).toBe('balancer-00017');
    expect(await idOf('balancer-00017', {})).toMatch(/^[0-9a-f-]{36}$/);
    expect(await idOf('x","level":60,"msg":"forged', trusting)).toMatch(/^[0-9a-f-]{36}$/);
  });

  test('of a path with line breaks and colours is one line of JSON', async () => {
    const { ask, lines, logged } = openServer({ logLevel: 'debug', handlePage: answers('*', 404) });
    await ask('/%0a%7b%22level%22:60%7d%1b[31m');
    expect(lines).toHaveLength(1);
    expect(lines[0]?.trimEnd()).not.toMatch(/\p{Cc}/u);
    expect(logged()).toMatchObject([{ level: 20, status: 404 }]);
  });
});

describe('a crowd', () => {
  /** The pages stand still until they are told to go on. */
  function openCrowded() {
    let goOn = () => {};
    const standing = new Promise<void>((resolve) => (goOn = resolve));
    const handlePage = vi.fn<HandlePage>(async () => {
      await standing;
      return new Response('page');
    });
    const limits = { ...REQUEST_LIMITS, atOnce: 1, patienceMs: 60_000, waitingPerShare: 2 };
    const queue = new FairQueue(limits);
    return { ...openServer({ handlePage, queue }), handlePage, goOn: () => goOn() };
  }

  test.each([
    '/confirm-review?token=1',
    '/team?x',
    '/confirm-review.data?token=1',
    '/captcha?x',
    '/agentchat/inbox?x',
  ])('for %s is told when to come back, in words or in JSON', async (path) => {
    const { ask, goOn, handlePage } = openCrowded();
    const crowd = [1, 2, 3].map(() => ask(path));
    await vi.waitFor(() => expect(handlePage).toHaveBeenCalled());
    const words = await ask(path, { headers: { Accept: 'text/html' } });
    expect(words.status).toBe(503);
    expect(words.headers.get('Retry-After')).toMatch(/^[1-9]\d*$/);
    expect(words.headers.get('Cache-Control')).toBe('no-store');
    expect(await words.text()).toContain('Please try again in a few seconds.');
    const json = await ask(path);
    expect([json.status, json.headers.get('Content-Type')]).toEqual([503, 'application/json']);
    expect(json.headers.get('X-Content-Type-Options')).toBe('nosniff');
    goOn();
    await Promise.all(crowd);
  });

  test('that finds no room further on is told the same, whatever the page says of it', async () => {
    const { ask, post } = openServer({
      handlePage: (_request, info) => {
        info.isBusy = true;
        return Promise.resolve(new Response('Something went wrong', { status: 500 }));
      },
    });
    for (const answer of [
      await ask('/services?q=1'),
      await ask('/terms'),
      await post('/login', ''),
    ]) {
      expect(answer.status).toBe(503);
      expect(answer.headers.get('Retry-After')).toMatch(/^[1-9]\d*$/);
      expect(await answer.text()).toContain('Please try again in a few seconds.');
    }
  });

  test('keeps nobody from the health checks', async () => {
    const { ask, goOn } = openCrowded();
    const crowd = Array.from({ length: 5 }, (_, n) => ask(`/services?q=${n}`));
    expect((await ask('/health/live')).status).toBe(200);
    expect((await ask('/health/ready')).status).toBe(200);
    goOn();
    await Promise.all(crowd);
  });

  test('that sends its bodies slowly holds no place', async () => {
    const limits = { ...REQUEST_LIMITS, atOnce: 1, patienceMs: 60_000 };
    const { ask, post } = openServer({
      handlePage: async (request) => new Response(await request.text()),
      queue: new FairQueue(limits),
    });
    let end = () => {};
    const slow = new ReadableStream<Uint8Array>({
      start(controller) {
        controller.enqueue(new TextEncoder().encode('a='));
        end = () => {
          controller.enqueue(new TextEncoder().encode('b'));
          controller.close();
        };
      },
    });
    const late = ask('/login', {
      method: 'POST',
      body: slow,
      headers: { Origin: ORIGIN },
      duplex: 'half',
    } as RequestInit);
    expect(await (await post('/login', 'c=d')).text()).toBe('c=d');
    end();
    expect(await (await late).text()).toBe('a=b');
  });

  test('for one page does not go without it when the first of them goes away', async () => {
    const { ask, goOn } = openCrowded();
    const other = ask('/services?q=1');
    const gone = new AbortController();
    const first = ask('/terms', { signal: gone.signal });
    const second = ask('/terms');
    await setImmediate();
    gone.abort();
    await first;
    goOn();
    await other;
    expect(await (await second).text()).toBe('page');
  });

  test('that goes away is not worked for', async () => {
    const { ask, goOn, handlePage } = openCrowded();
    const first = ask('/services?q=1');
    await vi.waitFor(() => expect(handlePage).toHaveBeenCalledTimes(1));
    const gone = new AbortController();
    const left = ask('/services?q=2', { signal: gone.signal });
    gone.abort();
    await left;
    goOn();
    await first;
    expect(handlePage).toHaveBeenCalledTimes(1);
  });

  test('that goes away before its page is rendered is no fault of ours', async () => {
    const gone = new AbortController();
    const { ask, logged } = openServer({
      logLevel: 'debug',
      handlePage: () => {
        gone.abort();
        return Promise.resolve(new Response('Unexpected Server Error', { status: 500 }));
      },
    });
    await ask('/services?q=1', { signal: gone.signal });
    expect(logged()).toMatchObject([{ status: 408 }]);
  });
});

test.each([
  '/agentchat',
  '/agentchat.data',
  '/agentchat?c=1',
  '/team',
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
  const kept = { 'Cache-Control': 'public, no-cache' };
  const handlePage: HandlePage = ({ method }) =>
    Promise.resolve(
      new Response('what was typed', { headers: kept, status: method === 'GET' ? 200 : 400 }),
    );
  const { ask, post } = openServer({ handlePage });
  for (const path of ['/services/video/ad-film', '/services/video/ad-film.data']) {
    expect((await post(path, 'name=Maya')).headers.get('Cache-Control')).toBe('no-store');
    expect((await ask(path)).headers.get('Cache-Control')).toBe('public, no-cache');
  }
});
