import { pino } from 'pino';
import { describe, expect, test, vi } from 'vitest';
import { NOBODY, teamServices } from '../../../tests/support/team.ts';
import { TestClock, useDatabase } from '../../../tests/support/database.ts';
import type { Captcha } from '../../platform/captcha.server.ts';
import { RefusedError } from '../../platform/errors.ts';
import { MESSAGES } from '../rules.ts';
import { serviceReviews } from './tables.server.ts';
import { takeReview } from './post-review.server.ts';

const BOOKS = { section: 'graphics', slug: 'book-design', title: 'Book Design' };
const GOOD = { name: 'Jonas Weber', email: 'Jonas.Weber@example.org', text: 'Neat.', rating: '5' };

const store = useDatabase();

/** The captcha accepts the answer 'solved'. */
async function send(fields: Record<string, string>, options: { isKnown?: boolean } = {}) {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  const verify = vi.fn<(answer: string) => Promise<boolean>>((answer) =>
    Promise.resolve(answer === 'solved'),
  );
  const desk = {
    ...teamServices(store.db),
    captcha: { verify } as unknown as Captcha,
    log: pino({ level: 'silent' }),
  };
  const sent = {
    trace: NOBODY,
    form,
    isKnown: options.isKnown ?? false,
    takeFromLimit: () => Promise.resolve(),
  };
  const outcome = await takeReview(desk, BOOKS, sent);
  return { ...outcome, desk, sent, verify, rows: await store.db.select().from(serviceReviews) };
}

describe('a review that is sent again because the answer was lost', () => {
  const key = '0123456789abcdef0123456789abcdef';
  const review = { ...GOOD, captcha: 'solved', key };

  test('is stored once, is told that it is live, and needs no second captcha', async () => {
    const first = await send(review);
    const again = await send({ ...review, captcha: 'spent' });
    expect(first.posted).toMatchObject({ isNew: true });
    expect([again.status, again.result, again.posted]).toEqual([200, { ok: true }, undefined]);
    expect(again.rows).toHaveLength(1);
  });

  test('is stored once when both come at the same time', async () => {
    const outcomes = await Promise.all([send(review), send(review), send(review)]);
    expect(outcomes.map(({ result }) => result.ok)).toEqual([true, true, true]);
    expect(outcomes.filter(({ posted }) => posted)).toHaveLength(1);
    expect(await store.db.select().from(serviceReviews)).toHaveLength(1);
  });

  test('is another review under another key, and a key of another form is none', async () => {
    await send(review);
    await send({ ...review, key: key.replaceAll('0', 'f') });
    const { rows } = await send({ ...review, key: 'short' });
    expect(rows).toHaveLength(3);
  });
});

describe('a review of a browser that is not known', () => {
  test('needs the captcha before anything else', async () => {
    const { status, result, rows } = await send({ name: '', email: '' });
    expect(status).toBe(400);
    expect(result).toMatchObject({
      field: 'captcha',
      message: MESSAGES.captcha,
      needsCaptcha: true,
    });
    expect(rows).toEqual([]);
  });

  test('does not spend the captcha on a typing mistake', async () => {
    const { result, verify } = await send({ ...GOOD, email: 'jonas@', captcha: 'solved' });
    expect(result).toMatchObject({ field: 'email', message: MESSAGES.email });
    expect(verify).not.toHaveBeenCalled();
  });

  test('is refused with a wrong answer, and keeps what was typed', async () => {
    const { result, rows } = await send({ ...GOOD, captcha: 'guessed' });
    expect(result).toMatchObject({ field: 'captcha', draft: { text: 'Neat.', rating: 5 } });
    expect(rows).toEqual([]);
  });

  test('is stored once everything is right, at the time of the server', async () => {
    const { status, result, rows } = await send({ ...GOOD, captcha: 'solved' });
    expect([status, result]).toEqual([200, { ok: true }]);
    expect(rows).toMatchObject([
      {
        section: 'graphics',
        serviceSlug: 'book-design',
        email: 'jonas.weber@example.org',
        text: 'Neat.',
        rating: 5,
        createdAt: new TestClock().now(),
      },
    ]);
  });
});

describe('a review of a known browser', () => {
  test('needs no captcha', async () => {
    expect((await send(GOOD, { isKnown: true })).result).toEqual({ ok: true });
  });

  test('is stored without a rating or without a text as null', async () => {
    await send({ ...GOOD, rating: '' }, { isKnown: true });
    const { rows } = await send({ ...GOOD, text: ' ' }, { isKnown: true });
    expect(rows.map(({ rating, text }) => [rating, text])).toEqual([
      [null, 'Neat.'],
      [5, null],
    ]);
  });
});

test('too many reviews are refused with the sentence of the limit', async () => {
  const { desk, sent } = await send(GOOD, { isKnown: true });
  const outcome = await takeReview(desk, BOOKS, {
    ...sent,
    takeFromLimit: () => {
      throw new RefusedError(429, 'That was too fast.');
    },
  });
  expect(outcome).toMatchObject({ status: 429, result: { message: 'That was too fast.' } });
});

test('a database that fails loses nothing that was typed', async () => {
  const { desk, sent } = await send(GOOD, { isKnown: true });
  const broken = {
    insert: () => {
      throw new Error('disk full');
    },
  } as unknown as typeof desk.db;
  const outcome = await takeReview({ ...desk, db: broken }, BOOKS, sent);
  expect(outcome).toMatchObject({
    status: 500,
    result: { ok: false, message: MESSAGES.notSaved, draft: { text: 'Neat.' } },
  });
});
