import { randomBytes } from 'node:crypto';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { TestClock } from '../tests/support/database.ts';
import { isKeepable, keep, PageCache, type Rendered } from './page-cache.ts';

async function rendering(text: string): Promise<Rendered> {
  return { keep: await keep(new Response(text), { nonce: 'nonce' }) };
}

function pendingRendering() {
  const { promise, resolve, reject } = Promise.withResolvers<Rendered>();
  let calls = 0;
  const render = () => {
    calls += 1;
    return promise;
  };
  return { render, resolve, reject, calls: () => calls };
}

const textOf = (rendered: Rendered) =>
  'keep' in rendered ? rendered.keep.plain.toString() : '(passed on)';

describe('a kept page', () => {
  test('is rendered once while others wait, and then served', async () => {
    const pages = new PageCache();
    const { render, resolve, calls } = pendingRendering();
    const requests = Array.from({ length: 20 }, () => pages.render('/', render));
    expect(pages.get('/')).toBeUndefined();
    resolve(await rendering('home'));

    expect(new Set((await Promise.all(requests)).map(textOf))).toEqual(new Set(['home']));
    expect(calls()).toBe(1);
    expect(pages.get('/')?.plain.toString()).toBe('home');
  });

  test('is rendered anew when its time is over, or when nobody knows what changed', async () => {
    const clock = new TestClock();
    const pages = new PageCache({ clock, maxAgeMs: 60_000 });
    await pages.render('/', () => rendering('old'));
    clock.advance(59_999);
    expect(textOf(await pages.render('/', () => rendering('new')))).toBe('old');
    clock.advance(1);
    expect(pages.get('/')).toBeUndefined();
    expect(textOf(await pages.render('/', () => rendering('new')))).toBe('new');
    pages.dropAll();
    expect(pages.get('/')).toBeUndefined();
  });

  test('is kept under its own path', async () => {
    const pages = new PageCache();
    await Promise.all([
      pages.render('/a', () => rendering('page a')),
      pages.render('/b', () => rendering('page b')),
    ]);
    expect(pages.get('/a')?.plain.toString()).toBe('page a');
    expect(pages.get('/b')?.plain.toString()).toBe('page b');
    pages.drop('/a');
    expect(pages.get('/a')).toBeUndefined();
    expect(pages.get('/b')).toBeDefined();
  });

  test('that is dropped while it is rendered is answered, but not kept', async () => {
    const pages = new PageCache();
    const { render, resolve } = pendingRendering();
    const before = pages.render('/', render);
    pages.drop('/');
    resolve(await rendering('without the review'));

    expect(textOf(await before)).toBe('without the review');
    expect(pages.get('/')).toBeUndefined();
  });

  test('is rendered anew for whoever comes after the drop', async () => {
    const pages = new PageCache();
    const { render, resolve } = pendingRendering();
    const before = pages.render('/', render);
    pages.drop('/');
    const after = await pages.render('/', () => rendering('with the review'));
    resolve(await rendering('without the review'));
    await before;

    expect(textOf(after)).toBe('with the review');
    expect(pages.get('/')?.plain.toString()).toBe('with the review');
  });

  test('that a late rendering from before the drop would replace stays', async () => {
    const pages = new PageCache();
    const early = pendingRendering();
    const late = pendingRendering();
    const before = pages.render('/', early.render);
    pages.drop('/');
    const after = pages.render('/', late.render);
    early.resolve(await rendering('old'));
    await before;
    // New requests join the new rendering, although the old one has just ended.
    const joined = pages.render('/', () => rendering('a third'));
    late.resolve(await rendering('new'));
    expect([textOf(await after), textOf(await joined)]).toEqual(['new', 'new']);
    expect(pages.get('/')?.plain.toString()).toBe('new');
  });

  test('whose rendering failed is tried again by the next request', async () => {
    const pages = new PageCache();
    const { render, reject } = pendingRendering();
    const failing = pages.render('/', render);
    reject(new Error('The database is away'));
    await expect(failing).rejects.toThrow('The database is away');
    expect(textOf(await pages.render('/', () => rendering('home')))).toBe('home');
  });

  test('is not one of endlessly many: the one kept longest makes room', async () => {
    const pages = new PageCache();
    const page = await rendering('page');
    for (let path = 0; path < 1001; path += 1) {
      await pages.render(`/${path}`, () => Promise.resolve(page));
    }
    expect(pages.get('/0')).toBeUndefined();
    expect(pages.get('/1')).toBeDefined();
    expect(pages.get('/1000')).toBeDefined();
  });
});

