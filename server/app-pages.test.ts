import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { describe, expect, test, vi, type Mock } from 'vitest';
import { PROOF_QUERY_NAMES } from '../app/orders/protocol/proof.ts';
import { PAGE_QUERIES } from '../app/shop/pages/readable-search.ts';
import '../app/i18n/messages.server.ts';
import { ORIGIN, accepting, openServer, publicPages } from '../tests/support/open-app.ts';
import type { HandlePage } from './app.ts';
import { MARK } from './search-pages.ts';

const SAMPLES: Readonly<Record<string, string>> = {
  q: 'logo',
  token: 'secret',
  area: 'print-design',
  min: '100',
  max: '900.5',
  rating: '4',
  days: '7',
  sort: 'highest',
  order: 'now',
  done: 'all',
  next: '%2Faccount%2Ffiles',
  before: '20',
  after: '2026-06-12T08%3A00%3A00.000Z_00000000-0000-4000-8000-000000000000',
  again: 'E-1001',
  stars: '5',
  purchases: '1',
  page: '2',
  compare: '00000000-0000-4000-8000-000000000000',
  view: 'overlay',
};

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

  test('in JSON has the length of what is sent, in each form', async () => {
    const { ask } = openServer();
    const answers = [await ask('/service-cards')];
    for (const form of ['gzip, br', 'gzip'])
      answers.push(await ask('/service-cards', accepting(form)));
    const lengths = answers.map(({ headers }) => headers.get('Content-Length'));
    const sent = await Promise.all(answers.map(async (answer) => (await answer.bytes()).length));
    expect(lengths).toEqual(sent.map(String));
    expect(new Set(sent).size).toBe(3);
  });

  test('is never in the language that whoever asks first says theirs is in', async () => {
    const handlePage = publicPages();
    const { ask } = openServer({ env: { SHOP_LANGUAGES: 'en, es' }, handlePage });
    const inSpanish = { headers: { 'Page-Language': 'es' } };
    const cached = ['/terms', '/terms.data', '/services/graphics', '/no-such-page'];
    for (const path of cached) await ask(path, inSpanish);
    await ask('/es/terms.data', { headers: { 'Page-Language': 'en' } });
    const languages = handlePage.mock.calls.map(([, { language }]) => language);
    expect(languages).toEqual([...cached.map(() => 'en'), 'es']);
  });

  test('is in the language of the page that asks, where it is not kept', async () => {
    const { ask } = openServer({ env: { SHOP_LANGUAGES: 'en, es' } });
    const refusalIn = async (language: string) => {
      const headers = { 'Page-Language': language };
      return (
        await ask('/chat/conversations/x', {
          method: 'PUT',
          headers: { ...headers, Origin: ORIGIN },
        })
      ).text();
    };
    expect(await refusalIn('en')).toContain('This address is read-only');
    expect(await refusalIn('es')).not.toContain('This address is read-only');
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
    // The page repeats its query, so it is not cached.
    await ask('/login?next=%2Fteam');
    await ask('/login?next=%2Fteam');
    expect(handlePage).toHaveBeenCalledTimes(5);
  });

  describe.each(Object.entries(PAGE_QUERIES))('at %s', (pattern, names) => {
    const path = pattern
      .replace(':section', 'graphics')
      .replace(':slug', pattern.includes('video') ? 'logo-animation' : 'book-design')
      .replace(':id', '1')
      .replace(':number', 'E-1001');
    /**
     * The queries with which pages were rendered, with the searched text in place of the marker.
     */
    const search = (handlePage: Mock<HandlePage>) =>
      handlePage.mock.calls.map(([request, { searched = MARK }]) =>
        new URL(request.url).search.replace(MARK, searched),
      );

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

    test.each(names)('reads what it says it reads: %s', async (name) => {
      const handlePage = publicPages();
      const { ask } = openServer({ handlePage });
      const sample = pattern === '/services/:section' && name === 'sort' ? 'price' : SAMPLES[name];
      // The filter is for results.
      const isOfResults = pattern === '/services' && name === 'order';
      const pair = `${isOfResults ? 'q=logo&' : ''}${name}=${sample}`;
      await ask(`${path}?utm_source=x&${pair}&fbclid=y`);
      expect(search(handlePage).at(-1)).toBe(`?${pair}`);
    });

    test('has no other answer to what it cannot read than to nothing', async () => {
      const handlePage = publicPages();
      const { ask } = openServer({ handlePage });
      const bare = await (await ask(path)).text();
      for (const name of names.filter(
        (each) =>
          ![
            'q',
            'token',
            'paid',
            'choice',
            'again',
            'after',
            'done',
            'next',
            'before',
            ...PROOF_QUERY_NAMES,
          ].includes(each),
      )) {
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
    // Vite's client needs its own inline styles and scripts.
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
    const one = await ask(`${GRAPHICS}.data?_routes=shop/pages/section,root&sort=price`);
    const same = await ask(
      `${GRAPHICS}.data?sort=price&_routes=root,made-up,shop%2Fpages%2Fsection`,
    );
    expect(await same.text()).toBe(await one.text());
    // A request for unknown routes alone is not cached.
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
    // The query of the first request must not leak into the answer for the others.
    expect(handlePage.mock.calls[0]![0].url).toBe(`${ORIGIN}/nothing-0`);
  });

  test('has a page for each kind of address, and one for its data', async () => {
    const handlePage = missing();
    const { ask } = openServer({ handlePage });
    const kinds = ['/x', '/services/x', '/services/graphics/x', '/services/video/x', '/x.data'];
    for (const path of [...kinds, ...kinds.map((kind) => kind.replace('x', 'y'))]) await ask(path);
    expect(handlePage).toHaveBeenCalledTimes(kinds.length);
    // The header highlights the tab to which the address would belong.
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

describe('a search of the catalogue', () => {
  function searchPages() {
    return vi.fn<HandlePage>((request, { searched }) => {
      const text = new URL(request.url).searchParams.get('q') ?? '';
      const page = `<input value="${text}"><h2>${text}</h2><p>${searched}</p>`;
      return Promise.resolve(
        new Response(page.padEnd(2000), {
          headers: {
            'Content-Type': 'text/html; charset=utf-8',
            'Cache-Control': 'public, no-cache',
          },
        }),
      );
    });
  }

  test('for another text that finds the same is not rendered again', async () => {
    const handlePage = searchPages();
    const { ask } = openServer({ handlePage });
    for (const text of ['qqq-1', 'qqq-2', '"><qqq>', 'a & b', 'ß 😀']) {
      // oxlint-disable-next-line no-await-in-loop -- the first is kept for the others
      const page = await (await ask(`/services?${new URLSearchParams({ q: text })}`)).text();
      const shown = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
      const safe = shown.replaceAll('"', '&quot;');
      expect(page).toContain(`<input value="${safe}"><h2>${safe}</h2><p>qqq-1</p>`);
    }
    expect(handlePage).toHaveBeenCalledTimes(1);
    await ask('/services?q=book+design');
    expect(handlePage).toHaveBeenCalledTimes(2);
  });

  test('is sent as the browser asks for it, and not again while it is the same', async () => {
    const { ask } = openServer({ handlePage: searchPages() });
    const plain = await (await ask('/services?q=qqq')).text();
    const gzip = await ask('/services?q=qqq', accepting('gzip, br'));
    expect(gzip.headers.get('Content-Encoding')).toBe('gzip');
    expect(gunzipSync(await gzip.bytes()).toString()).toBe(plain);
    const etag = gzip.headers.get('ETag') ?? '';
    const again = { headers: { 'If-None-Match': etag } };
    expect((await ask('/services?q=qqq', again)).status).toBe(304);
    expect((await ask('/services?q=qqqq', again)).status).toBe(200);
  });

  test('goes with the overview', async () => {
    const handlePage = searchPages();
    const { ask, pages } = openServer({ handlePage });
    await ask('/services?q=qqq');
    pages.drop('/services');
    await ask('/services?q=qqq');
    expect(handlePage).toHaveBeenCalledTimes(2);
  });
});

test('a short answer in JSON is sent as it is, a long one compressed', async () => {
  const answerOf = async (messages: number) => {
    const body = { messages: Array.from({ length: messages }, () => 'Is anybody there?') };
    const appContext = { availability: { read: () => Promise.resolve(body as never) } };
    return openServer({ appContext }).ask('/chat/availability', accepting('gzip'));
  };
  const short = await answerOf(2);
  expect(short.headers.get('Content-Encoding')).toBeNull();
  expect(await short.json()).toEqual({ messages: ['Is anybody there?', 'Is anybody there?'] });
  const long = await answerOf(200);
  expect(long.headers.get('Content-Encoding')).toBe('gzip');
  expect(JSON.parse(gunzipSync(await long.bytes()).toString())).toMatchObject({
    messages: { length: 200 },
  });
});
