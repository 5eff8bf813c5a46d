import { afterEach, expect, test } from 'vitest';
import { insertCoupon } from '../../../tests/support/coupons.ts';
import { useDatabase } from '../../../tests/support/database.ts';
import { openLiveServer } from '../../../tests/support/live-server.ts';
import { auditOf, cookieOf, employ, teamServices } from '../../../tests/support/team.ts';
import type { ListedCoupon } from '../protocol/coupons.ts';
import type { ListView } from '../../platform/lists/list-views.ts';
import { coupons } from '../server/tables.server.ts';

const store = useDatabase();

const opened: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const each of opened.splice(0).toReversed()) await each.close();
});

interface Shown {
  readonly message?: string;
  readonly field?: string;
  readonly errors?: Readonly<Record<string, string>>;
  readonly typed?: Readonly<Record<string, string>>;
  readonly version?: number;
  readonly open?: {
    readonly columns: readonly string[];
    readonly views: readonly ListView[];
  };
  readonly page?: {
    readonly rows: readonly ListedCoupon[];
    readonly count: number;
    readonly previous: string;
    readonly next: string;
  };
}

const FILLED = {
  intent: 'save',
  version: '0',
  code: 'black-friday',
  kind: 'percentage',
  percentage: '12.5',
  currency: 'USD',
  scope: 'everything',
};

async function openTeam(name: 'ines' | 'maya' = 'ines') {
  const services = teamServices(store.db);
  const server = await openLiveServer(store.db, services);
  opened.push(server);
  await employ(store.db, services, name);
  const cookie = await cookieOf(store.db, services, name);
  const get = (path: string) => server.ask(path, { cookie });
  const post = (path: string, fields: ConstructorParameters<typeof URLSearchParams>[0]) =>
    server.ask(path, { method: 'POST', cookie, body: new URLSearchParams(fields) });
  const show = async (response: Response) => (await response.json()) as Shown;
  const list = async (search = '') => {
    const { page } = await show(await get(`/team/coupons${search}`));
    return page?.rows.map(({ code }) => code);
  };
  return { get, post, show, list };
}

test('a manager creates, changes, ends and resumes a coupon', async () => {
  const { get, post, show } = await openTeam();
  const saved = await post('/team/coupons/new', FILLED);
  expect(saved.headers.get('Location')).toBe('/team/coupons?saved=BLACK-FRIDAY');
  const [row] = await store.db.select().from(coupons);
  expect(row).toMatchObject({ code: 'BLACK-FRIDAY', percentage: 12_500, version: 1 });
  const path = `/team/coupons/${row?.id ?? ''}`;
  const { typed, version } = await show(await get(path));
  expect(typed).toMatchObject({ code: 'BLACK-FRIDAY', percentage: '12.5', currency: 'USD' });
  const change = {
    ...FILLED,
    version: String(version),
    kind: 'amount',
    amount: '5',
    minimum: '20',
    scope: 'sections',
    sections: 'writing',
    validFrom: '2026-06-12',
    validUntil: '2026-06-30',
    totalLimit: '3',
    addressLimit: '1',
    isFirstOrderOnly: 'on',
  };
  expect((await post(path, change)).status).toBe(302);
  expect((await store.db.select().from(coupons))[0]).toMatchObject({
    percentage: null,
    amount: 500,
    minimumAmount: 2000,
    currency: 'USD',
    scope: 'sections',
    scopeIds: ['writing'],
    totalLimit: 3,
    isFirstOrderOnly: true,
    version: 2,
  });
  // Somebody else has the older version still open.
  const late = await show(await post(path, { ...change, percentage: '50' }));
  expect(late.message).toContain('Somebody else has changed this coupon');
  expect(late.typed).toMatchObject({ percentage: '50' });
  const id = row?.id ?? '';
  for (const [intent, status] of [
    ['end', 'ended'],
    ['resume', 'active'],
  ] as const) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    await post('/team/coupons', { intent, id });
    // oxlint-disable-next-line no-await-in-loop -- as above
    const { page } = await show(await get('/team/coupons'));
    expect(page?.rows[0]?.status).toBe(status);
  }
  const actions = ['coupon-created', 'coupon-changed', 'coupon-ended', 'coupon-resumed'] as const;
  for (const action of actions) {
    // oxlint-disable-next-line no-await-in-loop -- a table of cases
    expect(await auditOf(store.db, action)).toHaveLength(1);
  }
});

