import { request as httpRequest } from 'node:http';
import type { RouteConfigEntry } from '@react-router/dev/routes';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { guardOf } from '../../app/http/router.server.ts';
import routes from '../../app/routes.ts';
import { visitorMessages } from '../../app/chat/server/tables.server.ts';
import { authSessions, profiles } from '../../app/accounts/server/tables.server.ts';
import { VISITORS } from '../support/cast.ts';
import { useDatabaseOnce } from '../support/database.ts';
import { ENDPOINT_LIST } from '../support/endpoints.ts';
import { everyRow } from '../support/every-row.ts';
import { isLong } from '../support/long-form.ts';
import { openLiveServer, type LiveServer } from '../support/live-server.ts';
import { cookieOf, employ, teamServices } from '../support/team.ts';
import { openVisitor } from '../support/visitor.ts';

const store = useDatabaseOnce();
let server: LiveServer;
let cookie = '';
let conversationId = '';

/** What a page of somebody else’s makes a browser send, and what old or odd programs do. */
const FOREIGN: Readonly<Record<string, Record<string, string>>> = {
  'another origin': { Origin: 'https://evil.example' },
  'no origin': {},
  'the origin of a sandboxed frame': { Origin: 'null' },
  'no origin, with a Referer of ours': { Referer: 'OWN/login' },
  'our host with another scheme': { Origin: 'ftp://127.0.0.1' },
  'our origin and more': { Origin: 'OWN.evil.example' },
  'our origin, but fetched from another site': { Origin: 'OWN', 'Sec-Fetch-Site': 'cross-site' },
  'our origin, but fetched from a neighbour': { Origin: 'OWN', 'Sec-Fetch-Site': 'same-site' },
};

const OTHER_METHODS = ['PUT', 'PATCH', 'DELETE'];

/** Tricks by which some servers take one method for another. */
const OVERRIDES = {
  'X-HTTP-Method-Override': 'GET',
  'X-HTTP-Method': 'GET',
  'X-Method-Override': 'GET',
};

const modules = import.meta.glob<Record<string, unknown>>([
  '../../app/**/pages/**/*.{ts,tsx}',
  '!../../app/**/*.test.{ts,tsx}',
]);

/** The address of every page and endpoint that writes, by construction: whoever adds one is in this test. */
const WRITES = (
  await Promise.all(
    leaves(routes).map(async ({ path, file }) => {
      const module = await modules[`../../app/${file}`]?.();
      return module && 'action' in module ? [path] : [];
    }),
  )
)
  .flat()
  .concat(
    ENDPOINT_LIST.flatMap(({ method, path, handlers }) =>
      method === 'POST' && guardOf(handlers[0] ?? {})?.needsOrigin ? [path] : [],
    ),
  );

test('only the API, the webhooks and what stops emails, which know no cookies, may be written to without an Origin', () => {
  const others = ENDPOINT_LIST.filter(
    ({ handlers, method }) => method !== 'GET' && guardOf(handlers[0] ?? {})?.needsOrigin === false,
  );
  const isOneClick = ({ path }: { readonly path: string }) => path.endsWith('/unsubscribe');
  const places = new Set(
    others.filter((one) => !isOneClick(one)).map(({ path }) => path.split('/')[1]),
  );
  expect([...places]).toEqual(['api', 'webhooks']);
  expect(others.filter(isOneClick).map(({ path }) => path)).toEqual([
    '/notifications/unsubscribe',
    '/chat/unsubscribe',
  ]);
});

beforeAll(async () => {
  const services = teamServices(store.db);
  server = await openLiveServer(store.db, services);
  await employ(store.db, services, 'henrik');
  const elena = await openVisitor(store.db, VISITORS.elena);
  conversationId = elena.id;
  cookie = `${await cookieOf(store.db, services, 'henrik')}; ${elena.cookie}`;
});
afterAll(() => server.close());

test('the routes that write are all there', () => {
  expect(WRITES.length).toBeGreaterThan(35);
  expect(WRITES).toContain('/login');
  expect(WRITES).toContain('/team/settings');
  expect(WRITES).toContain('/agentchat/many');
});

