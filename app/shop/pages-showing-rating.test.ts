import { expect, test } from 'vitest';
import { CATALOGUE } from '../../tests/support/catalogue.ts';
import { findRelated } from './search/find-related.ts';
import { pagesShowingRating, RELATED_COUNT } from './pages-showing-rating.ts';

test('a rating shows on the pages of its service, its section, the overview, home and its neighbours', () => {
  const pages = pagesShowingRating(CATALOGUE, { section: 'music', slug: 'voice-over' });
  expect(pages.slice(0, 4)).toEqual([
    '/services/music/voice-over',
    '/services/music',
    '/services',
    '/',
  ]);
  const voiceOver = CATALOGUE.findService('music', 'voice-over');
  const showing = CATALOGUE.servicesOf('music').filter((other) =>
    findRelated(CATALOGUE, other, RELATED_COUNT).some(({ path }) => path === voiceOver?.path),
  );
  expect(pages.slice(4).toSorted()).toEqual(showing.map(({ path }) => path).toSorted());
  expect(showing.length).toBeGreaterThan(0);
});

test('a rating of what has left the catalogue shows nowhere', () => {
  expect(pagesShowingRating(CATALOGUE, { section: 'music', slug: 'gone' })).toEqual([]);
});