test('every wrong field has its error at once, and nothing that was typed is lost', async () => {
  await insertCoupon(store.db, { code: 'TAKEN' });
  const { post, show } = await openTeam();
  const wrong = {
    ...FILLED,
    code: 'a_b',
    kind: 'amount',
    amount: 'five',
    minimum: '0',
    scope: 'services',
    validFrom: '2026-06-31',
    validUntil: 'soon',
    totalLimit: '0',
    addressLimit: 'two',
  };
  const answer = await post('/team/coupons/new', wrong);
  expect(answer.status).toBe(400);
  const { errors, typed } = await show(answer);
  expect(Object.keys(errors ?? {}).toSorted()).toEqual([
    'addressLimit',
    'amount',
    'code',
    'minimum',
    'services',
    'totalLimit',
    'validFrom',
    'validUntil',
  ]);
  const { intent: _, version, ...fields } = wrong;
  expect(version).toBe('0');
  expect(typed).toMatchObject(fields);
  const taken = await show(await post('/team/coupons/new', { ...FILLED, code: 'Taken' }));
  expect(taken.field).toBe('code');
  const unknown = { ...FILLED, scope: 'services', services: crypto.randomUUID() };
  expect((await show(await post('/team/coupons/new', unknown))).errors?.services).toContain(
    'no longer exists',
  );
  expect(await store.db.$count(coupons)).toBe(1);
});

test('the list is filtered, sorted and paged by its address, and exported as it is shown', async () => {
  const { get, post, show, list } = await openTeam();
  for (let number = 0; number < 55; number += 1) {
    const code = `CODE-${String(number).padStart(2, '0')}`;
    const validUntil = number % 2 === 0 ? '2026-06-11' : null;
    // oxlint-disable-next-line no-await-in-loop -- one database
    await insertCoupon(store.db, {
      code,
      validUntil,
      createdAt: new Date(Date.UTC(2026, 0, 1 + (number % 7))),
    });
  }
  await insertCoupon(store.db, { code: 'SPRING', validFrom: '2026-06-13' });
  const codes = Array.from(
    { length: 55 },
    (_, number) => `CODE-${String(number).padStart(2, '0')}`,
  );
  expect(await list('?q=spring')).toEqual(['SPRING']);
  expect(await list('?show=scheduled')).toEqual(['SPRING']);
  expect(await list('?show=ended')).toEqual([]);
  for (const [search, order] of [
    ['?q=code&sort=code', codes],
    ['?q=code&sort=-code', codes.toReversed()],
  ] as const) {
    // oxlint-disable-next-line no-await-in-loop -- a table of cases
    const first = await show(await get(`/team/coupons${search}`));
    expect(first.page).toMatchObject({ count: 55, previous: '' });
    const next = first.page?.next ?? '';
    // A coupon that is added meanwhile moves nothing.
    // oxlint-disable-next-line no-await-in-loop -- as above
    const second = await list(`${search}&after=${next}`);
    const firstCodes = (first.page?.rows ?? []).map(({ code }) => code);
    expect([...firstCodes, ...(second ?? [])]).toEqual(order);
    // oxlint-disable-next-line no-await-in-loop -- as above
    const { page } = await show(await get(`/team/coupons${search}&after=${next}`));
    // oxlint-disable-next-line no-await-in-loop -- as above
    expect(await list(`${search}&before=${page?.previous ?? ''}`)).toEqual(firstCodes);
  }
  for (const sort of ['-created', 'until', '-reserved', 'used']) {
    // oxlint-disable-next-line no-await-in-loop -- a table of cases
    const first = await show(await get(`/team/coupons?sort=${sort}`));
    // oxlint-disable-next-line no-await-in-loop -- as above
    const second = await list(`?sort=${sort}&after=${first.page?.next ?? ''}`);
    expect(second).toHaveLength(6);
    const all = [...(first.page?.rows ?? []).map(({ code }) => code), ...(second ?? [])];
    expect(new Set(all).size).toBe(56);
  }
  expect(await list('?after=bm90LWEtY3Vyc29y')).toHaveLength(50);
  const file = await post('/team/coupons/export', { q: 'code', show: 'active' });
  const rows = (await file.text()).trim().split('\r\n');
  expect(rows).toHaveLength(28);
  expect(rows[0]).toContain('Code,Status,Percentage');
  const narrow = await post('/team/coupons/export', { q: 'spring', columns: 'code.used' });
  expect((await narrow.text()).replace('\uFEFF', '')).toBe(
    'Code,Status,Used\r\nSPRING,scheduled,0\r\n',
  );
  expect(rows.every((row, index) => index === 0 || /^CODE-\d\d,active,10,/.test(row))).toBe(true);
});