test('a foreign page writes to no route, whatever the method and form of its address', async () => {
  const rows = Object.entries(FOREIGN).flatMap(([from, headers], turn) =>
    WRITES.map((path, place) => ({ from, headers, path, turn: turn + place })),
  );
  await everyRow(
    rows,
    ({ from, path }) => `${path} with ${from}`,
    async ({ headers, path, turn }) => {
      const before = await store.db.select().from(authSessions);
      const forms = [fill(path), `${fill(path)}.data`, `${fill(path)}?_method=GET&index`];
      for (const [index, address] of forms.entries()) {
        // One other method at one form of the address, by turns; in the long form all of them at each.
        const others = isLong ? OTHER_METHODS : OTHER_METHODS.slice(turn % 3, (turn % 3) + 1);
        for (const method of ['POST', ...(index === 0 || isLong ? others : [])]) {
          // oxlint-disable-next-line no-await-in-loop -- one answer at a time says which door it was
          expect([method, address, await send(method, address, headers)]).toEqual([
            method,
            address,
            403,
          ]);
        }
        if (index > 0 && !isLong) continue;
        // oxlint-disable-next-line no-await-in-loop -- the same
        expect(await send('POST', address, { ...headers, ...OVERRIDES })).toBe(403);
      }
      expect(await store.db.select().from(authSessions)).toEqual(before);
    },
  );
});

test('no route is written to by reading it', async () => {
  await everyRow(WRITES, String, readsOnly);
});

async function readsOnly(path: string): Promise<void> {
  const rows = () =>
    Promise.all([
      store.db.select({ id: profiles.id, status: profiles.status }).from(profiles),
      store.db.select({ id: authSessions.id }).from(authSessions),
      store.db.$count(visitorMessages),
    ]);
  const before = await rows();
  for (const override of ['POST', 'DELETE']) {
    const headers = Object.fromEntries(Object.keys(OVERRIDES).map((name) => [name, override]));
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    await send('GET', `${fill(path)}?_method=${override}`, {
      Origin: 'https://evil.example',
      ...headers,
    });
  }
  expect(await rows()).toEqual(before);
}

test('our own pages get past this door', async () => {
  const answers = await Promise.all(
    WRITES.filter((path) => path !== '/sign-out').map((path) =>
      server.ask(fill(path), {
        method: 'POST',
        cookie,
        headers: { 'Sec-Fetch-Site': 'same-origin' },
        body: new URLSearchParams({ intent: 'nothing known' }),
      }),
    ),
  );
  for (const answer of answers) {
    // oxlint-disable-next-line no-await-in-loop -- few, and already there
    expect(await answer.text()).not.toContain('came from another site');
  }
});

function leaves(
  entries: readonly RouteConfigEntry[],
): { readonly path: string; readonly file: string }[] {
  return entries.flatMap(({ path = '', file, children }) =>
    children ? leaves(children) : [{ path: `/${path}`, file }],
  );
}

function fill(path: string): string {
  return path
    .replace('/chat/conversations/:id', `/chat/conversations/${conversationId}`)
    .replace(':id', '00000000-0000-4000-8000-000000000000')
    .replace(':section', 'graphics')
    .replace(':slug', 'book-design');
}

/** The status of the answer; `fetch` would put headers of its own in. */
function send(method: string, path: string, headers: Record<string, string>): Promise<number> {
  const own = Object.entries(headers).map(([name, value]) => [
    name,
    value.replace('OWN', server.origin),
  ]);
  const body = method === 'GET' ? '' : 'intent=password&text=Hello';
  return new Promise((answered, failed) => {
    const sent = httpRequest(
      {
        port: server.port,
        path,
        method,
        headers: {
          Cookie: cookie,
          'Content-Type': 'application/x-www-form-urlencoded',
          'Content-Length': Buffer.byteLength(body),
          ...Object.fromEntries(own),
        },
      },
      (response) => {
        response.resume();
        answered(response.statusCode ?? 0);
      },
    );
    sent.on('error', failed);
    sent.end(body);
  });
}
