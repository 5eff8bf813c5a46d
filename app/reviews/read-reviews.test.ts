import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { useDatabase } from '../../tests/support/database.ts';
import { readPageNumber, readReviewPage, summarize } from './read-reviews.server.ts';
import { serviceReviews } from './tables.server.ts';

describe('the summary of ratings', () => {
  test('is 0.00 when nobody has rated', () => {
    expect(summarize([{ rating: null, count: 3 }])).toEqual({
      average: '0.00',
      ratedCount: 0,
      reviewCount: 3,
      histogram: [0, 0, 0, 0, 0],
    });
  });

  test('leaves reviews without stars out of the average, not out of the count', () => {
    const summary = summarize([
      { rating: 5, count: 4 },
      { rating: 4, count: 2 },
      { rating: null, count: 1 },
    ]);
    expect(summary).toEqual({
      average: '4.67',
      ratedCount: 6,
      reviewCount: 7,
      histogram: [0, 0, 0, 2, 4],
    });
  });

  test('agrees with adding the stars up one by one, in any order', () => {
    const stars = fc.option(fc.integer({ min: 1, max: 5 }), { nil: null });
    fc.assert(
      fc.property(fc.array(stars), (ratings) => {
        const counts = new Map<number | null, number>();
        for (const rating of ratings) counts.set(rating, (counts.get(rating) ?? 0) + 1);
        const summary = summarize([...counts].map(([rating, count]) => ({ rating, count })));
        const rated = ratings.filter((rating) => rating !== null);
        const mean = rated.reduce((sum, rating) => sum + rating, 0) / Math.max(1, rated.length);
        expect(summary.average).toBe(mean.toFixed(2));
        expect(summary.ratedCount).toBe(rated.length);
        expect(summary.reviewCount).toBe(ratings.length);
        expect(summary.histogram.reduce((sum, count) => sum + count, 0)).toBe(rated.length);
      }),
    );
  });
});

describe('the page an address asks for', () => {
  test.each([
    ['', 1],
    ['page=2', 2],
    ['page=0', 1],
    ['page=-1', 1],
    ['page=2.5', 1],
    ['page=two', 1],
    ['page=1e3', 1],
    ['page=99999999999999999999', 1],
  ])('in %j is %d', (search, page) => {
    expect(readPageNumber(new URLSearchParams(search))).toBe(page);
  });
});

describe('a page of reviews', () => {
  const store = useDatabase();

  async function write(count: number, slug = 'book-design') {
    await store.db.insert(serviceReviews).values(
      Array.from({ length: count }, (_, index) => ({
        section: 'graphics',
        serviceSlug: slug,
        name: `Reviewer ${index + 1}`,
        email: `reviewer${index + 1}@example.org`,
        text: 'Fine.',
        rating: null,
        createdAt: new Date(Date.UTC(2026, 0, 1 + index)),
      })),
    );
  }

  const namesOn = async (page: number) =>
    (await readReviewPage(store.db, 'graphics', 'book-design', page)).reviews.map(
      ({ name }) => name,
    );

  test('has three, newest first', async () => {
    await write(7);
    expect(await namesOn(1)).toEqual(['Reviewer 7', 'Reviewer 6', 'Reviewer 5']);
    expect(await namesOn(3)).toEqual(['Reviewer 1']);
  });

  test('beyond the last one is the last one', async () => {
    await write(7);
    const page = await readReviewPage(store.db, 'graphics', 'book-design', 99);
    expect(page).toMatchObject({ page: 3, pageCount: 3 });
    expect(page.reviews).toHaveLength(1);
  });

  test('is one empty page without reviews', async () => {
    await write(2, 'poster-design');
    expect(await readReviewPage(store.db, 'graphics', 'book-design', 1)).toMatchObject({
      reviews: [],
      page: 1,
      pageCount: 1,
    });
  });

  test('never carries an e-mail address', async () => {
    await write(1);
    expect(
      JSON.stringify(await readReviewPage(store.db, 'graphics', 'book-design', 1)),
    ).not.toContain('@example.org');
  });
});
