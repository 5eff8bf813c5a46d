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
  // A missing page has no state that a browser could validate.
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
