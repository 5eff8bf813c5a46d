import type { RouteConfigEntry } from '@react-router/dev/routes';
import { describe, expect, test } from 'vitest';
import { CATALOGUE } from '../../../tests/support/catalogue.ts';
import { ENDPOINT_LIST } from '../../../tests/support/endpoints.ts';
import routes from '../../routes.ts';
import { nameMissingPage, NON_PAGE_SEGMENTS } from '../../routing/missing-pages.ts';
import { PAGE_QUERIES, RESOURCE_QUERIES, readableSearch } from './readable-search.ts';

function pathsIn(entries: readonly RouteConfigEntry[]): string[] {
  return entries.flatMap(({ path = '', children }) => (children ? pathsIn(children) : [path]));
}

/** The addresses of JSON and files. */
const RESOURCES = [...new Set(ENDPOINT_LIST.map(({ path }) => path))];

test('every public page says what it reads from its address', () => {
  const pages = routes.find(({ file }) => file === 'shop/pages/layout.tsx')?.children ?? [];
  const patterns = pages.map(({ path = '' }) => `/${path}`).filter((pattern) => pattern !== '/*');
  expect(Object.keys(PAGE_QUERIES).toSorted()).toEqual(patterns.toSorted());
});

/** These routes are behind a guard or give personal responses, which are not shared between visitors. */
const NOT_FOR_EVERYBODY =
  /^\/(?:account|agentchat|api\/(?:v1|openapi\.json)|canned-replies|captcha|chat\/(?:availability|conversations|files|unsubscribe)|create-account|desk|forgot-password|invitation|login|notifications|order|order-quotes|reset|reset-password|search|setup|sign-out|team|verify-email|webhooks|widget)(?:\/|$)/;

test('every other address is behind a door, or says that it reads nothing', () => {
  const pages = pathsIn(routes.filter(({ file }) => file !== 'shop/pages/layout.tsx'));
  const others = [...pages.map((path) => `/${path}`), ...RESOURCES].filter(
    (pattern) => !NOT_FOR_EVERYBODY.test(pattern),
  );
  expect(Object.keys(RESOURCE_QUERIES).toSorted()).toEqual(others.toSorted());
});

test('every address begins where nothing is called missing before somebody looked', () => {
  const spellings = [...pathsIn(routes), ...RESOURCES.map((path) => path.slice(1))]
    .filter((pattern) => pattern !== '*' && !pattern.startsWith('services/'))
    .map((pattern) => `/${pattern.replaceAll(/:\w+|\*/g, 'x')}`)
    .flatMap((path) => [path, `${path}/`, path.toUpperCase(), `${path}.data`]);
  const ofServices = CATALOGUE.services.flatMap(({ path, section }) => [
    path,
    encodeURI(path),
    `${path}.data`,
    `/services/${section}`,
  ]);
  const others = [
    '/_.data',
    '/_root.data',
    '/services/_.data',
    '/about',
    '/services/writing/portfolio',
  ];
  const missing = [...spellings, ...ofServices, ...others].filter(
    (path) => nameMissingPage(CATALOGUE, path) !== undefined,
  );
  expect(missing).toEqual([]);
});

test('no place is left open that nothing is at', () => {
  const paths = [...pathsIn(routes), ...RESOURCES.map((path) => path.slice(1))];
  const places = new Set(paths.map((path) => path.split('/')[0]));
  const beside = ['health', 'live', 'metrics'];
  expect(NON_PAGE_SEGMENTS.filter((place) => !places.has(place))).toEqual(beside);
});

describe('of a query', () => {
  test.each([
    ['/', '?utm_source=x&utm_source=y&fbclid=z', ''],
    ['/', '?', ''],
    ['/', '?=x&&=', ''],
    ['/terms', '?page=2', ''],
    ['/services', '?utm_source=x&q=logo%20design&gclid=1', '?q=logo+design'],
    ['/services', '?Q=logo', ''],
    ['/services', '?q=', '?q='],
    ['/services', '?%71=logo', '?%71=logo'],
    ['/services', '?q=a%20b', '?q=a%20b'],
    ['/services', '?xq=a&q', '?q='],
    ['/services/graphics', '?s%6Frt=name&%73%6f%72%74=x&so%52t=y', '?sort=name&sort=x'],
    ['/services/graphics', '?area=a&x=1&area=b&sort=name', '?area=a&area=b&sort=name'],
    ['/services/graphics/book-design', '?sort=lowest&area=a&page=2', '?sort=lowest&page=2'],
    ['/moderation-log', '?page=2&x', '?page=2'],
  ])('%s reads of %s only %s', (path, search, read) => {
    expect(readableSearch(path, search)).toBe(read);
  });

  test.each([
    ['/_root.data', '?utm_source=x&_routes=root', '?_routes=root'],
    ['/services.data', '?fbclid=x&q=logo', '?q=logo'],
    ['/services/graphics.data', '?gclid=x', ''],
    ['/services/graphics', '?_routes=root', ''],
  ])('the data of a page are asked for with as much: %s%s', (path, search, read) => {
    expect(readableSearch(path, search)).toBe(read);
  });

  test.each(['/login', '/team/audit', '/setup', '/nothing', '/agentchat.data', '//', '/terms/'])(
    'nothing is left out at %s, which is no public page',
    (path) => {
      expect(readableSearch(path, '?a=1&next=%2F')).toBe('?a=1&next=%2F');
    },
  );

  test('of the largest size is read in one pass', () => {
    const many = `?${'a=1&'.repeat(16_000)}q=logo`;
    expect(readableSearch('/services', many)).toBe('?q=logo');
  });

  test('no more is read than a page has choices', () => {
    const read = readableSearch('/services', `?${'q=a&'.repeat(4000)}`);
    expect(new URLSearchParams(read).getAll('q')).toHaveLength(50);
  });
});
