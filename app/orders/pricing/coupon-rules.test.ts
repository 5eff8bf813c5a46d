import { describe, expect, test } from 'vitest';
import { amountOff, COUPON, FACTS, percentOff } from '../../../tests/support/pricing.ts';
import {
  discountOf,
  isForPeriod,
  normalizeCode,
  rejectCoupon,
  type Coupon,
  type CouponFacts,
} from './coupon-rules.ts';

const LINE = { serviceId: 'logo-design', section: 'graphics', subtotal: 10_000 };

function reject(coupon: Partial<Coupon>, facts: Partial<CouponFacts> = {}, lines = [LINE]) {
  return rejectCoupon({ ...COUPON, ...coupon }, { ...FACTS, ...facts }, 'USD', lines);
}

describe('a code', () => {
  test.each([
    ['WELCOME', 'WELCOME'],
    ['welcome', 'WELCOME'],
    ['  Welcome\n', 'WELCOME'],
    ['black-friday-2026', 'BLACK-FRIDAY-2026'],
    // A phone replaces the hyphen, and a document adds invisible characters.
    ['black–friday', 'BLACK-FRIDAY'],
    ['WEL\u200bCOME', 'WELCOME'],
    ['ＷＥＬＣＯＭＥ１０', 'WELCOME10'],
    ['SAVE٢٠', 'SAVE20'],
    ['save۲۰', 'SAVE20'],
    ['wel come', 'WELCOME'],
    ['----', '----'],
    ['1234', '1234'],
    ['a'.repeat(32), 'A'.repeat(32)],
  ])('%j is read as %s', (typed, code) => {
    expect(normalizeCode(typed)).toBe(code);
    expect(normalizeCode(code)).toBe(code);
  });

  test.each([
    '',
    'abc',
    'a'.repeat(33),
    'save_10',
    'save10%',
    "x' or '1'='1",
    // Upper case would make 'SPRING' and 'STRASSE' of them.
    'sprıng',
    'straße',
    'скидка',
    'a'.repeat(1_000_000),
  ])('%.20j is none', (typed) => {
    expect(normalizeCode(typed)).toBeUndefined();
  });
});

