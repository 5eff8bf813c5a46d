import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { useDatabase } from '../../../tests/support/database.ts';
import { readReviewPage, summarize } from './read-reviews.server.ts';
import {
  readPageNumber,
  readReviewQuery,
  writeReviewAddress,
  writeReviewQuery,
  type ReviewQuery,
} from '../review-query.ts';
import { serviceReviews } from './tables.server.ts';

const BOOKS = [{ section: 'graphics', slug: 'book-design' }];
const NEWEST = { sort: 'newest', stars: undefined, purchases: false, page: 1 } as const;

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

describe('what an address asks for', () => {
  test.each([
    ['', 'newest', undefined, false],
    ['sort=lowest&stars=2', 'lowest', 2, false],
    ['sort=best&stars=6&purchases=yes', 'newest', undefined, false],
    ['sort=toString&stars=0&purchases=1', 'newest', undefined, true],
  ])('in %j is %s, %s stars, purchases alone: %s', (search, sort, stars, purchases) => {
    const query = { sort, stars, purchases, page: 1 };
    expect(readReviewQuery(new URLSearchParams(search))).toEqual(query);
  });

  test('is left out of links where it goes without saying', () => {
    expect(writeReviewQuery(NEWEST)).toBe('');
    expect(writeReviewQuery({ sort: 'highest', stars: 4, purchases: false })).toBe(
      '?sort=highest&stars=4',
    );
    const all = { sort: 'highest', stars: 4, purchases: true, page: 2 } as const;
    expect(writeReviewAddress(all)).toBe('?sort=highest&stars=4&purchases=1&page=2');
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
    (await readReviewPage(store.db, BOOKS, { ...NEWEST, page })).reviews.map(({ name }) => name);

  test('has three, newest first', async () => {
    await write(7);
    expect(await namesOn(1)).toEqual(['Reviewer 7', 'Reviewer 6', 'Reviewer 5']);
    expect(await namesOn(3)).toEqual(['Reviewer 1']);
  });

  test('beyond the last one is the last one', async () => {
    await write(7);
    const page = await readReviewPage(store.db, BOOKS, { ...NEWEST, page: 99 });
    expect(page).toMatchObject({ page: 3, pageCount: 3 });
    expect(page.reviews).toHaveLength(1);
  });

  test('is one empty page without reviews', async () => {
    await write(2, 'poster-design');
    expect(await readReviewPage(store.db, BOOKS, NEWEST)).toMatchObject({
      reviews: [],
      page: 1,
      pageCount: 1,
    });
  });

  test('can be read by rating, unrated ones last, or with text alone, and by stars', async () => {
    const ratings = [3, null, 5, 1, 5];
    await store.db.insert(serviceReviews).values(
      ratings.map((rating, index) => ({
        section: 'graphics',
        serviceSlug: 'book-design',
        name: `${rating ?? 'no'} stars, ${index + 1}`,
        email: 'reviewer@example.org',
        text: index % 2 === 1 ? 'Fine.' : null,
        rating,
        createdAt: new Date(Date.UTC(2026, 0, 1 + index)),
      })),
    );
    const read = async (query: Partial<ReviewQuery>) => {
      const asked = { ...NEWEST, ...query };
      const first = await readReviewPage(store.db, BOOKS, asked);
      const second = await readReviewPage(store.db, BOOKS, {
        ...asked,
        page: 2,
      });
      const rest = second.page === 2 ? second.reviews : [];
      return [...first.reviews, ...rest].map(({ name }) => name);
    };
    expect(await read({ sort: 'highest' })).toEqual([
      '5 stars, 5',
      '5 stars, 3',
      '3 stars, 1',
      '1 stars, 4',
      'no stars, 2',
    ]);
    expect(await read({ sort: 'lowest' })).toEqual([
      '1 stars, 4',
      '3 stars, 1',
      '5 stars, 5',
      '5 stars, 3',
      'no stars, 2',
    ]);
    expect(await read({ sort: 'text' })).toEqual(['1 stars, 4', 'no stars, 2']);
    expect(await read({ stars: 5 })).toEqual(['5 stars, 5', '5 stars, 3']);
    expect(await read({ stars: 2 })).toEqual([]);
  });

  test('can be read of verified purchases alone, counted as such', async () => {
    const write = (ratings: readonly (number | null)[], purchasedAt: Date | null) =>
      store.db.insert(serviceReviews).values(
        ratings.map((rating) => ({
          section: 'graphics',
          serviceSlug: 'book-design',
          name: purchasedAt ? 'Buyer' : 'Visitor',
          email: 'reviewer@example.org',
          text: rating === 4 ? 'Fine.' : null,
          rating,
          createdAt: new Date(Date.UTC(2026, 0, 1)),
          purchasedAt,
        })),
      );
    await write([1, 2, 4], null);
    const before = await readReviewPage(store.db, BOOKS, NEWEST);
    expect(before.choices.purchases).toBeUndefined();
    await write([5, 5, 5, 4], new Date(Date.UTC(2026, 0, 2)));

    const all = await readReviewPage(store.db, BOOKS, NEWEST);
    expect(all.choices.purchases).toEqual({
      label: 'Verified purchases (4)',
      search: '?purchases=1',
      isCurrent: false,
    });
    expect(all.histogram).toEqual([1, 1, 0, 2, 3]);
    const bought = await readReviewPage(store.db, BOOKS, { ...NEWEST, purchases: true });
    expect(bought.reviews.map(({ name, isPurchase }) => [name, isPurchase])).toEqual(
      Array.from({ length: 3 }, () => ['Buyer', true]),
    );
    expect(bought).toMatchObject({ pageCount: 2, histogram: [0, 0, 0, 1, 3] });
    // The summary ignores the filter.
    expect(bought.summary).toEqual(all.summary);
    expect(bought.choices).toMatchObject({
      filter: 'Only reviews from verified purchases',
      purchases: { search: '', isCurrent: true },
    });
    expect(bought.choices.stars[4]?.search).toBe('?stars=5&purchases=1');
    const texts = { sort: 'text', stars: 4, purchases: true, page: 1 } as const;
    expect((await readReviewPage(store.db, BOOKS, texts)).reviews).toHaveLength(1);
  });

  test('never carries an e-mail address', async () => {
    await write(1);
    expect(JSON.stringify(await readReviewPage(store.db, BOOKS, NEWEST))).not.toContain(
      '@example.org',
    );
  });
});
