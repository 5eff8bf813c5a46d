import { createRequestHandler, type ServerBuild } from 'react-router';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { createLoadContext, AppContext } from '../../app/app-context.ts';
import { openInMemory } from '../../app/platform/db/embedded.server.ts';
import { makeImage } from '../../app/platform/db/make-image.server.ts';
import type { OpenDatabase } from '../../app/platform/db/database.server.ts';
import { signIn } from '../../app/accounts/server/sessions/sign-in.server.ts';
import { loadDemo } from '../../db/demo/load.ts';
import { fillIn, MARK } from '../../server/search-pages.ts';
import { readSearchText } from '../../app/shop/search/search-text.ts';
import { RenderThreads } from '../../server/render-threads.ts';
import { createTestAppContext } from '../support/app-context.ts';
import { NOBODY, teamServices, TEST_ORIGIN } from '../support/team.ts';

// The built pages, rendered by the built thread, beside the same pages rendered in place.

const ADMIN = 'henrik.dahl@embarka.example';

let build: ServerBuild;
let database: OpenDatabase;
let appContext: AppContext;
let cookie = '';
const threads = new RenderThreads();

beforeAll(async () => {
  const built = new URL('../../build/server/index.js', import.meta.url);
  build = (await import(built.href)) as ServerBuild;
  database = await openInMemory(await makeImage());
  const { db } = database;
  const services = teamServices(db);
  appContext = createTestAppContext(db, services);
  const accounts = await loadDemo(db, services.auth, services.clock);
  const { email, password } = accounts.find((account) => account.email === ADMIN)!;
  const { headers } = await signIn(db, services, NOBODY, new Headers(), { email, password });
  cookie = headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ');
});

afterAll(async () => {
  await threads.close();
  await database.close();
});

/** A page or an answer of the built router, rendered in place but for what `change` says. */
async function answer(
  path: string,
  init: RequestInit = {},
  change: Partial<AppContext> = {},
  searched?: string,
): Promise<Answer> {
  const { createLoadContext: contextOf } = build.entry.module as unknown as {
    createLoadContext: typeof createLoadContext;
  };
  const info = { id: 'request-1', address: '203.0.113.9', nonce: 'a-nonce' };
  const context = contextOf(
    { ...appContext, ...change },
    searched === undefined ? info : { ...info, searched },
  );
  const request = new Request(TEST_ORIGIN + path, init);
  const response = await createRequestHandler(build, 'production')(request, context);
  // Each order form has a new key, in its cookie and in the page.
  const [, key = 'no key'] = ORDER_FORM_KEY.exec(response.headers.get('Set-Cookie') ?? '') ?? [];
  const withoutKey = (text: string) => text.replaceAll(key, 'key');
  return {
    status: response.status,
    headers: [...response.headers].map(([name, value]) => [name, withoutKey(value)]),
    text: withoutKey(await response.text()),
  };
}

const ORDER_FORM_KEY = /embarka_order_\w+=([\w-]+)/;

type RenderElsewhere = NonNullable<AppContext['renderElsewhere']>;

interface Answer {
  readonly status: number;
  readonly headers: readonly (readonly [string, string])[];
  readonly text: string;
}

/** What a request is answered with where pages are rendered in place, and where threads do. */
async function answerBoth(
  path: string,
  init: RequestInit = {},
  change: Partial<AppContext> = {},
): Promise<readonly [Answer, Answer]> {
  const renderElsewhere = vi.fn<RenderElsewhere>((page) => threads.render(page));
  const answers = [
    await answer(path, init, change),
    await answer(path, init, { ...change, renderElsewhere }),
  ];
  // A redirect is no page.
  const pages = answers.filter(({ text }) => text.includes('<html'));
  expect(pages).toHaveLength(2 * renderElsewhere.mock.calls.length);
  return [answers[0]!, answers[1]!];
}

const PARAMS: Readonly<Record<string, string>> = {
  section: 'graphics',
  'section/:slug': 'graphics/book-design',
  slug: 'logo-animation',
};

