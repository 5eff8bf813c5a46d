import { expect, test } from 'vitest';
import { createTestAppContext } from '../tests/support/app-context.ts';
import { useDatabase } from '../tests/support/database.ts';
import { teamServices } from '../tests/support/team.ts';
import { countView } from './count-view.ts';

const store = useDatabase();
const BROWSER = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Safari/604.1';
const PAGE = { accept: 'text/html,*/*', 'user-agent': BROWSER };

/** The pages that these requests were counted as. */
function counted(requests: readonly { url: string; method?: string; headers?: object }[]) {
  const appContext = createTestAppContext(store.db, teamServices(store.db));
  const seen: string[] = [];
  const views = {
    count: (_context: unknown, _serviceId: string, page: string) => void seen.push(page),
  };
  for (const { url, method = 'GET', headers = {} } of requests) {
    countView(appContext, views, { method, url, headers: { ...PAGE, ...headers } });
  }
  return seen;
}

const BOOKS = '/services/graphics/book-design';

test('documents and pages within the shop count, in every language', () => {
  expect(
    counted([
      { url: BOOKS },
      { url: `${BOOKS}?page=2` },
      { url: `/es${BOOKS}` },
      { url: `${BOOKS}.data`, headers: { accept: '*/*' } },
      { url: `${BOOKS}/order` },
      { url: `${BOOKS}/order.data`, headers: { accept: '*/*' } },
      { url: '/services/writing/proofreading-%26-editing' },
    ]),
  ).toEqual(['pages', 'pages', 'pages', 'pages', 'forms', 'forms', 'pages']);
});

test('programs, prefetches, members, totals of the form and other addresses do not count', () => {
  expect(
    counted([
      { url: BOOKS, headers: { 'user-agent': 'Mozilla/5.0 (compatible; Googlebot/2.1)' } },
      { url: BOOKS, headers: { 'user-agent': 'facebookexternalhit/1.1' } },
      { url: BOOKS, headers: { 'user-agent': 'curl/8.5.0' } },
      { url: BOOKS, headers: { 'user-agent': '' } },
      { url: BOOKS, headers: { 'sec-purpose': 'prefetch;prerender' } },
      { url: BOOKS, headers: { purpose: 'prefetch' } },
      { url: BOOKS, headers: { cookie: 'embarka.session_token=abc' } },
      { url: BOOKS, headers: { accept: 'image/avif' } },
      { url: BOOKS, method: 'HEAD' },
      { url: `${BOOKS}/order`, method: 'POST' },
      { url: `${BOOKS}/order.data?choice=quantity%3D2`, headers: { accept: '*/*' } },
      { url: '/services/graphics' },
      { url: '/services/graphics/no-such-service' },
      { url: '/services/graphics/%E0%A4%A' },
      { url: '/api/v1/services/graphics/book-design' },
    ]),
  ).toEqual([]);
});
