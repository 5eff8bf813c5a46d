import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { apiOf } from '../../../tests/support/api.ts';
import { VISITORS } from '../../../tests/support/cast.ts';
import { hire, TestClock, useDatabase } from '../../../tests/support/database.ts';
import { createCheckout, openForm } from '../../../tests/support/order-form.ts';
import { auditOf, tracedBy } from '../../../tests/support/team.ts';
import type { Member } from '../../accounts/protocol/member.ts';
import { subscriptions } from '../../orders/server/subscription/tables.server.ts';
import { markPaid } from '../../orders/server/payment/settle-paid.server.ts';
import type { Scope } from '../protocol/scopes.ts';
import type { ApiDesk } from './answer-api.server.ts';
import { CachedAnswers } from './cached-answers.server.ts';

const store = useDatabase();
const PATH = '/api/v1/subscriptions';
/** It costs a price per month. */
const SERVICE = 'digital/email-marketing';
let desk: ApiDesk;
let henrik: Member;

beforeEach(async () => {
  const clock = new TestClock();
  henrik = await hire(store.db, 'henrik');
  const appContext = createCheckout(store.db, clock);
  desk = {
    ...appContext,
    takePublication: () => Promise.resolve(),
    ratings: { read: () => Promise.resolve(new Map()) },
    answers: new CachedAnswers(clock, 0),
  };
  for (const email of [VISITORS.elena, VISITORS.kofi]) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    const form = await openForm(appContext, SERVICE, email, { purchase: 'subscribe' });
    // oxlint-disable-next-line no-await-in-loop -- as above
    await form.place({ code: await form.askCode() });
  }
  await markPaid(appContext, tracedBy(henrik), henrik, 1001, 'PP-1');
});

const api = apiOf(() => desk);
const keyFor = (...scopes: Scope[]) => api.keyFor(henrik, 'Billing', ...scopes);
const ask = (key: string, path: string, sent?: unknown) => api.ask(key, path, { sent });

test('a program reads subscriptions by page and state', async () => {
  const key = await keyFor('subscriptions:read');
  const first = await ask(key, `${PATH}?limit=1`);
  expect(await api.deviations('listSubscriptions', 200, first.body)).toEqual([]);
  const { data, nextCursor } = first.body as { data: unknown[]; nextCursor: string };
  expect(data).toMatchObject([{ number: 'S-1002', state: 'awaiting payment' }]);
  const rest = await ask(key, `${PATH}?limit=1&cursor=${nextCursor}`);
  expect(rest.body).toMatchObject({ data: [{ number: 'S-1001' }], nextCursor: null });
  expect((await ask(key, `${PATH}?state=active`)).body).toMatchObject({
    data: [{ number: 'S-1001', buyer: VISITORS.elena }],
  });
  const one = await ask(key, `${PATH}/S-1001`);
  expect(await api.deviations('getSubscription', 200, one.body)).toEqual([]);
  expect(one.body).toMatchObject({ periods: [{ number: 1, state: 'paid', order: 'E-1001' }] });
  expect(JSON.stringify(one.body)).not.toContain('/subscription/');
  for (const path of [`${PATH}/S-9999`, `${PATH}/1001`]) {
    // oxlint-disable-next-line no-await-in-loop -- a table of cases
    expect((await ask(key, path)).status, path).toBe(404);
  }
  for (const wrong of ['state=lost', 'cursor=x', 'colour=blue']) {
    // oxlint-disable-next-line no-await-in-loop -- a table of cases
    expect((await ask(key, `${PATH}?${wrong}`)).status, wrong).toBe(400);
  }
});