describe('variants of a page', () => {
  const keepAs = (pages: PageCache, key: string, text: string) =>
    pages.render(key, () => rendering(text));

  test('and its data go with it, and with no other', async () => {
    const pages = new PageCache();
    const own = ['/a', '/a?sort=name', '/a.data', '/a.data?sort=name', '/_.data', '/'];
    for (const key of [...own, '/a/b', '/ab?sort=name']) await keepAs(pages, key, key);
    pages.drop('/a');
    const left = [...own, '/a/b', '/ab?sort=name'].filter((key) => pages.get(key));
    expect(left).toEqual(['/_.data', '/', '/a/b', '/ab?sort=name']);
    pages.drop('/');
    expect(pages.get('/_.data')).toBeUndefined();
  });

  test('that are rendered while their page is dropped are not kept', async () => {
    const pages = new PageCache();
    const { render, resolve } = pendingRendering();
    const before = pages.render('/a?page=2', render);
    pages.drop('/a');
    const after = await keepAs(pages, '/a?page=2', 'with the review');
    resolve(await rendering('without the review'));
    expect(textOf(await before)).toBe('without the review');
    expect(textOf(after)).toBe('with the review');
    expect(pages.get('/a?page=2')?.plain.toString()).toBe('with the review');
  });

  test('are few of each page, and take the place of no page', async () => {
    const pages = new PageCache();
    await keepAs(pages, '/a', 'a');
    await keepAs(pages, '/b?sort=name', 'b');
    for (let n = 0; n < 200; n += 1) await keepAs(pages, `/a?min=${n}`, 'a');
    const cached = Array.from({ length: 200 }, (_, n) => n).filter((n) => pages.get(`/a?min=${n}`));
    expect(cached.length).toBeLessThanOrEqual(50);
    expect(cached).toContain(199);
    expect(pages.get('/a')).toBeDefined();
    expect(pages.get('/b?sort=name')).toBeDefined();
  });

  test('take bounded memory: the one that nobody asked for makes room', async () => {
    const pages = new PageCache();
    // Random data of about a megabyte that cannot be compressed.
    const large = await rendering(randomBytes(700_000).toString('base64'));
    for (let n = 0; n < 30; n += 1) {
      await pages.render(`/${n}?sort=name`, () => Promise.resolve(large));
      pages.get('/0?sort=name');
    }
    const cached = Array.from({ length: 30 }, (_, n) => n).filter((n) =>
      pages.get(`/${n}?sort=name`),
    );
    expect(cached.length).toBeLessThan(20);
    expect(cached).toContain(0);
    expect(cached).toContain(29);
  });
});

describe('a page that is asked for often', () => {
  const text = Array.from({ length: 3_000 }, (_, n) => `<li>Service ${n * 7919}</li>`).join('');

  async function askedFor() {
    const pages = new PageCache();
    await pages.render('/', () => rendering(text));
    const first = pages.get('/')!;
    for (let time = 0; time < 5; time += 1) pages.get('/');
    return { pages, first };
  }

  test('becomes smaller, and is the same page under the same tag', async () => {
    const { pages, first } = await askedFor();
    expect(await pages.compressOne()).toBe(true);
    const smaller = pages.get('/')!;
    expect(smaller.br.byteLength).toBeLessThan(first.br.byteLength);
    expect(brotliDecompressSync(smaller.br).toString()).toBe(text);
    expect(smaller.etag).toBe(first.etag);
    expect(await pages.compressOne()).toBe(false);
  });

  test('does not come back when it was dropped meanwhile', async () => {
    const { pages } = await askedFor();
    const compressing = pages.compressOne();
    pages.drop('/');
    await pages.render('/', () => rendering('with the review'));
    await compressing;
    expect(brotliDecompressSync(pages.get('/')!.br).toString()).toBe('with the review');
  });

  test('is one that was asked for more than once or twice', async () => {
    const pages = new PageCache();
    await pages.render('/', () => rendering(text));
    pages.get('/');
    expect(await pages.compressOne()).toBe(false);
  });
});

test('an answer to pass on is never shared: each request that waited gets its own', async () => {
  const pages = new PageCache();
  let calls = 0;
  const render = async (): Promise<Rendered> => {
    calls += 1;
    const body = `for request ${calls}`;
    await Promise.resolve();
    return { pass: new Response(body) };
  };
  const answers = await Promise.all([1, 2, 3].map(() => pages.render('/gone', render)));
  const bodies = await Promise.all(
    answers.map(async (answer) => ('pass' in answer ? answer.pass.text() : 'kept')),
  );
  expect(new Set(bodies).size).toBe(3);
  expect(pages.get('/gone')).toBeUndefined();
});

test('a page is kept whole in three encodings, with its headers and an ETag of its content', async () => {
  const text = `<html><script nonce="n">go()</script>${'ü'.repeat(5000)}</html>`;
  const response = new Response(text, { headers: { 'Cache-Control': 'public' } });
  const cached = await keep(response, { nonce: 'n' });
  const plain = text.replace(' nonce="n"', '');
  expect(cached.plain.toString()).toBe(plain);
  expect(brotliDecompressSync(cached.br).toString()).toBe(plain);
  expect(gunzipSync(cached.gzip).toString()).toBe(plain);
  expect(cached.headers['cache-control']).toBe('public');
  const etags = await Promise.all(
    ['n', 'm'].map(
      async (nonce) =>
        (await keep(new Response(text.replace('"n"', `"${nonce}"`)), { nonce })).etag,
    ),
  );
  expect(etags).toEqual([cached.etag, cached.etag]);
  expect((await keep(new Response(`${text} `), { nonce: 'n' })).etag).not.toBe(cached.etag);
});

test.each([
  ['a public page', 200, { 'Cache-Control': 'public, no-cache' }, true],
  ['a page that does not say so', 200, {}, false],
  ['a private page', 200, { 'Cache-Control': 'private, no-cache' }, false],
  ['a page that must not be stored', 200, { 'Cache-Control': 'no-store' }, false],
  [
    'a page that sets a cookie',
    200,
    { 'Cache-Control': 'public', 'Set-Cookie': 'embarka_visitor=secret' },
    false,
  ],
  ['a missing page', 404, { 'Cache-Control': 'public' }, false],
  ['a redirect', 301, { 'Cache-Control': 'public', Location: '/' }, false],
  ['a fault', 500, { 'Cache-Control': 'public' }, false],
])('%s is kept or not: %i %o %s', (_, status, headers, expected) => {
  const given = Object.entries(headers).filter((cached): cached is [string, string] => !!cached[1]);
  expect(isKeepable(new Response(null, { status, headers: given }))).toBe(expected);
});
