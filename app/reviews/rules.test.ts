import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  checkReview,
  MESSAGES,
  NAME_MAX_LENGTH,
  readReviewDraft,
  REVIEW_MAX_LENGTH,
} from './rules.ts';

const GOOD = {
  name: 'Jonas Weber',
  email: 'jonas.weber@example.org',
  text: 'Neat work.',
  rating: 4,
};

function formOf(fields: Record<string, string>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  return form;
}

describe('a review is refused', () => {
  test.each([
    ['without a name', { name: '' }, 'name', MESSAGES.identity],
    ['without an address', { email: '' }, 'email', MESSAGES.identity],
    ['with a malformed address', { email: 'jonas.weber@' }, 'email', MESSAGES.email],
    ['with spaces in the address', { email: 'jonas weber@example.org' }, 'email', MESSAGES.email],
    ['with too long a name', { name: 'x'.repeat(81) }, 'name', MESSAGES.nameTooLong],
    ['with neither stars nor text', { rating: 0, text: '' }, 'rating', MESSAGES.empty],
    ['with too long a text', { text: 'x'.repeat(2001) }, 'text', MESSAGES.tooLong],
    ['with six stars', { rating: 6 }, 'rating', MESSAGES.rating],
    ['with half a star', { rating: 4.5 }, 'rating', MESSAGES.rating],
    ['with a rating that is no number', { rating: Number.NaN }, 'rating', MESSAGES.rating],
  ] as const)('%s', (_, change, field, message) => {
    expect(checkReview({ ...GOOD, ...change })).toEqual({ field, message });
  });

  test('for its identity before its content', () => {
    expect(checkReview({ name: '', email: '', text: '', rating: 0 })?.message).toBe(
      MESSAGES.identity,
    );
  });
});

describe('a review is good', () => {
  test.each([
    ['with stars alone', { text: '' }],
    ['with a text alone', { rating: 0 }],
    [
      'with a name and a text of exactly the allowed length',
      {
        name: 'x'.repeat(NAME_MAX_LENGTH),
        text: 'x'.repeat(REVIEW_MAX_LENGTH),
      },
    ],
  ] as const)('%s', (_, change) => {
    expect(checkReview({ ...GOOD, ...change })).toBeNull();
  });
});

describe('reading the form', () => {
  test('trims the fields and takes a missing rating for none', () => {
    expect(
      readReviewDraft(formOf({ name: '  Ann  Lee ', email: ' a@b.cd ', text: ' Fine. ' })),
    ).toEqual({
      name: 'Ann Lee',
      email: 'a@b.cd',
      text: 'Fine.',
      rating: 0,
    });
  });

  test('keeps line breaks, as one character each', () => {
    expect(readReviewDraft(formOf({ text: 'One\r\ntwo\rthree\n\nfour' })).text).toBe(
      'One\ntwo\nthree\n\nfour',
    );
  });

  test('takes a file in the place of a text for nothing', () => {
    const form = new FormData();
    form.set('text', new Blob(['x']));
    expect(readReviewDraft(form).text).toBe('');
  });

  test.each(['\u200b', '\u2060 \u200d', '\ufeff', '\u2800', '\u0000\u0007'])(
    'takes invisible characters alone for nothing (%j)',
    (text) => {
      expect(readReviewDraft(formOf({ text, name: text }))).toMatchObject({ text: '', name: '' });
    },
  );

  test('never throws, and never lets through what PostgreSQL refuses', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (text, rating) => {
        const reviewDraft = readReviewDraft(formOf({ ...GOOD, text, rating }));
        expect(reviewDraft.text).not.toMatch(/\0|\r/);
        expect(reviewDraft.text).toBe(reviewDraft.text.trim());
        const isStars = [0, 1, 2, 3, 4, 5].includes(reviewDraft.rating);
        const hasContent = reviewDraft.rating > 0 || reviewDraft.text.length > 0;
        const isGood = isStars && hasContent && reviewDraft.text.length <= REVIEW_MAX_LENGTH;
        expect(checkReview(reviewDraft) === null).toBe(isGood);
      }),
    );
  });
});
