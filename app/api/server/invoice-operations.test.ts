import { beforeEach, describe, expect, test } from 'vitest';
import { apiOf } from '../../../tests/support/api.ts';
import { hire, TestClock, useDatabase } from '../../../tests/support/database.ts';
import { createOrderContext, order } from '../../../tests/support/orders.ts';
import { auditOf, tracedBy } from '../../../tests/support/team.ts';
import type { Member } from '../../accounts/protocol/member.ts';
import { invoices } from '../../billing/server/tables.server.ts';
import { markPaid } from '../../orders/server/payment/settle-paid.server.ts';
import { RateLimiter } from '../../platform/rate-limit.ts';
import type { Scope } from '../protocol/scopes.ts';
import type { ApiDesk } from './answer-api.server.ts';
import { CachedAnswers } from './cached-answers.server.ts';

const store = useDatabase();
const PATH = '/api/v1/invoices';
const TAX = { TAX: 'on', SELLER_COUNTRY: 'DE', TAX_RATES: 'DE 19% VAT' };
let desk: ApiDesk;
let henrik: Member;

beforeEach(async () => {
  const clock = new TestClock();
  henrik = await hire(store.db, 'henrik');
  desk = {
    ...createOrderContext(store.db, clock, TAX),
    takePublication: () => Promise.resolve(),
    limits: new RateLimiter(clock),
    ratings: { read: () => Promise.resolve(new Map()) },
    answers: new CachedAnswers(clock, 0),
  };
});

const api = apiOf(() => desk);
const keyFor = (...scopes: Scope[]) => api.keyFor(henrik, 'Bookkeeping', ...scopes);
const ask = (key: string, path: string, sent?: unknown) => api.ask(key, path, { sent });

describe('a program', () => {
  test('issues, reads and voids an invoice, and the audit log names its key', async () => {
    const key = await keyFor('invoices:read', 'invoices:write');
    const { number } = await order(createOrderContext(store.db, new TestClock(), TAX));
    const path = `/api/v1/orders/E-${number}/invoice`;
    const made = await ask(key, path, { termDays: 14 });
    expect(made.status).toBe(200);
    expect(await api.deviations('issueInvoice', 200, made.body)).toEqual([]);
    expect(made.body).toMatchObject({ number: 'INV-2026-0001', state: 'open', paidAt: null });
    expect((await ask(key, path, { termDays: 14 })).status).toBe(409);
    expect((await ask(key, path, { termDays: 91 })).status).toBe(400);
    const { id } = made.body as { id: string };
    const read = await ask(key, `${PATH}/${id}`);
    expect(await api.deviations('getInvoice', 200, read.body)).toEqual([]);
    expect(read.body).toMatchObject({ taxes: [{ taxRate: { name: 'VAT', rate: 19_000 } }] });
    const voided = await ask(key, `${PATH}/${id}/void`, {});
    expect(await api.deviations('voidInvoice', 200, voided.body)).toEqual([]);
    expect(voided.body).toMatchObject({ id, state: 'void' });
    expect((await ask(key, `${PATH}/${id}/void`, {})).status).toBe(409);
    const list = await ask(key, `${PATH}?status=credit-note`);
    expect(await api.deviations('listInvoices', 200, list.body)).toEqual([]);
    expect(list.body).toMatchObject({ data: [{ kind: 'credit-note', corrects: 'INV-2026-0001' }] });
    for (const action of ['invoice-issued', 'invoice-voided']) {
      // oxlint-disable-next-line no-await-in-loop -- a table of cases
      expect(await auditOf(store.db, action)).toMatchObject([
        { actorEmail: 'API key ‘Bookkeeping’' },
      ]);
    }
  });

  test('pages through the list, filters it by day, and follows the events', async () => {
    const appContext = createOrderContext(store.db, new TestClock(), TAX);
    for (let paid = 0; paid < 3; paid += 1) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      const { maya, number } = await order(appContext);
      // oxlint-disable-next-line no-await-in-loop -- as above
      await markPaid(appContext, tracedBy(maya), maya, number, 'PP-1');
    }
    const key = await keyFor('invoices:read');
    const first = await ask(key, `${PATH}?limit=2`);
    const { data, nextCursor } = first.body as { data: { number: string }[]; nextCursor: string };
    const rest = await ask(key, `${PATH}?limit=2&cursor=${nextCursor}`);
    const numbers = [...data, ...(rest.body as { data: { number: string }[] }).data];
    expect(numbers.map(({ number }) => number).toSorted()).toEqual([
      'INV-2026-0001',
      'INV-2026-0002',
      'INV-2026-0003',
    ]);
    expect((await ask(key, `${PATH}?from=2030-01-01`)).body).toEqual({
      data: [],
      nextCursor: null,
    });
    for (const wrong of ['from=2026-02-30', 'until=today', 'cursor=x', 'status=lost']) {
      // oxlint-disable-next-line no-await-in-loop -- a table of cases
      expect((await ask(key, `${PATH}?${wrong}`)).status, wrong).toBe(400);
    }
    const events = await ask(key, '/api/v1/events?after=0');
    const types = (events.body as { data: { type: string }[] }).data.map(({ type }) => type);
    expect(types.filter((type) => type === 'invoice.changed')).toHaveLength(3);
    expect(types).not.toContain('order.changed');
  });

  test('without the scope neither reads nor issues', async () => {
    const { number } = await order(createOrderContext(store.db, new TestClock(), TAX));
    const key = await keyFor('orders:read', 'orders:write');
    expect((await ask(key, PATH)).status).toBe(403);
    const made = await ask(key, `/api/v1/orders/E-${number}/invoice`, { termDays: 0 });
    expect(made.status).toBe(403);
    expect(await store.db.$count(invoices)).toBe(0);
  });
});
