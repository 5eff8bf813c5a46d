import { beforeEach, describe, expect, test } from 'vitest';
import { apiOf } from '../../../tests/support/api.ts';
import { insertCoupon } from '../../../tests/support/coupons.ts';
import { hire, TestClock, useDatabase } from '../../../tests/support/database.ts';
import { createOrderContext } from '../../../tests/support/orders.ts';
import { auditOf } from '../../../tests/support/team.ts';
import type { Member } from '../../accounts/protocol/member.ts';
import { coupons } from '../../orders/server/tables.server.ts';
import { RateLimiter } from '../../platform/rate-limit.ts';
import type { Scope } from '../protocol/scopes.ts';
import type { ApiDesk } from './answer-api.server.ts';
import { CachedAnswers } from './cached-answers.server.ts';
import { SAMPLE_COUPON_TERMS } from './samples.ts';

const store = useDatabase();
const PATH = '/api/v1/coupons';
let desk: ApiDesk;
let henrik: Member;

beforeEach(async () => {
  const clock = new TestClock();
  henrik = await hire(store.db, 'henrik');
  desk = {
    ...createOrderContext(store.db, clock),
    takePublication: () => Promise.resolve(),
    limits: new RateLimiter(clock),
    ratings: { read: () => Promise.resolve(new Map()) },
    answers: new CachedAnswers(clock, 0),
  };
});

const api = apiOf(() => desk);
const keyFor = (...scopes: Scope[]) => api.keyFor(henrik, 'Marketing', ...scopes);
const ask = (key: string, path: string, sent?: unknown) => api.ask(key, path, { sent });

describe('a program', () => {
  test('creates, changes, ends and reads coupons, and the audit log names its key', async () => {
    const key = await keyFor('coupons:read', 'coupons:write');
    const created = await ask(key, PATH, { ...SAMPLE_COUPON_TERMS, code: 'welcome' });
    expect(created.status).toBe(200);
    expect(await api.deviations('createCoupon', 200, created.body)).toEqual([]);
    expect(created.body).toMatchObject({ ...SAMPLE_COUPON_TERMS, status: 'scheduled', used: 0 });
    const { id } = created.body as { id: string };
    const changed = await ask(key, `${PATH}/${id}`, {
      ...SAMPLE_COUPON_TERMS,
      percentage: null,
      amount: 500,
      validFrom: null,
    });
    expect(await api.deviations('changeCoupon', 200, changed.body)).toEqual([]);
    expect(changed.body).toMatchObject({ percentage: null, amount: 500, status: 'active' });
    const ended = await ask(key, `${PATH}/${id}/end`, { isEnded: true });
    expect(ended.body).toMatchObject({ status: 'ended' });
    expect((await ask(key, `${PATH}/${id}`)).body).toEqual(ended.body);
    for (const action of ['coupon-created', 'coupon-changed', 'coupon-ended']) {
      // oxlint-disable-next-line no-await-in-loop -- a table of cases
      expect(await auditOf(store.db, action)).toMatchObject([
        { actorEmail: 'API key ‘Marketing’', subject: 'WELCOME' },
      ]);
    }
  });

  test('pages through the list by a cursor, and filters it', async () => {
    for (let number = 0; number < 5; number += 1) {
      // oxlint-disable-next-line no-await-in-loop -- one database
      await insertCoupon(store.db, {
        code: `CODE-${number}`,
        createdAt: new Date(Date.UTC(2026, 0, 1 + number)),
        ...(number === 4 && { endedAt: new Date() }),
      });
    }
    const key = await keyFor('coupons:read');
    const codes: string[] = [];
    let cursor = '';
    do {
      // oxlint-disable-next-line no-await-in-loop -- one page after the other
      const { body } = await ask(key, `${PATH}?limit=2&status=active${cursor}`);
      // oxlint-disable-next-line no-await-in-loop -- as above
      expect(await api.deviations('listCoupons', 200, body)).toEqual([]);
      codes.push(...(body.data as { code: string }[]).map(({ code }) => code));
      cursor = typeof body.nextCursor === 'string' ? `&cursor=${body.nextCursor}` : '';
    } while (cursor !== '');
    expect(codes).toEqual(['CODE-3', 'CODE-2', 'CODE-1', 'CODE-0']);
    expect((await ask(key, `${PATH}?code=code-4`)).body).toMatchObject({
      data: [{ code: 'CODE-4', status: 'ended' }],
    });
    expect((await ask(key, `${PATH}?cursor=x`)).body).toMatchObject({ parameter: 'cursor' });
  });

  test('is told what is wrong, and changes nothing', async () => {
    const { id } = await insertCoupon(store.db, { code: 'TAKEN' });
    const key = await keyFor('coupons:write');
    const wrong: [Record<string, unknown>, number, string | undefined][] = [
      [{ code: 'a_b' }, 400, 'code'],
      [{ amount: 500 }, 400, 'percentage'],
      [{ percentage: null }, 400, 'percentage'],
      [{ percentage: 999 }, 400, 'percentage'],
      [{ currency: null }, 400, 'currency'],
      [{ scopeIds: [] }, 400, 'scopeIds'],
      [{ scopeIds: ['nowhere'] }, 400, 'scopeIds'],
      [{ validUntil: '2026-02-30' }, 400, 'validUntil'],
      [{ code: 'taken' }, 409, undefined],
      [{ colour: 'blue' }, 400, 'colour'],
    ];
    for (const [change, status, parameter] of wrong) {
      // oxlint-disable-next-line no-await-in-loop -- a table of cases
      const answer = await ask(key, PATH, { ...SAMPLE_COUPON_TERMS, ...change });
      expect([change, answer.status, answer.body.parameter]).toEqual([change, status, parameter]);
    }
    const missing = await ask(key, `${PATH}/${crypto.randomUUID()}`, SAMPLE_COUPON_TERMS);
    expect(missing.status).toBe(404);
    expect((await ask(key, `${PATH}/${id}`)).status).toBe(403);
    expect(await store.db.$count(coupons)).toBe(1);
  });
});
