import { expect, test } from 'vitest';
import { openServer } from '../tests/support/open-app.ts';
import type { HandlePage } from './app.ts';

const HIDDEN = '/services/graphics/book-design';

test('a page that says that a service is hidden is rendered once, and dropped with everything else', async () => {
  let rendered = 0;
  const handlePage: HandlePage = () => {
    rendered += 1;
    return Promise.resolve(
      new Response('<p>Not offered any more</p>'.padEnd(2000), {
        status: 410,
        headers: { 'Content-Type': 'text/html', 'Cache-Control': 'public, no-cache' },
      }),
    );
  };
  const { ask, pages } = openServer({ handlePage });
  const answers = [await ask(HIDDEN), await ask(`${HIDDEN}?utm_source=x`), await ask(HIDDEN)];
  expect(answers.map(({ status }) => status)).toEqual([410, 410, 410]);
  expect(rendered).toBe(1);
  // It has no state that a browser could hold.
  expect(answers[2]?.headers.get('ETag')).toBeNull();
  pages.dropAll();
  await ask(HIDDEN);
  expect(rendered).toBe(2);
});

test('one that says so of somebody’s own is kept for nobody', async () => {
  let rendered = 0;
  const handlePage: HandlePage = () => {
    rendered += 1;
    return Promise.resolve(
      new Response('gone', { status: 410, headers: { 'Cache-Control': 'no-store' } }),
    );
  };
  const { ask } = openServer({ handlePage });
  await ask(HIDDEN);
  await ask(HIDDEN);
  expect(rendered).toBe(2);
});

test('a preview may stand in a page of ours, and no other page in any', async () => {
  const handlePage: HandlePage = () =>
    Promise.resolve(new Response('<p>page</p>', { headers: { 'Content-Type': 'text/html' } }));
  const { ask } = openServer({ handlePage });
  const policyOf = async (path: string) =>
    (await ask(path)).headers.get('Content-Security-Policy') ?? '';
  expect(await policyOf('/preview/dark/1')).toContain("frame-ancestors 'self'");
  for (const path of ['/', '/team/catalogue', '/preview', '/login?a=1']) {
    expect(await policyOf(path)).toContain("frame-ancestors 'none'");
  }
});

test('a file is taken by the page of imports alone, of whoever shows a session', async () => {
  const { post } = openServer({ handlePage: () => Promise.resolve(new Response('taken')) });
  const file = `text=${'x'.repeat(200_000)}`;
  const form = {
    'Content-Type': 'application/x-www-form-urlencoded',
    'Content-Length': String(file.length),
    Origin: 'http://localhost:3000',
  };
  const Cookie = 'embarka.session_token=somebody';
  const send = async (path: string, headers: Record<string, string>) =>
    (await post(path, file, headers)).status;
  expect(await send('/team/catalogue/import', { ...form, Cookie })).toBe(200);
  expect(await send('/team/catalogue/import', form)).toBe(413);
  expect(await send('/team/catalogue', { ...form, Cookie })).toBe(413);
  const more = `text=${'x'.repeat(9_000_000)}`;
  const { status } = await post('/team/catalogue/import', more, {
    ...form,
    Cookie,
    'Content-Length': String(more.length),
  });
  expect(status).toBe(413);
});
