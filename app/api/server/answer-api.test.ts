import { beforeEach, describe, expect, test } from 'vitest';
import { CATALOGUE } from '../../../tests/support/catalogue.ts';
import { handle } from '../../../tests/support/request.ts';
import { findDeviations } from '../../../tests/support/conforms.ts';
import {
  createChatContext,
  hire,
  TestClock,
  useDatabase,
} from '../../../tests/support/database.ts';
import { createOrderContext } from '../../../tests/support/orders.ts';
import { auditOf, refusalOf, TEST_ORIGIN, tracedBy } from '../../../tests/support/team.ts';
import type { AppContext } from '../../app-context.ts';
import { Catalogue } from '../../shop/catalogue.ts';
import { leastAmount } from '../../shop/price.ts';
import { RateLimiter } from '../../platform/rate-limit.ts';
import { MODERATION_REASON_IDS } from '../../reviews/moderation-reasons.ts';
import { readRatingSummaries } from '../../reviews/server/read-rating-summaries.server.ts';
import { serviceReviews } from '../../reviews/server/tables.server.ts';
import type { ApiDesk } from './answer-api.server.ts';
import { CachedAnswers } from './cached-answers.server.ts';
import { createApiKey, readApiKeys, revokeApiKey } from './api-keys.server.ts';
import { writeCursor } from './read-parameters.ts';
import { PUBLIC_OPERATIONS } from './public-operations.server.ts';
import { apiKeys } from './tables.server.ts';

const database = useDatabase();
const BOOK_DESIGN = '/api/v1/services/graphics/book-design';
const REQUEST_ID = '00000000-0000-4000-8000-000000000001';
let clock: TestClock;
let desk: ApiDesk;

beforeEach(() => {
  clock = new TestClock();
  desk = {
    ...createOrderContext(database.db, clock),
    takePublication: () => Promise.resolve(),
    limits: new RateLimiter(clock),
    ratings: { read: () => readRatingSummaries(database.db) },
    answers: new CachedAnswers(clock, Infinity),
  };
});

interface Asked {
  readonly method?: string;
  readonly headers?: Record<string, string>;
  readonly address?: string;
}

async function ask(path: string, { address = '198.51.100.7', ...init }: Asked = {}) {
  const response = await handle(desk as AppContext, new Request(TEST_ORIGIN + path, init), {
    address,
    id: REQUEST_ID,
  });
  const text = await response.text();
  const body = (text === '' ? undefined : JSON.parse(text)) as never;
  return { status: response.status, headers: response.headers, body };
}

interface Document {
  readonly paths: Record<string, { get: { responses: Record<string, never> } }>;
}

const readDocument = async () => (await ask('/api/openapi.json')).body as Document;

async function review(
  count: number,
  change: Partial<typeof serviceReviews.$inferInsert> = {},
): Promise<void> {
  for (let number = 1; number <= count; number += 1) {
    clock.advance(1000);
    await database.db.insert(serviceReviews).values({
      section: 'graphics',
      serviceSlug: 'book-design',
      name: `Reviewer ${number}`,
      email: 'elena.ruiz@northfold.example',
      text: 'Every chapter opens well.',
      rating: 4,
      createdAt: clock.now(),
      ...change,
    });
  }
}

test('every answer is what the served document says, and every public operation is asked', async () => {
  await review(2);
  const [newest] = ((await ask(`${BOOK_DESIGN}/reviews`)).body as { data: { id: string }[] }).data;
  const paths: Record<string, string[]> = {
    listSections: ['/api/v1/sections'],
    listServices: ['/api/v1/services?limit=100', '/api/v1/services?section=video&q=video'],
    getService: CATALOGUE.services
      .map(({ section, slug }) => encodeURI(`/api/v1/services/${section}/${slug}`))
      .filter((_, index) => index % 9 === 0),
    listReviews: [`${BOOK_DESIGN}/reviews`, `${BOOK_DESIGN}/reviews?limit=1`],
    getRating: [`${BOOK_DESIGN}/rating`, '/api/v1/services/graphics/poster-design/rating'],
    getReview: [`/api/v1/reviews/${newest?.id}`],
  };
  const document = await readDocument();
  for (const { id, path, example } of PUBLIC_OPERATIONS) {
    const { responses } = document.paths[path]?.get ?? { responses: {} };
    for (const asked of [...(paths[id] ?? []), ...(id === 'getReview' ? [] : [example])]) {
      clock.advance(60_000);
      const { status, headers, body } = await ask(asked);
      expect({ asked, status, type: headers.get('Content-Type') }).toEqual({
        asked,
        status: 200,
        type: 'application/json',
      });
      const { content } = responses['200'] as unknown as { content: Record<string, never> };
      const { schema } = content['application/json'] as unknown as { schema: unknown };
      expect(findDeviations(document, schema, body)).toEqual([]);
    }
    expect(paths[id]).toBeDefined();
  }
});

