import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { VISITORS } from '../../../tests/support/cast.ts';
import { apiOf } from '../../../tests/support/api.ts';
import { hire, TestClock, useDatabase } from '../../../tests/support/database.ts';
import { addDeliveryFile } from '../../../tests/support/delivery-file.ts';
import { order, createOrderContext, orderRow } from '../../../tests/support/orders.ts';
import { auditOf, TEST_ORIGIN, tracedBy } from '../../../tests/support/team.ts';
import { LiveCatalogue } from '../../shop/live-catalogue.server.ts';
import { seedCatalogue } from '../../catalogue/server/seed-catalogue.server.ts';
import { cataloguePublications } from '../../catalogue/server/tables.server.ts';
import { addItem, tickItem } from '../../orders/server/board/edit-checklist.server.ts';
import { deliver } from '../../orders/server/delivery/delivery.server.ts';
import { asBuyer, asMember } from '../../orders/server/order/as-actor.server.ts';
import { readOrder } from '../../orders/server/order/read-order.server.ts';
import { markPaid } from '../../orders/server/payment/settle-paid.server.ts';
import { addComment, replyToComment } from '../../orders/server/proof/add-comment.server.ts';
import { readProof } from '../../orders/server/proof/read-proof.server.ts';
import type { Member } from '../../accounts/protocol/member.ts';
import { labels } from '../../chat/server/contacts/tables.server.ts';
import { RateLimiter } from '../../platform/rate-limit.ts';
import { readRatingSummaries } from '../../reviews/server/read-rating-summaries.server.ts';
import { addEndpoint } from '../../webhooks/server/manage-endpoints.server.ts';
import { webhookDeliveries } from '../../webhooks/server/tables.server.ts';
import type { ApiDesk } from './answer-api.server.ts';
import { createApiKey } from './api-keys.server.ts';
import { CachedAnswers } from './cached-answers.server.ts';
import { KEYED_OPERATIONS } from './operations.server.ts';
import { SCOPES, type Scope } from '../protocol/scopes.ts';

const store = useDatabase();
let clock: TestClock;
let appContext: ReturnType<typeof createOrderContext>;
let live: LiveCatalogue;
let desk: ApiDesk;
let henrik: Member;

beforeEach(async () => {
  clock = new TestClock();
  appContext = createOrderContext(store.db, clock);
  live = new LiveCatalogue();
  await seedCatalogue(store.db);
  await live.reload(store.db);
  henrik = await hire(store.db, 'henrik');
  desk = {
    ...appContext,
    get catalogue() {
      return live.current;
    },
    takePublication: async () => void (await live.reload(store.db)),
    limits: new RateLimiter(clock),
    ratings: { read: () => readRatingSummaries(store.db) },
    answers: new CachedAnswers(clock, 0),
  };
});

const api = apiOf(() => desk);
const deviations = (id: string, status: number, body: unknown) => api.deviations(id, status, body);
const keyFor = (...scopes: Scope[]) => api.keyFor(henrik, 'Bookkeeping', ...scopes);
const ask = (key: string | undefined, path: string, sent?: unknown, method?: string) =>
  api.ask(key, path, { sent, ...(method === undefined ? {} : { method }) });

test('every scope that is offered opens something, and nothing needs another', () => {
  expect(new Set(KEYED_OPERATIONS.map(({ scope }) => scope))).toEqual(new Set(SCOPES));
});

