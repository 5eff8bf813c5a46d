import { sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { createChatContext, TestClock, useDatabase } from '../../../tests/support/database.ts';
import { refusalOf } from '../../../tests/support/team.ts';
import { confirmReview, findConfirmation, issueConfirmation } from './confirm-review.server.ts';
import {
  dismissReports,
  hideReview,
  showReview,
  deleteReply,
  writeReply,
} from './decide-about-review.server.ts';
import { postReview } from './post-review.server.ts';
import { exportModeration, readModerationLog, readModeration } from './read-moderation.server.ts';
import { readListState } from '../../platform/lists/list-state.ts';
import { MODERATION_LIST } from '../moderation-list.ts';
import { readRatingSummaries } from './read-rating-summaries.server.ts';
import { readReportedReview, reportReview } from './report-review.server.ts';
import { readReviewPage } from './read-reviews.server.ts';
import { moderationLog, reviewReports } from './tables.server.ts';

const BOOKS = { section: 'graphics', slug: 'book-design' };
const store = useDatabase();
const clock = new TestClock();

async function post(name: string, rating: number, text = `Said by ${name}.`): Promise<string> {
  clock.advance(1000);
  const email = `${name.toLowerCase()}@example.org`;
  return (await postReview(store.db, clock, BOOKS, { name, email, rating, text })).id;
}

const hide = (id: string, note = 'It names a phone number.') =>
  store.db.transaction((tx) => hideReview(tx, clock, id, 'personal-data', note));
const show = (id: string) => store.db.transaction((tx) => showReview(tx, clock, id));
const report = (reviewId: string, reporter: string) =>
  reportReview(createChatContext(store.db, clock), {
    reviewId,
    reporter,
    reason: 'personal-data',
    text: '',
  });
const publicPage = () =>
  readReviewPage(store.db, [BOOKS], {
    sort: 'newest',
    stars: undefined,
    purchases: false,
    page: 1,
  });
const listed = async (show: 'reported' | 'all' | 'hidden') => {
  const state = readListState(MODERATION_LIST, new URLSearchParams({ show }));
  return (await readModeration(store.db, state)).rows;
};

async function race(...work: readonly Promise<unknown>[]) {
  const outcomes = await Promise.allSettled(work);
  const refused = outcomes.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []));
  return { done: outcomes.length - refused.length, refused: refused as { status?: number }[] };
}

describe('a hidden review', () => {
  test('is gone from list, average, counts, histogram, cards and the page for reporting', async () => {
    await post('Ines', 5);
    const mallory = await post('Mallory', 1, 'Call me: 555 0100');
    expect((await publicPage()).summary).toMatchObject({ average: '3.00', reviewCount: 2 });

    await hide(mallory);
    const page = await publicPage();
    expect(page.summary).toEqual({
      average: '5.00',
      ratedCount: 1,
      reviewCount: 1,
      histogram: [0, 0, 0, 0, 1],
    });
    expect(JSON.stringify(page)).not.toContain('Mallory');
    expect((await readRatingSummaries(store.db)).get('graphics/book-design')).toEqual({
      average: '5.00',
      ratedCount: 1,
    });
    expect(await readReportedReview(store.db, mallory)).toBeUndefined();
    expect((await refusalOf(report(mallory, 'b'))).status).toBe(404);

    await show(mallory);
    expect((await publicPage()).summary).toMatchObject({ average: '3.00', reviewCount: 2 });
  });

  test('is told of in the public log, without its text, its writer or the note', async () => {
    const mallory = await post('Mallory', 1, 'Call me: 555 0100');
    await report(mallory, 'first');
    await report(mallory, 'second');
    expect(await hide(mallory)).toMatchObject({ ...BOOKS, reportCount: 2 });
    clock.advance(1000);
    await show(mallory);
    const log = await readModerationLog(store.db, 1);
    expect(log).toMatchObject({ hiddenCount: 1, shownCount: 1, hasOlder: false });
    expect(log.entries).toMatchObject([
      { action: 'shown', reason: null, reportCount: 0 },
      { action: 'hidden', reason: 'personal-data', reportCount: 2, ...BOOKS },
    ]);
    expect(JSON.stringify(log)).not.toMatch(/Mallory|555|phone|example\.org/);
  });

  test('was hidden for a published reason, with a note; the database asks for it too', async () => {
    const id = await post('Ines', 1);
    expect(await refusalOf(hide(id, '  '))).toMatchObject({ status: 400, field: 'note' });
    expect((await publicPage()).summary.reviewCount).toBe(1);
    const write = (hiddenReason: string | null) =>
      store.db.execute(
        sql`update service_reviews set hidden_at = now(), hidden_reason = ${hiddenReason}`,
      );
    await expect(write(null)).rejects.toMatchObject({ cause: { code: '23514' } });
    await expect(write('low rating')).rejects.toMatchObject({ cause: { code: '23514' } });
  });

  test('is hidden once by two moderators at once, and shown again once', async () => {
    const id = await post('Ines', 1);
    const hidden = await race(hide(id), hide(id));
    expect([hidden.done, hidden.refused[0]?.status]).toEqual([1, 409]);
    const shown = await race(show(id), show(id));
    expect([shown.done, shown.refused[0]?.status]).toEqual([1, 409]);
    expect(await store.db.select().from(moderationLog)).toHaveLength(2);
  });
});