test('every reference of the document leads somewhere', async () => {
  const document = await readDocument();
  const references = JSON.stringify(document).matchAll(/"\$ref":"#\/([^"]+)"/g);
  const dead = [...references]
    .map(([, path = '']) => path)
    .filter(
      (path) =>
        path
          .split('/')
          .reduce<unknown>(
            (node, key) => (node as Record<string, unknown> | undefined)?.[key],
            document,
          ) === undefined,
    );
  expect(dead).toEqual([]);
  expect(Object.keys((document as unknown as { webhooks: object }).webhooks)).toEqual([
    'conversation.started',
    'message.sent',
    'review.posted',
    'order.changed',
    'order.commented',
    'milestone.changed',
    'invoice.changed',
    'subscription.changed',
    'catalogue.published',
    'webhook.test',
  ]);
});

/** A well-formed cursor that the API never returned. */
const placeAt = (moment: string) => writeCursor([moment, '00000000-0000-4000-8000-000000000000']);

describe('services', () => {
  const slugsOf = (body: never) =>
    (body as { data: { slug: string }[] }).data.map(({ slug }) => slug);

  test('are paged to the end without a repeat or a gap', async () => {
    const seen: string[] = [];
    let path: string | null = '/api/v1/services?limit=40';
    while (path !== null) {
      const { body, headers } = await ask(path);
      seen.push(...slugsOf(body));
      const next: string | undefined = /^<([^>]+)>; rel="next"$/.exec(
        headers.get('Link') ?? '',
      )?.[1];
      path = next ? next.slice(TEST_ORIGIN.length) : null;
    }
    expect(seen).toEqual(CATALOGUE.services.map(({ slug }) => slug));
  });

  test('are filtered by section, area, price and rating, all at once', async () => {
    await review(1, { rating: 5 });
    const filters = 'section=graphics&area=packaging-covers&minPrice=100000&maxPrice=200000';
    const found = CATALOGUE.services.filter(
      ({ area, price }) =>
        area === 'packaging-covers' && price.amount >= 100_000 && price.amount <= 200_000,
    );
    expect(slugsOf((await ask(`/api/v1/services?${filters}`)).body)).toEqual(
      found.map(({ slug }) => slug),
    );
    expect(slugsOf((await ask('/api/v1/services?minRating=4.5')).body)).toEqual(['book-design']);
  });

  test('are compared by price in one currency: the named one, or that of most services', async () => {
    const { content } = CATALOGUE;
    const inEuros = new Set(['book-design', 'flyer-design']);
    const services = content.services.map((service) =>
      inEuros.has(service.slug) ? { ...service, currency: 'EUR' } : service,
    );
    const catalogue = new Catalogue({ ...content, services });
    desk = { ...desk, catalogue };
    const euros = catalogue.services.filter(({ price }) => price.currency === 'EUR');
    const dollars = catalogue.services.filter(({ price }) => price.currency === 'USD');
    const found = async (query: string) =>
      slugsOf((await ask(`/api/v1/services?limit=100&${query}`)).body);
    const upTo = (listed: typeof euros, most: number) =>
      listed.filter((service) => leastAmount(service) <= most).map(({ slug }) => slug);
    expect(euros).toHaveLength(2);
    const most = Math.max(...euros.map(leastAmount));
    expect(await found(`maxPrice=${most}`)).toEqual(upTo(dollars, most));
    expect(await found(`maxPrice=${most}&currency=EUR`)).toEqual(upTo(euros, most));
    expect(await found(`minPrice=${most + 1}&currency=EUR`)).toEqual([]);
    expect(await found('currency=EUR')).toEqual(euros.map(({ slug }) => slug));
    expect(await found('currency=CHF')).toEqual([]);
    expect(await found(`q=${encodeURIComponent('under 10000000 EUR')}`)).toHaveLength(2);
  });

  test.each(['%25', '_', '%27%20or%201=1--', '%5C', '%00'])(
    'are not found by %s: it means nothing special',
    async (q) => {
      expect((await ask(`/api/v1/services?q=${q}`)).body).toMatchObject({ data: [] });
    },
  );

  test('are found by words, the best first', async () => {
    expect(slugsOf((await ask('/api/v1/services?q=book%20design&limit=1')).body)).toEqual([
      'book-design',
    ]);
  });
});