describe('a coupon', () => {
  test('that breaks no rule is accepted', () => {
    expect(reject({})).toBeUndefined();
  });

  test('that nobody knows is named as unknown', () => {
    expect(rejectCoupon(undefined, FACTS, 'USD', [LINE])).toEqual({ rule: 'unknown', values: {} });
  });

  test('that the team has ended is rejected although its days are not over', () => {
    expect(reject({ isEnded: true, validUntil: '2027-01-01' })?.rule).toBe('ended');
  });

  test('is valid from the first to the last day, both included, in the time zone of the shop', () => {
    const days = { validFrom: '2026-11-27', validUntil: '2026-11-29' };
    const at = (now: string, timeZone: string) =>
      reject(days, { now: new Date(now), timeZone })?.rule;
    expect(at('2026-11-27T04:59:59Z', 'America/New_York')).toBe('not-yet-valid');
    expect(at('2026-11-27T05:00:00Z', 'America/New_York')).toBeUndefined();
    expect(at('2026-11-30T04:59:59Z', 'America/New_York')).toBeUndefined();
    expect(at('2026-11-30T05:00:00Z', 'America/New_York')).toBe('expired');
    expect(at('2026-11-26T10:00:00Z', 'Pacific/Kiritimati')).toBeUndefined();
    expect(at('2026-11-29T10:00:00Z', 'Pacific/Kiritimati')).toBe('expired');
    expect(reject({ validUntil: '2026-11-26' })?.values).toEqual({ day: '2026-11-26' });
  });

  test('ends at midnight on a day on which the clocks change', () => {
    const at = (now: string) =>
      reject({ validUntil: '2026-10-25' }, { now: new Date(now), timeZone: 'Europe/Berlin' })?.rule;
    expect(at('2026-10-25T22:59:59Z')).toBeUndefined();
    expect(at('2026-10-25T23:00:00Z')).toBe('expired');
  });

  test('is used up at its limit', () => {
    expect(reject({ totalLimit: 3 }, { redemptions: 2 })).toBeUndefined();
    expect(reject({ totalLimit: 3 }, { redemptions: 3 })).toEqual({
      rule: 'used-up',
      values: { limit: 3 },
    });
    expect(reject({ totalLimit: 3 }, { redemptions: 4 })?.rule).toBe('used-up');
  });

  test('is used up for an address at the limit of addresses', () => {
    const used = (redemptions: number) => ({ address: { redemptions, orders: [] } });
    expect(reject({ addressLimit: 1 }, used(0))).toBeUndefined();
    expect(reject({ addressLimit: 1 }, used(1))?.rule).toBe('used-up-for-address');
  });

  test('for the first order ignores cancelled orders, and no others', () => {
    const after = (...orders: NonNullable<CouponFacts['address']>['orders']) =>
      reject({ isFirstOrderOnly: true }, { address: { redemptions: 0, orders } })?.rule;
    expect(after()).toBeUndefined();
    expect(after('cancelled', 'cancelled')).toBeUndefined();
    expect(after('cancelled', 'awaiting payment')).toBe('not-first-order');
    expect(after('completed')).toBe('not-first-order');
    expect(after('refunded')).toBe('not-first-order');
  });

  test('is not rejected for the address while nobody knows it', () => {
    const strict = { addressLimit: 1, isFirstOrderOnly: true };
    expect(reject(strict, { address: null })).toBeUndefined();
  });

  test('needs lines in its scope', () => {
    expect(reject({ scope: { kind: 'sections', ids: ['music'] } })?.rule).toBe('nothing-matches');
    expect(reject({ scope: { kind: 'services', ids: [] } })?.rule).toBe('nothing-matches');
    const freeText = { serviceId: null, section: null, subtotal: 10_000 };
    const lines = [freeText] as unknown as (typeof LINE)[];
    expect(reject({}, {}, lines)).toBeUndefined();
    expect(reject({ scope: { kind: 'sections', ids: ['null'] } }, {}, lines)?.rule).toBe(
      'nothing-matches',
    );
  });

  test('in another currency is not converted', () => {
    expect(reject(amountOff(500, 'EUR'))).toEqual({
      rule: 'other-currency',
      values: { currency: 'EUR' },
    });
    expect(reject({ minimum: { amount: 1, currency: 'EUR' } })?.rule).toBe('other-currency');
    expect(reject(percentOff(10))).toBeUndefined();
  });

  test('needs the minimum from the lines in its scope', () => {
    const terms = {
      scope: { kind: 'sections', ids: ['graphics'] },
      minimum: { amount: 15_000, currency: 'USD' },
    } as const;
    const music = { serviceId: 'song', section: 'music', subtotal: 90_000 };
    expect(reject(terms, {}, [LINE, music])?.rule).toBe('below-minimum');
    expect(reject(terms, {}, [LINE, { ...LINE, subtotal: 5000 }, music])).toBeUndefined();
  });

  test('that breaks several rules names the one that the buyer can change least', () => {
    const all = {
      validUntil: '2026-11-01',
      totalLimit: 1,
      addressLimit: 1,
      isFirstOrderOnly: true,
      minimum: { amount: 99_999, currency: 'EUR' },
    };
    const facts: Partial<CouponFacts> = {
      redemptions: 1,
      address: { redemptions: 1, orders: ['paid'] },
    };
    expect(reject(all, facts)?.rule).toBe('expired');
    expect(reject({ ...all, validUntil: null }, facts)?.rule).toBe('used-up');
    expect(reject({ ...all, validUntil: null, totalLimit: null }, facts)?.rule).toBe(
      'used-up-for-address',
    );
  });

  test('of a subscription is for its first period or for every period', () => {
    expect([1, 2, 3].map((period) => isForPeriod({ periods: 'first' }, period))).toEqual([
      true,
      false,
      false,
    ]);
    expect([1, 2].map((period) => isForPeriod({ periods: 'every' }, period))).toEqual([true, true]);
  });
});

test('a discount of 1 % is rounded half away from zero, one of 100 % is everything', () => {
  const percent = (percentage: number, sum: number) =>
    discountOf(percentOff(percentage).discount, sum);
  expect([49, 50, 149, 150].map((sum) => percent(1, sum))).toEqual([0, 1, 1, 2]);
  expect(percent(100, 99_999_999)).toBe(99_999_999);
  expect(percent(33.333, 10_000)).toBe(3333);
});