/** The address of every page there is, by construction: whoever adds one is in this test. */
function addressesOfPages(): string[] {
  return Object.values(build.routes).flatMap((route) => {
    const isLeaf = !Object.values(build.routes).some((other) => other?.parentId === route?.id);
    if (!route || !isLeaf || !('default' in route.module)) return [];
    const path = (route.path ?? '').replace(/:(section\/:slug|\w+)|\*/g, (_, name) =>
      name === undefined ? 'no/such/page' : (PARAMS[name] ?? crypto.randomUUID()),
    );
    return [`/${path}`];
  });
}

test.each(['somebody of the team', 'a stranger'])(
  'every page for %s is the same from a thread',
  async (who) => {
    const headers = { Cookie: who === 'a stranger' ? '' : cookie };
    const addresses = addressesOfPages();
    expect(addresses.length).toBeGreaterThan(35);
    const answers: [string, Answer, Answer][] = [];
    for (const address of addresses) {
      // oxlint-disable-next-line no-await-in-loop -- all at once, each would begin a thread
      answers.push([address, ...(await answerBoth(address, { headers }))]);
    }
    expect(answers.map(([address, , elsewhere]) => [address, elsewhere])).toEqual(
      answers.map(([address, inPlace]) => [address, inPlace]),
    );
    const pages = answers.filter(([, { text }]) => text.includes('<html'));
    expect(pages.length).toBeGreaterThan(20);
  },
);

test.each([
  '/services?q=book',
  '/services?q=b%C3%B6%C3%B6k%20%E2%9C%93%3Cscript%3E',
  '/services/graphics?sort=price&max=500',
  '/services/graphics/book-design?page=2',
  '/services/graphics/no-such-service',
  '/no-such-page?x=1',
  '/team/reports?from=2026-01-01&to=2026-06-12',
  '/team/reports?from=yesterday',
])('%s is the same from a thread', async (address) => {
  const [inPlace, elsewhere] = await answerBoth(address, { headers: { Cookie: cookie } });
  expect(elsewhere).toEqual(inPlace);
  expect(inPlace.text).toContain('<html');
});

test.each([
  ['/login', { email: 'nobody@embarka.example', password: '<wrong>' }, 401],
  ['/create-account', { email: 'no address' }, 400],
  ['/services/graphics/book-design', { name: '', text: '' }, 400],
  ['/team/settings', { SUPPORT_EMAIL: 'no address' }, 400],
])('what %s says to a form that cannot be taken is the same', async (address, fields, status) => {
  const [inPlace, elsewhere] = await answerBoth(address, {
    method: 'POST',
    headers: { Origin: TEST_ORIGIN, Cookie: address.startsWith('/team') ? cookie : '' },
    body: new URLSearchParams(fields),
  });
  expect(elsewhere).toEqual(inPlace);
  expect(inPlace).toMatchObject({ status, text: expect.stringContaining('<html') });
});

test('a fault of ours is told on the same page', async () => {
  const [inPlace, elsewhere] = await answerBoth(
    '/moderation-log',
    {},
    { db: {} as AppContext['db'] },
  );
  expect(elsewhere).toEqual(inPlace);
  expect(inPlace).toMatchObject({
    status: 500,
    text: expect.stringContaining('The problem is on our side'),
  });
});

test.each([
  'book',
  'nothing like it',
  `a "b" 'c' <d> & e &amp; </script>`,
  'ünï ✓ 👩‍💻 \u2028 \u0000 \u0007',
  '  $& $1 \\n \n \t  ',
  '😀'.repeat(50) + 'x',
  'a'.repeat(99) + '😀',
])('a page of results with %j put in is what it would be rendered as', async (text) => {
  const query = new URLSearchParams({ q: text });
  const rendered = await answer(`/services?${query}`);
  const shared = await answer(`/services?q=${MARK}`, {}, {}, readSearchText(text));
  expect(shared.text.split(MARK).length).toBeGreaterThan(2);
  expect(fillIn(shared.text, readSearchText(text))).toBe(rendered.text);
});