describe('reviews', () => {
  test('are paged newest first while new ones arrive', async () => {
    await review(5);
    const first = (await ask(`${BOOK_DESIGN}/reviews?limit=3`)).body as {
      data: { name: string }[];
      nextCursor: string;
    };
    await review(1, { name: 'Latecomer' });
    const second = (await ask(`${BOOK_DESIGN}/reviews?limit=3&cursor=${first.nextCursor}`))
      .body as typeof first;
    expect([...first.data, ...second.data].map(({ name }) => name)).toEqual(
      [5, 4, 3, 2, 1].map((number) => `Reviewer ${number}`),
    );
    expect(second.nextCursor).toBeNull();
  });

  test('that were hidden are nowhere: not in a list, a rating or an address of their own', async () => {
    const id = '00000000-0000-4000-8000-000000000009';
    await review(1, {
      id,
      hiddenAt: clock.now(),
      hiddenReason: MODERATION_REASON_IDS[0],
      rating: 1,
    });
    expect((await ask(`${BOOK_DESIGN}/reviews`)).body).toMatchObject({ data: [] });
    expect((await ask(`${BOOK_DESIGN}/rating`)).body).toMatchObject({ reviewCount: 0 });
    expect((await ask(BOOK_DESIGN)).body).toMatchObject({ rating: null });
    expect((await ask(`/api/v1/reviews/${id}`)).status).toBe(404);
  });

  test('never carry an e-mail address', async () => {
    await review(1);
    for (const path of [`${BOOK_DESIGN}/reviews`, BOOK_DESIGN, `${BOOK_DESIGN}/rating`]) {
      expect(JSON.stringify((await ask(path)).body)).not.toContain('northfold');
    }
  });
});

describe('a request that cannot be answered', () => {
  test.each([
    ['/api/v1/services?colour=red', 400, 'unknown-parameter', 'colour'],
    ['/api/v1/services?__proto__=1', 400, 'unknown-parameter', '__proto__'],
    ['/api/v1/services?constructor=1', 400, 'unknown-parameter', 'constructor'],
    ['/api/v1/sections?limit=1', 400, 'unknown-parameter', 'limit'],
    ['/api/openapi.json?x=1', 400, 'unknown-parameter', 'x'],
    ['/api/v1/services?currency=euro', 400, 'invalid-parameter', 'currency'],
    ['/api/v1/services?limit=0', 400, 'invalid-parameter', 'limit'],
    ['/api/v1/services?limit=101', 400, 'invalid-parameter', 'limit'],
    ['/api/v1/services?limit=1e1', 400, 'invalid-parameter', 'limit'],
    ['/api/v1/services?limit=1&limit=2', 400, 'invalid-parameter', 'limit'],
    ['/api/v1/services?section=boats', 400, 'invalid-parameter', 'section'],
    ['/api/v1/services?q=', 400, 'invalid-parameter', 'q'],
    ['/api/v1/services?cursor=nonsense', 400, 'invalid-parameter', 'cursor'],
    [`${BOOK_DESIGN}/reviews?cursor=WyJ4IiwieSJd`, 400, 'invalid-parameter', 'cursor'],
    [
      `${BOOK_DESIGN}/reviews?cursor=${placeAt('0000-01-01T00:00:00.000Z')}`,
      400,
      'invalid-parameter',
      'cursor',
    ],
    [
      `${BOOK_DESIGN}/reviews?cursor=${placeAt('9999-12-31T23:59:59-23:59')}`,
      400,
      'invalid-parameter',
      'cursor',
    ],
    ['/api/v1/services/graphics/no-such-thing', 404, 'not-found', undefined],
    ['/api/v1/services/boats/book-design', 404, 'not-found', undefined],
    ['/api/v1/reviews/1', 404, 'not-found', undefined],
    [`/api/v1/reviews/${REQUEST_ID}`, 404, 'not-found', undefined],
    ['/api/v1/nothing', 404, 'not-found', undefined],
    ['/api/v1/services/%E0%A4%A/x', 404, 'not-found', undefined],
  ])('%s is answered %i with the problem %s', async (path, status, kind, parameter) => {
    const { headers, body, ...answer } = await ask(path);
    expect(answer.status).toBe(status);
    expect(headers.get('Content-Type')).toBe('application/problem+json');
    expect(body).toMatchObject({
      type: `${TEST_ORIGIN}/api#${kind}`,
      status,
      requestId: REQUEST_ID,
    });
    expect((body as { parameter?: string }).parameter).toBe(parameter);
    const document = await readDocument();
    const schema = { $ref: '#/components/schemas/Problem' };
    expect(findDeviations(document, schema, body)).toEqual([]);
  });

  test('to write is answered 405 with what is allowed', async () => {
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
      const { status, headers } = await ask('/api/v1/services', { method });
      expect([status, headers.get('Allow')]).toEqual([405, 'GET, HEAD, OPTIONS']);
    }
  });

  test.each([
    ['text/html', 406],
    ['application/json;q=0', 406],
    ['text/html, */*;q=0.1', 200],
    ['application/*', 200],
  ])('for %s is answered %i', async (Accept, status) => {
    expect((await ask('/api/v1/sections', { headers: { Accept } })).status).toBe(status);
  });
});