test('selected coupons end together, and the answer names those that could not', async () => {
  const { id: one } = await insertCoupon(store.db, { code: 'FIRST' });
  const { id: two } = await insertCoupon(store.db, { code: 'SECOND' });
  const { post, show, list } = await openTeam();
  const select = (intent: string, ids: readonly string[]) =>
    post('/team/coupons', [['intent', intent], ...ids.map((id) => ['row', id])]);
  const gone = crypto.randomUUID();
  const answer = await show(await select('end-coupons', [one, two, two, gone]));
  expect(answer.message).toMatch(/^2 done, 1 refused\. /);
  expect(answer.message).toContain(gone);
  expect(await list('?show=ended')).toHaveLength(2);
  expect(await show(await select('resume-coupons', [one]))).toMatchObject({
    message: '1 row done.',
  });
  expect((await select('resume-coupons', [])).status).toBe(400);
  expect(
    (
      await select(
        'end-coupons',
        Array.from({ length: 201 }, () => two),
      )
    ).status,
  ).toBe(413);
  expect(await list('?show=ended')).toEqual(['SECOND']);
});

test('a member saves a view, opens the page with it, and sees no view of a colleague', async () => {
  await insertCoupon(store.db, { code: 'SPRING' });
  const { get, post, show } = await openTeam();
  await post('/team/coupons', {
    intent: 'save-view',
    name: 'Active',
    query: 'show=active&columns=code.used',
    isDefault: 'yes',
  });
  const opened = await get('/team/coupons');
  expect(opened.headers.get('Location')).toBe('/team/coupons?show=active&columns=code.used');
  const { open } = await show(await get('/team/coupons?sort=-created'));
  expect(open?.views).toMatchObject([{ name: 'Active', isDefault: true }]);
  const view = open?.views[0]?.id ?? '';
  expect((await post('/team/subscriptions', { intent: 'delete-view', view })).status).toBe(404);
  const chosen = await post('/team/coupons', [
    ['intent', 'choose-columns'],
    ['query', 'show=active&after=abc'],
    ['column', 'limit'],
  ]);
  expect(chosen.headers.get('Location')).toBe(
    '/team/coupons?show=active&columns=code.limit&after=abc',
  );
  expect((await show(await get('/team/coupons?show=ended'))).open?.columns).toEqual([
    'code',
    'limit',
  ]);
  await post('/team/coupons', { intent: 'delete-view', view });
  expect((await get('/team/coupons')).status).toBe(200);
});

test('an agent has no coupons, neither the page nor the form nor the file', async () => {
  await insertCoupon(store.db);
  const { get, post } = await openTeam('maya');
  const answers = [
    await get('/team/coupons'),
    await get('/team/coupons/new'),
    await post('/team/coupons/new', FILLED),
    await post('/team/coupons/export', {}),
  ];
  for (const { status } of answers) expect([302, 303, 403, 404]).toContain(status);
  expect(await store.db.$count(coupons)).toBe(1);
});