test('a program changes a subscription, and the audit log names its key', async () => {
  const key = await keyFor('subscriptions:write');
  const change = (step: object, number = 'S-1001') =>
    ask(key, `${PATH}/${number}/transitions`, step);
  const priced = await change({ transition: 'plan-price', amount: 99_900 });
  expect(await api.deviations('changeSubscription', 200, priced.body)).toEqual([]);
  expect(priced.body).toMatchObject({ plannedPrice: { amount: 99_900 } });
  // The key may not read who the buyer is.
  expect(priced.body).not.toHaveProperty('buyer');
  expect((await change({ transition: 'pause', why: 'Summer' })).body).toMatchObject({
    isPausing: true,
  });
  expect((await change({ transition: 'undo-pause' })).body).toMatchObject({ isPausing: false });
  expect((await change({ transition: 'cancel' })).body).toMatchObject({ state: 'ending' });
  expect((await change({ transition: 'cancel' })).status).toBe(409);
  expect((await change({ transition: 'keep' })).body).toMatchObject({ state: 'active' });
  expect((await change({ transition: 'end' })).body).toMatchObject({ state: 'ended' });
  expect((await change({ transition: 'resume' })).status).toBe(409);
  for (const wrong of [
    { transition: 'start' },
    { transition: 'plan-price', amount: 0 },
    { transition: 'keep', why: 'No' },
  ]) {
    // oxlint-disable-next-line no-await-in-loop -- a table of cases
    expect((await change(wrong)).status, JSON.stringify(wrong)).toBe(400);
  }
  expect((await change({ transition: 'end' }, 'S-9999')).status).toBe(404);
  expect((await auditOf(store.db, 'subscription-changed'))[0]).toMatchObject({
    actorEmail: 'API key ‘Billing’',
    subject: 'S-1001',
  });
});

test('a program makes a request once with the same key, and cancels it before work starts', async () => {
  const key = await keyFor('subscriptions:read', 'subscriptions:write', 'orders:write');
  const path = `${PATH}/S-1001/requests`;
  const make = (clientId: string = randomUUID()) => ask(key, path, { clientId });
  expect((await make()).status).toBe(409);
  const [row] = await store.db.select().from(subscriptions);
  if (!row) throw new Error('There is no subscription');
  const { terms } = row;
  const requests = { perPeriod: 1, concurrent: 1, label: 'articles' };
  const service = { ...terms.service, requests };
  await store.db.update(subscriptions).set({ terms: { ...terms, service } });
  const clientId = randomUUID();
  const made = await make(clientId);
  expect(await api.deviations('makeRequest', 200, made.body)).toEqual([]);
  expect(made.body).toEqual({ order: 'E-1003' });
  expect((await make(clientId)).body).toEqual(made.body);
  expect((await make()).status).toBe(409);
  const { body } = await ask(key, `${PATH}/S-1001`);
  expect(await api.deviations('getSubscription', 200, body)).toEqual([]);
  expect(body).toMatchObject({ periodRequests: { used: 1 }, requests: [{ order: 'E-1003' }] });
  const withdrawn = await ask(key, '/api/v1/orders/E-1003/transitions', { transition: 'withdraw' });
  expect(withdrawn.body).toMatchObject({ state: 'cancelled' });
  expect((await ask(key, path, { clientId: 'x' })).status).toBe(400);
  expect((await ask(key, `${PATH}/S-9999/requests`, { clientId: randomUUID() })).status).toBe(404);
  expect((await ask(await keyFor('subscriptions:read'), path, { clientId })).status).toBe(403);
});

test('without the scopes a program neither reads nor follows nor changes subscriptions', async () => {
  const key = await keyFor('orders:read', 'orders:write');
  expect((await ask(key, PATH)).status).toBe(403);
  const changed = await ask(key, `${PATH}/S-1001/transitions`, { transition: 'end' });
  expect(changed.status).toBe(403);
  const typesOf = async (scope: Scope) => {
    const { body } = await ask(await keyFor(scope), '/api/v1/events?after=0');
    return (body as { data: { type: string }[] }).data.map(({ type }) => type);
  };
  expect(await typesOf('orders:read')).not.toContain('subscription.changed');
  expect(await typesOf('subscriptions:read')).toContain('subscription.changed');
});