test('an answer that has not changed is answered 304, also when compression marked its tag weak', async () => {
  const { headers } = await ask('/api/v1/sections');
  const tag = headers.get('ETag') ?? '';
  for (const known of [tag, `W/${tag}`, `"other", ${tag}`]) {
    const again = await ask('/api/v1/sections', { headers: { 'If-None-Match': known } });
    expect([again.status, again.body]).toEqual([304, undefined]);
  }
  await review(1);
  const before = (await ask(`${BOOK_DESIGN}/rating`)).headers.get('ETag') ?? '';
  await review(1);
  desk.answers.drop();
  const after = await ask(`${BOOK_DESIGN}/rating`, { headers: { 'If-None-Match': before } });
  expect(after.status).toBe(200);
});

test('any page may ask, also with a key', async () => {
  const { status, headers } = await ask('/api/v1/sections', { method: 'OPTIONS' });
  expect(status).toBe(204);
  expect(headers.get('Access-Control-Allow-Origin')).toBe('*');
  expect(headers.get('Access-Control-Allow-Headers')).toContain('Authorization');
  expect(headers.get('Access-Control-Allow-Credentials')).toBeNull();
});

describe('limits and keys', () => {
  const withKey = (key: string) => ({ headers: { Authorization: `Bearer ${key}` } });

  test('an address without a key is stopped and told when to come back; others are not', async () => {
    for (let count = 0; count < 60; count += 1) await ask('/api/v1/sections');
    const { status, headers, body } = await ask('/api/v1/sections');
    expect(status).toBe(429);
    expect(headers.get('Retry-After')).toBe('1');
    expect(headers.get('RateLimit')).toBe('"api";r=0;t=60');
    expect(body).toMatchObject({ type: `${TEST_ORIGIN}/api#too-many-requests` });
    expect((await ask('/api/v1/sections', { address: '198.51.100.8' })).status).toBe(200);
    clock.advance(1000);
    expect((await ask('/api/v1/sections')).status).toBe(200);
  });

  test('a key raises the limit, is noted when used, and counts no more once revoked', async () => {
    const henrik = await hire(database.db, 'henrik');
    const key = await createApiKey(createChatContext(database.db, clock), tracedBy(henrik), {
      name: ' Price list ',
    });
    const stored = await database.db.select().from(apiKeys);
    expect(JSON.stringify(stored)).not.toContain(key);
    const { status, headers } = await ask('/api/v1/sections', withKey(key));
    expect(status).toBe(200);
    expect(headers.get('RateLimit')).toBe('"api-key";r=599;t=1');
    expect(headers.get('Cache-Control')).toContain('private');
    const [listed] = await readApiKeys(database.db);
    expect(listed).toMatchObject({
      name: 'Price list',
      prefix: key.slice(0, 10),
      lastUsedAt: clock.now().toISOString(),
    });
    await revokeApiKey(createChatContext(database.db, clock), tracedBy(henrik), listed?.id ?? '');
    await revokeApiKey(createChatContext(database.db, clock), tracedBy(henrik), listed?.id ?? '');
    expect((await ask('/api/v1/sections', withKey(key))).status).toBe(401);
    expect(await auditOf(database.db, 'api-key-created')).toHaveLength(1);
    expect(await auditOf(database.db, 'api-key-revoked')).toHaveLength(1);
  });

  test.each(['Bearer emb_wrong', 'Bearer', 'Basic YTpi', 'emb_wrong', 'Bearer a b', ''])(
    'a credential like %j is refused, never taken for none, and costs the address',
    async (Authorization) => {
      for (let count = 0; count < 60; count += 1) {
        const { status, headers } = await ask('/api/v1/sections', { headers: { Authorization } });
        expect(status).toBe(401);
        expect(headers.get('WWW-Authenticate')).toContain('Bearer');
      }
      expect((await ask('/api/v1/sections', { headers: { Authorization } })).status).toBe(429);
    },
  );

  test('a key needs a name', async () => {
    const henrik = await hire(database.db, 'henrik');
    const refusal = await refusalOf(
      createApiKey(createChatContext(database.db, clock), tracedBy(henrik), { name: '  ' }),
    );
    expect(refusal).toMatchObject({ status: 400, field: 'name' });
  });
});
