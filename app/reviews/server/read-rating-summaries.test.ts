import { describe, expect, test } from 'vitest';
import { useDatabase } from '../../../tests/support/database.ts';
import { readRatingSummaries } from './read-rating-summaries.server.ts';
import { serviceReviews } from './tables.server.ts';

const BOOKS = { section: 'graphics', slug: 'book-design' };
const SIGNS = { section: 'graphics', slug: 'signage-design' };
const BLURB = { section: 'writing', slug: 'blurb' };

describe('the ratings of several services', () => {
  const store = useDatabase();

  async function review(service: typeof BOOKS, rating: number | null) {
    await store.db.insert(serviceReviews).values({
      section: service.section,
      serviceSlug: service.slug,
      name: 'Elena Ruiz',
      email: 'elena.ruiz@northfold.example',
      text: rating === null ? 'Thank you.' : null,
      rating,
      createdAt: new Date('2026-03-01T09:00:00Z'),
    });
  }

  test('are averages over rated reviews, with two decimals', async () => {
    for (const rating of [5, 4, 4, null]) await review(BOOKS, rating);
    await review(BLURB, 2);

    const ratings = await readRatingSummaries(store.db);

    expect(ratings.get('graphics/book-design')).toEqual({ average: '4.33', ratedCount: 3 });
    expect(ratings.get('writing/blurb')).toEqual({ average: '2.00', ratedCount: 1 });
  });

  test('leave out services without a rating', async () => {
    await review(SIGNS, null);

    expect(await readRatingSummaries(store.db)).toEqual(new Map());
  });

  test('of a service that moved are those of all its addresses, under the present one', async () => {
    for (const rating of [5, 4]) await review(BOOKS, rating);
    await review(SIGNS, 1);

    const ratings = await readRatingSummaries(store.db, () => BLURB);

    expect([...ratings]).toEqual([['writing/blurb', { average: '3.33', ratedCount: 3 }]]);
  });
});
