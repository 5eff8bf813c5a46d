import { expect, test } from 'vitest';
import { findService, servicesOf } from './catalogue.ts';
import { findRelated } from './find-related.ts';
import { pagesShowingRating, RELATED_COUNT } from './pages-showing-rating.ts';

test('a rating shows on the pages of its service, its section, the overview, home and its neighbours', () => {
  const pages = pagesShowingRating({ section: 'music', slug: 'voice-over' });
  expect(pages.slice(0, 4)).toEqual([
    '/services/music/voice-over',
    '/services/music',
    '/services',
    '/',
  ]);
  const voiceOver = findService('music', 'voice-over');
  const showing = servicesOf('music').filter((other) =>
    findRelated(other, RELATED_COUNT).some(({ path }) => path === voiceOver?.path),
  );
  expect(pages.slice(4)).toEqual(showing.map(({ path }) => path));
  expect(showing.length).toBeGreaterThan(0);
});

test('a rating of what has left the catalogue shows nowhere', () => {
  expect(pagesShowingRating({ section: 'music', slug: 'gone' })).toEqual([]);
});
