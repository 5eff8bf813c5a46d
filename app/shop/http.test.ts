import { expect, test } from 'vitest';
import { CATALOGUE } from '../../tests/support/catalogue.ts';
import { useEmbeddedDatabase } from '../../tests/support/database.ts';
import { createTestAppContext } from '../../tests/support/app-context.ts';
import { request } from '../../tests/support/request.ts';
import { teamServices } from '../../tests/support/team.ts';
import { answerSearch, type FoundItems } from './search/answer-search.ts';
import { Catalogue } from './catalogue.ts';
import type { AppContext } from '../app-context.ts';

const store = useEmbeddedDatabase();

function shopOf(times: number): Catalogue {
  const { content } = CATALOGUE;
  const copies = Array.from({ length: times }, (_, copy) =>
    content.services.map((service) => ({
      ...service,
      id: `${service.id}-${copy}`,
      slug: `${service.slug}-${copy}`,
    })),
  );
  return new Catalogue({ ...content, services: copies.flat() });
}

const ask = (appContext: AppContext, path: string) => request(appContext, 'GET', path);

test('a small shop’s index is given to browsers, of a large one the server searches', async () => {
  const appContext = createTestAppContext(store.db, teamServices(store.db));
  const small = (await (await ask(appContext, '/search-index')).json()) as unknown[];
  expect(small).toHaveLength(CATALOGUE.services.length);
  const large = { ...appContext, catalogue: shopOf(9) };
  expect(await (await ask(large, '/search-index')).json()).toBeNull();
  for (const query of ['book', 'website for my restaurant', 'refund', 'vidoe editting']) {
    const answer = await ask(large, `/search?q=${encodeURIComponent(query)}`);
    const found = (await answer.json()) as FoundItems;
    const paths = (items: FoundItems['results']) => items.map(({ path }) => path);
    const expected = answerSearch(large.catalogue.searchIndex, query);
    expect(paths(found.results)).toEqual(paths(expected.results));
    expect(paths(found.suggestions)).toEqual(paths(expected.suggestions));
    expect(found.pages).toEqual(expected.pages);
    expect(found.results.length).toBeLessThanOrEqual(10);
  }
});

test('each row says what a service costs, and how it is rated where it is', async () => {
  const appContext = createTestAppContext(store.db, teamServices(store.db));
  const rated = { average: '4.50', ratedCount: 2 };
  const read = () => Promise.resolve(new Map([['graphics/book-design', rated]]));
  const rows = (await (
    await ask({ ...appContext, ratings: { ...appContext.ratings, read } }, '/search-index')
  ).json()) as FoundItems['results'];
  const row = (slug: string) => rows.find(({ path }) => path.endsWith(slug));
  expect(row('/book-design')).toMatchObject({ cost: '$1,750', rating: '4.50' });
  expect(row('/lead-generation')).toMatchObject({ cost: '$7,500 per month' });
  expect(row('/lead-generation')).not.toHaveProperty('rating');
});

test('who searches faster than anybody types is told to wait', async () => {
  const appContext = createTestAppContext(store.db, teamServices(store.db));
  const statuses = new Set<number>();
  for (let count = 0; count <= 60; count += 1) {
    statuses.add((await ask(appContext, '/search?q=book')).status);
  }
  expect([...statuses]).toEqual([200, 429]);
});