describe('reports', () => {
  test('are listed in pages that repeat and skip no review, in each order', async () => {
    for (const [name, rating] of [
      ['Ines', 5],
      ['Tobias', 4],
      ['Amara', 4],
    ] as const) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      await report(await post(name, rating), 'one');
    }
    for (const sort of ['reports', '-reports', 'rating', '-rating', 'created', '-created']) {
      const read = (at: Readonly<Record<string, string>>) =>
        readModeration(
          store.db,
          readListState(MODERATION_LIST, new URLSearchParams({ sort, ...at })),
          2,
        );
      // oxlint-disable-next-line no-await-in-loop -- a table of cases
      const first = await read({});
      // oxlint-disable-next-line no-await-in-loop -- as above
      const second = await read({ after: first.next });
      expect(first.count).toBe(3);
      const names = [...first.rows, ...second.rows].map(({ name }) => name);
      expect(names.toSorted()).toEqual(['Amara', 'Ines', 'Tobias']);
      // oxlint-disable-next-line no-await-in-loop -- as above
      expect((await read({ before: second.previous })).rows).toEqual(first.rows);
    }
    const found = readListState(MODERATION_LIST, new URLSearchParams('show=all&q=said+by+amara'));
    const file = await exportModeration(store.db, found, ({ slug }) => slug);
    expect(file.body).toContain('Amara,Said by Amara.,shown,4,book-design,1,');
    expect(file.rows).toBe(1);
  });

  test('count once a browser and put the most reported review first', async () => {
    const ines = await post('Ines', 5);
    const tobias = await post('Tobias', 4);
    await post('Amara', 3);
    expect(await report(ines, 'one')).toBe(true);
    expect(await report(ines, 'one')).toBe(false);
    await race(report(tobias, 'one'), report(tobias, 'one'), report(tobias, 'two'));
    expect(await store.db.select().from(reviewReports)).toHaveLength(3);
    expect((await listed('reported')).map(({ name, reportCount }) => [name, reportCount])).toEqual([
      ['Tobias', 2],
      ['Ines', 1],
    ]);
    expect((await listed('all')).map(({ name }) => name)).toEqual(['Tobias', 'Ines', 'Amara']);
  });

  test('that are dismissed leave the review where it is, and are dismissed once', async () => {
    const ines = await post('Ines', 5);
    await report(ines, 'one');
    const dismiss = () => store.db.transaction((tx) => dismissReports(tx, clock, ines));
    const { done, refused } = await race(dismiss(), dismiss());
    expect([done, refused[0]?.status]).toEqual([1, 409]);
    expect(await listed('reported')).toEqual([]);
    expect((await publicPage()).summary.reviewCount).toBe(1);
  });

  test('are settled by hiding, which puts the review among the hidden with its note', async () => {
    const ines = await post('Ines', 5);
    await report(ines, 'one');
    await hide(ines, 'It names a phone number.');
    expect(await listed('reported')).toEqual([]);
    expect(await listed('hidden')).toMatchObject([
      { name: 'Ines', hidden: { reason: 'personal-data', note: 'It names a phone number.' } },
    ]);
  });
});

describe('the business’s reply', () => {
  const reply = (reviewId: string, text: string, seen = '') =>
    store.db.transaction((tx) => writeReply(tx, clock, { reviewId, seen }, text));
  const seenNow = async () => (await listed('all'))[0]?.reply?.updatedAt ?? '';

  test('stands under the review, is changed and taken away', async () => {
    const ines = await post('Ines', 5);
    await reply(ines, 'Thank you, Ines.');
    expect((await publicPage()).reviews[0]?.reply).toBe('Thank you, Ines.');
    clock.advance(1000);
    await reply(ines, 'Thanks a lot, Ines.', await seenNow());
    expect((await publicPage()).reviews[0]?.reply).toBe('Thanks a lot, Ines.');
    const seen = await seenNow();
    await store.db.transaction((tx) => deleteReply(tx, { reviewId: ines, seen }));
    expect((await publicPage()).reviews[0]?.reply).toBeNull();
  });

  test('is one: of two people who write at once, the second is told', async () => {
    const ines = await post('Ines', 5);
    const first = await race(reply(ines, 'From Ines D.'), reply(ines, 'From Henrik'));
    expect([first.done, first.refused[0]?.status]).toEqual([1, 409]);
    const seen = await seenNow();
    clock.advance(1000);
    await reply(ines, 'Changed.', seen);
    expect((await refusalOf(reply(ines, 'Over it.', seen))).status).toBe(409);
    const remove = store.db.transaction((tx) => deleteReply(tx, { reviewId: ines, seen }));
    expect((await refusalOf(remove)).status).toBe(409);
  });
});

describe('the link that confirms a review', () => {
  test('works once and marks the review, not the others of its address', async () => {
    const first = await post('Ines', 5);
    await post('Ines', 4);
    const token = await issueConfirmation(store.db, clock, first);
    expect(await findConfirmation(store.db, clock, token)).toEqual(BOOKS);
    const { done, refused } = await race(
      confirmReview(createChatContext(store.db, clock), token),
      confirmReview(createChatContext(store.db, clock), token),
    );
    expect([done, refused[0]?.status]).toEqual([1, 410]);
    expect((await publicPage()).reviews.map(({ isVerified }) => isVerified)).toEqual([false, true]);
  });

  test('expires, and a guessed one confirms nothing', async () => {
    const token = await issueConfirmation(store.db, clock, await post('Ines', 5));
    expect(
      (await refusalOf(confirmReview(createChatContext(store.db, clock), 'guessed'))).status,
    ).toBe(410);
    clock.advance(15 * 24 * 60 * 60 * 1000);
    expect((await refusalOf(confirmReview(createChatContext(store.db, clock), token))).status).toBe(
      410,
    );
    expect((await publicPage()).reviews[0]?.isVerified).toBe(false);
  });
});