describe('a key', () => {
  test('opens what its scopes say and nothing else', async () => {
    const addresses = KEYED_OPERATIONS.map(({ scope, orScopes = [], method, example }) => ({
      scope,
      opening: [scope, ...orScopes],
      example,
      sent: method === 'POST' ? '{}' : undefined,
    }));
    for (const { scope, opening, example, sent } of addresses) {
      clock.advance(60_000);
      const none = await ask(undefined, example, sent);
      expect([example, none.status]).toEqual([example, 401]);
      expect(none.headers.get('WWW-Authenticate')).toBe(`Bearer scope="${scope}"`);
      const others = await keyFor(...SCOPES.filter((other) => !opening.includes(other)));
      const refused = await ask(others, example, sent);
      expect([example, refused.status]).toEqual([example, 403]);
      expect(refused.body).toMatchObject({ type: `${TEST_ORIGIN}/api#missing-scope` });
    }
    const plain = await keyFor();
    expect((await ask(plain, '/api/v1/sections')).status).toBe(200);
  });

  test('has the limit that an admin gave it, and a harder one for what costs more', async () => {
    const few = await createApiKey(desk, tracedBy(henrik), { name: 'Slow', perMinute: 2 });
    expect((await ask(few, '/api/v1/sections')).headers.get('RateLimit-Policy')).toBe(
      '"api-key";q=2;w=60',
    );
    await ask(few, '/api/v1/sections');
    expect((await ask(few, '/api/v1/sections')).status).toBe(429);
    const key = await keyFor('catalogue:read');
    for (let count = 0; count < 60; count += 1) {
      await ask(key, '/api/v1/catalogue/compare', 'id\n');
    }
    expect((await ask(key, '/api/v1/catalogue/compare', 'id\n')).status).toBe(429);
    expect((await ask(key, '/api/v1/sections')).status).toBe(200);
  });

  test('belongs into no page: other sites are told nothing of what it opens', async () => {
    const key = await keyFor('orders:read');
    const { headers } = await ask(key, '/api/v1/orders');
    expect(headers.get('Access-Control-Allow-Origin')).toBeNull();
    expect(headers.get('Cache-Control')).toBe('private, no-store');
    const preflight = await ask(undefined, '/api/v1/orders', undefined, 'OPTIONS');
    expect(preflight.headers.get('Access-Control-Allow-Headers')).toBeNull();
    expect(preflight.headers.get('Allow')).toBe('GET, HEAD, OPTIONS');
    expect((await ask(key, '/api/v1/orders', '{}', 'PUT')).status).toBe(405);
  });
});

describe('the catalogue', () => {
  const rowsOf = async (key: string) => {
    const rows: Record<string, string>[] = [];
    let cursor = '';
    do {
      const { body } = await ask(key, `/api/v1/catalogue?limit=100${cursor}`);
      expect(await deviations('exportCatalogue', 200, body)).toEqual([]);
      rows.push(...(body.services as Record<string, string>[]));
      cursor = typeof body.nextCursor === 'string' ? `&cursor=${body.nextCursor}` : '';
    } while (cursor !== '');
    return rows;
  };

  test('comes out whole, as JSON in pages and as the CSV of the browser', async () => {
    const key = await keyFor('catalogue:read');
    const rows = await rowsOf(key);
    expect(rows).toHaveLength(125);
    const { text, headers } = await ask(key, '/api/v1/catalogue.csv');
    expect(headers.get('Content-Type')).toBe('text/csv');
    expect(text.split('\n')[0]).toMatch(/^.?id,title,slug/);
    expect(await auditOf(store.db, 'catalogue-exported')).toMatchObject([
      { actorEmail: 'API key ‘Bookkeeping’' },
      { actorEmail: 'API key ‘Bookkeeping’' },
    ]);
  });

  test('is compared first, then imported whole, once, as a publication of the key', async () => {
    const key = await keyFor('catalogue:read', 'catalogue:write');
    await addEndpoint(desk, 'loopback', tracedBy(henrik), {
      url: 'http://127.0.0.1:1/',
      events: ['catalogue.published'],
    });
    const { id = '' } = (await rowsOf(key)).find(({ slug }) => slug === 'book-design') ?? {};
    const csv = `id,price\n${id},1999\n`;
    const compared = await ask(key, '/api/v1/catalogue/compare', csv);
    expect(await deviations('compareCatalogue', 200, compared.body)).toEqual([]);
    expect(compared.body).toMatchObject({
      revision: 1,
      changeCount: 1,
      faultCount: 0,
      changes: [
        {
          title: 'Book Design',
          fields: [{ label: 'Price', before: '$1,750', after: '$1,999' }],
        },
      ],
    });
    expect(live.current.findService('graphics', 'book-design')?.price.amount).toBe(175_000);
    const imported = await ask(key, '/api/v1/catalogue/import?revision=1&note=June', csv);
    expect(await deviations('importCatalogue', 200, imported.body)).toEqual([]);
    expect(imported.body).toEqual({ revision: 2, count: 1 });
    expect(live.current.findService('graphics', 'book-design')?.price.amount).toBe(199_900);
    const again = await ask(key, '/api/v1/catalogue/import?revision=1', csv);
    expect([again.status, again.body.detail]).toEqual([
      409,
      expect.stringContaining('has changed in the meantime'),
    ]);
    expect(await store.db.select().from(cataloguePublications)).toContainEqual(
      expect.objectContaining({
        revision: 2,
        byId: null,
        byName: 'API key ‘Bookkeeping’',
        note: 'June',
      }),
    );
    const told = await store.db.select({ event: webhookDeliveries.event }).from(webhookDeliveries);
    expect(told.map(({ event }) => event)).toMatchObject([
      { type: 'catalogue.published', data: { revision: 2, entries: 1 } },
    ]);
  });

  test('with a mistake anywhere is not imported at all; it says what the browser says', async () => {
    const key = await keyFor('catalogue:write');
    const bad = 'id,price\n00000000-0000-4000-8000-000000000000,5\n';
    const { status, body } = await ask(key, '/api/v1/catalogue/import?revision=1', bad);
    expect(status).toBe(400);
    expect(body.faults).toEqual([
      {
        number: 2,
        field: 'id',
        text: 'No service has this ID. Leave it empty to add a new service.',
      },
    ]);
    expect(await deviations('importCatalogue', 400, body)).toEqual([]);
    const none = await ask(key, '/api/v1/catalogue/import?revision=1', 'no head');
    expect([none.status, none.body.detail]).toEqual([
      400,
      'The first row must name the columns, and one of them must be ‘id’.',
    ]);
    expect(live.current.revision).toBe(1);
  });

  test('that changed between two pages is begun again', async () => {
    const key = await keyFor('catalogue:read', 'catalogue:write');
    const { body } = await ask(key, '/api/v1/catalogue?limit=1');
    const [{ id = '' } = {}] = body.services as { id?: string }[];
    await ask(key, '/api/v1/catalogue/import?revision=1', `id,price\n${id},77\n`);
    const next = await ask(key, `/api/v1/catalogue?limit=1&cursor=${String(body.nextCursor)}`);
    expect(next.status).toBe(409);
  });
});

const AS_CREDIT = { transition: 'refund', way: 'credit' };

describe('orders', () => {
  test('are listed in pages, those that changed last at the end, and never with a secret', async () => {
    const one = await order(appContext);
    clock.advance(1000);
    const two = await order(appContext, {}, VISITORS.daniel);
    clock.advance(1000);
    const key = await keyFor('orders:read', 'orders:write');
    const numbers = async (query: string) => {
      const { body } = await ask(key, `/api/v1/orders${query}`);
      expect(await deviations('listOrders', 200, body)).toEqual([]);
      expect(JSON.stringify(body)).not.toContain(one.secret);
      return { numbers: (body.data as { number: string }[]).map(({ number }) => number), body };
    };
    const [first, second] = [`E-${one.number}`, `E-${two.number}`];
    expect((await numbers('')).numbers).toEqual([first, second]);
    const page = await numbers('?limit=1');
    expect(page.numbers).toEqual([first]);
    const since = new Date(clock.now().getTime() - 500).toISOString();
    expect((await numbers(`?updatedSince=${since}`)).numbers).toEqual([]);
    await ask(key, `/api/v1/orders/${first}/transitions`, { transition: 'cancel' });
    // The order that changed during the paging appears again at the end.
    const rest = await numbers(`?limit=5&cursor=${String(page.body.nextCursor)}`);
    expect(rest.numbers).toEqual([second, first]);
    expect((await numbers('?state=cancelled')).numbers).toEqual([first]);
    expect((await numbers(`?updatedSince=${since}`)).numbers).toEqual([first]);
  });

  test('name who works on them, their labels and their checklist, but not to a key that only writes', async () => {
    const one = await order(appContext);
    const { maya, number } = one;
    const caller = { trace: tracedBy(maya), member: maya, number };
    const step = { title: 'First draft', assignee: henrik.id, dueOn: '2026-06-01', isShown: true };
    const item = crypto.randomUUID();
    await addItem(appContext, caller, item, step);
    const path = `/api/v1/orders/E-${number}`;
    const { body } = await ask(await keyFor('orders:read'), path);
    const assignee = { id: henrik.id, name: henrik.fullName };
    expect(body).toMatchObject({
      owner: { id: maya.id, name: maya.fullName },
      isOwnerChosen: false,
      assignees: [assignee],
      labels: [],
      checklist: [
        { id: item, title: 'First draft', dueOn: '2026-06-01', isLate: true, assignee, done: null },
      ],
    });
    expect(await deviations('getOrder', 200, body)).toEqual([]);
    await tickItem(appContext, caller, item, true);
    const writer = await keyFor('orders:write');
    const paid = await ask(writer, `${path}/transitions`, { transition: 'pay', reference: 'PP-7' });
    expect(paid.body).toMatchObject({ state: 'in progress' });
    for (const name of ['owner', 'assignees', 'labels', 'checklist']) {
      expect(paid.body).not.toHaveProperty(name);
    }
    expect(JSON.stringify(paid.body)).not.toContain(maya.fullName);
  });

  test('get an owner, assignees, labels and done steps from a program, once however often it asks', async () => {
    const one = await order(appContext);
    const { maya, number } = one;
    const caller = { trace: tracedBy(maya), member: maya, number };
    const item = crypto.randomUUID();
    const step = { title: 'First draft', assignee: '', dueOn: '', isShown: true };
    await addItem(appContext, caller, item, step);
    const label = crypto.randomUUID();
    await store.db
      .insert(labels)
      .values({ id: label, name: 'Rush', colour: 'amber', createdAt: clock.now() });
    const key = await keyFor('orders:read', 'orders:write');
    const path = `/api/v1/orders/E-${number}`;
    const person = { id: henrik.id, name: henrik.fullName };
    const changes = [
      ['setOrderOwner', 'owner', { memberId: henrik.id }, { owner: person, isOwnerChosen: true }],
      ['assignOrder', 'assignees', { memberId: henrik.id, on: true }, { assignees: [person] }],
      ['labelOrder', 'labels', { labelId: label, on: true }, { labels: [{ name: 'Rush' }] }],
      [
        'tickOrderStep',
        `checklist/${item}`,
        { done: true },
        { checklist: [{ title: 'First draft', done: { by: null } }] },
      ],
    ] as const;
    for (const [operation, part, sent, expected] of [...changes, ...changes]) {
      // oxlint-disable-next-line no-await-in-loop -- one change after the other
      const { status, body } = await ask(key, `${path}/${part}`, sent);
      expect([status, body]).toEqual([200, expect.objectContaining({ number: `E-${number}` })]);
      expect(body).toMatchObject(expected);
      // oxlint-disable-next-line no-await-in-loop -- as above
      expect(await deviations(operation, 200, body)).toEqual([]);
    }
    expect(await auditOf(store.db, 'order-owner-changed')).toMatchObject([
      { actorEmail: 'API key ‘Bookkeeping’', subject: `E-${number}` },
    ]);
    expect((await ask(key, `${path}/owner`, { memberId: null })).body).toMatchObject({
      owner: { id: maya.id },
      isOwnerChosen: false,
    });
    expect((await ask(key, `${path}/assignees`, { memberId: 'nobody', on: true })).status).toBe(
      400,
    );
    expect((await ask(key, `${path}/labels`, { labelId: item, on: true })).status).toBe(404);
    expect((await ask(key, `${path}/checklist/${label}`, { done: false })).status).toBe(404);
    expect((await ask(key, '/api/v1/orders/E-999999/owner', { memberId: null })).status).toBe(404);
    const reader = await keyFor('orders:read');
    expect((await ask(reader, `${path}/owner`, { memberId: henrik.id })).status).toBe(403);
  });

  test('are commented on and resolved under the name of the key, once however often it is sent', async () => {
    const one = await order(appContext);
    const { maya, number, id, secret } = one;
    const by = tracedBy(maya);
    await markPaid(appContext, by, maya, number, 'PP-1');
    const fileId = await addDeliveryFile(store.db, {
      orderId: id,
      agentId: maya.id,
      name: 'logo.png',
    });
    await deliver(appContext, by, maya, number, 'Here it is.', [fileId]);
    const theirs = crypto.randomUUID();
    await asBuyer(appContext, secret, (turn) =>
      addComment(turn, fileId, { id: theirs, text: 'Bigger, please' }),
    );
    const writer = await keyFor('orders:write');
    const path = `/api/v1/orders/E-${number}/comments`;
    const clientId = crypto.randomUUID();
    const point = { percentFromLeft: 12.34, percentFromTop: 100 };
    const typed = { clientId, fileId, text: ' The line is too thin. ', ...point };
    const first = await ask(writer, path, typed);
    expect(first.body).toMatchObject({
      id: clientId,
      number: 2,
      text: 'The line is too thin.',
      percentFromLeft: 12.3,
      percentFromTop: 100,
      author: 'team',
      by: 'Bookkeeping',
    });
    expect(await deviations('commentOnDelivery', 200, first.body)).toEqual([]);
    expect((await ask(writer, path, typed)).body).toEqual(first.body);
    const reply = { clientId: crypto.randomUUID(), fileId, replyTo: theirs, text: 'Done.' };
    expect((await ask(writer, path, reply)).body).toMatchObject({
      replyTo: theirs,
      by: 'Bookkeeping',
    });
    expect(await readProof(store.db, id, fileId, { kind: 'buyer' })).toMatchObject({
      comments: expect.arrayContaining([
        expect.objectContaining({ number: 2, by: 'Bookkeeping' }),
        expect.objectContaining({
          number: 1,
          replies: [expect.objectContaining({ by: 'Bookkeeping' })],
        }),
      ]) as unknown,
    });

    const refusal = async (sent: object) => {
      const { status, body } = await ask(writer, path, {
        ...typed,
        clientId: crypto.randomUUID(),
        ...sent,
      });
      return [status, body.parameter];
    };
    expect(await refusal({ percentFromTop: undefined })).toEqual([400, 'percentFromTop']);
    expect(await refusal({ milliseconds: 1500 })).toEqual([400, 'milliseconds']);
    expect(await refusal({ page: 1 })).toEqual([400, 'page']);
    expect(await refusal({ percentFromLeft: 101 })).toEqual([400, 'percentFromLeft']);
    expect(await refusal({ replyTo: theirs })).toEqual([400, 'replyTo']);
    expect(await refusal({ text: ' ' })).toEqual([400, 'text']);
    expect(await refusal({ fileId: theirs })).toEqual([404, undefined]);
    expect((await ask(writer, path, { ...typed, clientId: theirs })).status).toBe(409);
    const other = await keyFor('orders:write');
    expect((await ask(await keyFor('orders:read'), path, typed)).status).toBe(403);
    expect((await ask(other, '/api/v1/orders/E-999999/comments', typed)).status).toBe(404);

    const resolve = (resolved: boolean) => ask(writer, `${path}/${theirs}`, { resolved });
    const done = await resolve(true);
    expect(await deviations('resolveComment', 200, done.body)).toEqual([]);
    expect(done.body).toMatchObject({ id: theirs, number: 1 });
    expect(done.body.resolvedAt).not.toBeNull();
    expect(done.body).not.toHaveProperty('text');
    expect((await resolve(true)).body).toEqual(done.body);
    expect((await resolve(false)).body).toMatchObject({ resolvedAt: null });
    expect((await ask(writer, `${path}/${reply.clientId}`, { resolved: true })).status).toBe(409);
    expect((await ask(writer, `${path}/${crypto.randomUUID()}`, { resolved: true })).status).toBe(
      404,
    );
  });

  test('list the comments on their deliveries in pages, and an event leads to each', async () => {
    const one = await order(appContext);
    const { maya, number, id, secret } = one;
    const by = tracedBy(maya);
    await markPaid(appContext, by, maya, number, 'PP-1');
    const file = { orderId: id, agentId: maya.id, name: 'logo.png' };
    const fileId = await addDeliveryFile(store.db, file);
    await deliver(appContext, by, maya, number, 'Here it is.', [fileId]);
    await addEndpoint(desk, 'loopback', tracedBy(henrik), {
      url: 'http://127.0.0.1:1/',
      events: ['order.commented'],
    });
    const [comment, reply] = [crypto.randomUUID(), crypto.randomUUID()];
    const typed = { id: comment, text: 'Bigger, please', x: '40', y: '12.5' };
    await asBuyer(appContext, secret, (turn) => addComment(turn, fileId, typed));
    clock.advance(1000);
    await asMember(appContext, by, maya, number, (turn) =>
      replyToComment(turn, fileId, { id: reply, comment, text: 'Like this?' }),
    );
    const key = await keyFor('orders:read');
    const path = `/api/v1/orders/E-${number}/comments`;
    const { body } = await ask(key, `${path}?limit=1`);
    expect(await deviations('listOrderComments', 200, body)).toEqual([]);
    expect(body.data).toMatchObject([
      { id: comment, fileId, fileName: 'logo.png', number: 1, author: 'buyer', by: null },
    ]);
    expect(body.data).toMatchObject([{ percentFromLeft: 40, percentFromTop: 12.5, replyTo: null }]);
    const rest = await ask(key, `${path}?limit=1&cursor=${String(body.nextCursor)}`);
    expect(rest.body).toMatchObject({
      data: [{ id: reply, replyTo: comment, author: 'team', by: maya.fullName }],
      nextCursor: null,
    });
    expect((await ask(key, '/api/v1/orders/E-999999/comments')).status).toBe(404);

    const { body: followed } = await ask(key, '/api/v1/events');
    expect(await deviations('listEvents', 200, followed)).toEqual([]);
    const events = followed.data as { type: string; subject: string; comment?: string }[];
    expect(events.filter(({ type }) => type === 'order.commented')).toMatchObject([
      { subject: `E-${number}`, comment },
      { subject: `E-${number}`, comment: reply },
    ]);
    const told = await store.db.select({ event: webhookDeliveries.event }).from(webhookDeliveries);
    expect(told.map(({ event }) => event.data)).toEqual([
      { order: `E-${number}`, comment, author: 'buyer' },
      { order: `E-${number}`, comment: reply, author: 'team' },
    ]);
  });

  test('go through the one door: what is possible happens once, under the name of the key', async () => {
    const one = await order(appContext);
    const key = await keyFor('orders:read', 'orders:write');
    await addEndpoint(desk, 'loopback', tracedBy(henrik), {
      url: 'http://127.0.0.1:1/',
      events: ['order.changed'],
    });
    const path = `/api/v1/orders/E-${one.number}`;
    const step = (sent: unknown) => ask(key, `${path}/transitions`, sent);
    expect((await step({ transition: 'pay', reference: ' ' })).body).toMatchObject({
      parameter: 'reference',
    });
    const paid = await step({ transition: 'pay', reference: 'PP-77' });
    expect(paid.body).toMatchObject({ state: 'in progress', may: ['deliver', 'refund'] });
    expect(await deviations('changeOrder', 200, paid.body)).toEqual([]);
    const again = await step({ transition: 'pay', reference: 'PP-77' });
    expect([again.status, again.body.detail]).toEqual([
      409,
      "This order is in progress, so it can't be paid.",
    ]);
    const writer = await keyFor('orders:write');
    const sent = { transition: 'deliver', message: 'In the folder.' };
    const delivered = await ask(writer, `${path}/transitions`, sent);
    expect(delivered.body).toMatchObject({ state: 'delivered' });
    expect(await deviations('changeOrder', 200, delivered.body)).toEqual([]);
    expect(JSON.stringify(delivered.body)).not.toContain('@');
    await step(AS_CREDIT);
    expect(await orderRow(store.db, one.number)).toMatchObject({
      state: 'refunded',
      refundedAmount: 30_000,
    });
    const { body } = await ask(key, path);
    expect(await deviations('getOrder', 200, body)).toEqual([]);
    const events = body.events as { number: number; by: string | null }[];
    expect(events.map(({ by }) => by)).toEqual([
      null,
      'API key ‘Bookkeeping’',
      null,
      'API key ‘Bookkeeping’',
      'API key ‘Bookkeeping’',
    ]);
    const seenByBuyer = await readOrder(store.db, one.id, 'buyer', {
      timeZone: 'America/New_York',
      now: clock.now(),
    });
    expect(JSON.stringify(seenByBuyer)).not.toContain('Bookkeeping');
    for (const action of ['order-marked-paid', 'order-delivered', 'order-refunded']) {
      expect(await auditOf(store.db, action)).toMatchObject([
        { actorEmail: 'API key ‘Bookkeeping’', subject: `E-${one.number}` },
      ]);
    }
    const told = await store.db
      .select({ event: webhookDeliveries.event })
      .from(webhookDeliveries)
      .where(eq(webhookDeliveries.attempts, 0));
    expect(
      told.map(({ event }) => event.data).toSorted((a, b) => numberOf(a) - numberOf(b)),
    ).toMatchObject([
      { order: `E-${one.number}`, event: 2, transition: 'pay', state: 'paid' },
      { event: 3, transition: 'begin' },
      { event: 4, transition: 'deliver' },
      { event: 5, transition: 'refund', state: 'refunded' },
    ]);
    expect(JSON.stringify(told)).not.toMatch(/PP-77|folder|northfold/);
  });

  test('with milestones are paid and refunded by their position', async () => {
    const one = await order(appContext, {
      plan: {
        isAllAtOnce: true,
        milestones: [
          { title: 'Sketches', amount: '100', days: 3 },
          { title: 'Final files', amount: '200', days: 5 },
        ],
      },
    });
    const key = await keyFor('orders:read', 'orders:write');
    await addEndpoint(desk, 'loopback', tracedBy(henrik), {
      url: 'http://127.0.0.1:1/',
      events: ['milestone.changed'],
    });
    const path = `/api/v1/orders/E-${one.number}`;
    const step = (sent: unknown) => ask(key, `${path}/transitions`, sent);
    expect((await step({ transition: 'pay', reference: 'PP' })).status).toBe(400);
    const paid = await step({ transition: 'pay', reference: 'PP', milestone: 1 });
    expect(paid.body).toMatchObject({
      state: 'in progress',
      may: ['deliver', 'pay-milestone', 'refund-milestone'],
      payable: { milestone: 2, amount: 20_000 },
      milestones: [{ state: 'funded', isCurrent: true }, { state: 'awaiting payment' }],
    });
    expect(await deviations('changeOrder', 200, paid.body)).toEqual([]);
    expect(
      (await step({ transition: 'pay-milestone', reference: 'PP', milestone: 1 })).status,
    ).toBe(409);
    await step({ transition: 'pay-milestone', reference: 'PP', milestone: 2 });
    const back = await step({ ...AS_CREDIT, transition: 'refund-milestone', milestone: 2 });
    expect(back.body).toMatchObject({
      state: 'in progress',
      refundedAmount: 20_000,
      milestones: [{ state: 'funded' }, { state: 'refunded', refundedAmount: 20_000 }],
    });
    const told = await store.db.select({ event: webhookDeliveries.event }).from(webhookDeliveries);
    expect(told.map(({ event }) => event.data)).toEqual(
      expect.arrayContaining([
        { order: `E-${one.number}`, milestone: 1, event: 2, state: 'funded' },
        { order: `E-${one.number}`, milestone: 2, event: 5, state: 'refunded' },
      ]),
    );
    const followed = await ask(key, '/api/v1/events?after=0');
    expect(JSON.stringify(followed.body)).toContain(`"subject":"E-${one.number}/2"`);
  });

  test('that are not there, and what is no step, are answered with what to do', async () => {
    const key = await keyFor('orders:read', 'orders:write');
    const answer = async (path: string, sent?: unknown) => {
      const { status, body } = await ask(key, path, sent);
      return [status, body.parameter];
    };
    expect(await answer('/api/v1/orders/E-9999')).toEqual([404, undefined]);
    expect(await answer('/api/v1/orders/9999')).toEqual([404, undefined]);
    const path = '/api/v1/orders/E-9999/transitions';
    expect(await answer(path, { transition: 'cancel' })).toEqual([404, undefined]);
    expect(await answer(path, 'nonsense')).toEqual([400, undefined]);
    expect(await answer(path, { transition: 'complete' })).toEqual([400, 'transition']);
    expect(await answer(path, { transition: 'deliver' })).toEqual([400, 'message']);
    expect(await answer(path, { transition: 'cancel', state: 'paid' })).toEqual([400, 'state']);
    expect(await answer('/api/v1/orders?state=lost')).toEqual([400, 'state']);
    expect(await answer('/api/v1/orders?cursor=WyJ4IiwieSJd')).toEqual([400, 'cursor']);
  });
});

const numberOf = (data: object) => ('event' in data ? Number(data.event) : 0);
