import type { RouteConfigEntry } from '@react-router/dev/routes';
import { beforeAll, expect, test } from 'vitest';
import { isLong } from '../../tests/support/long-form.ts';
import { contextOf, createTestAppContext } from '../../tests/support/app-context.ts';
import { signInClient } from '../../tests/support/client.ts';
import { useDatabaseOnce } from '../../tests/support/database.ts';
import { addressOf, ENDPOINT_LIST } from '../../tests/support/endpoints.ts';
import { everyRow } from '../../tests/support/every-row.ts';
import { handle } from '../../tests/support/request.ts';
import { cookieOf, employ, teamServices, TEST_ORIGIN } from '../../tests/support/team.ts';
import { openVisitor, type TestVisitor } from '../../tests/support/visitor.ts';
import type { AppContext } from '../app-context.ts';
import routes from '../routes.ts';

// The test covers every loader and action of routes.ts automatically, including new ones.

/** No request takes so long, unless the code sorts, matches or hashes needlessly. */
const PROCESSOR_MS = 250;
/** Two hundred loaders and actions are asked thirty times each. */
const TAKES_LONG = { timeout: 600_000 };
const URL_ENCODED = 'application/x-www-form-urlencoded';
const TOKEN = 'A'.repeat(43);
const UUID = '00000000-0000-4000-8000-000000000000';
/** The names come from all forms, so that every schema finds the text in one of its own fields. */
const FIELDS =
  'firstName lastName email password confirmation current role phrase name text rating captcha reason note reply seen id capacity shortcut for url events digest table from to deliveryId BRAND_NAME SUPPORT_EMAIL CHAT_HOURS chatHours.mode acceptsChats comment'.split(
    ' ',
  );
const WRITTEN = ['firstName', 'lastName', 'email', 'name', 'text', 'note', 'reply', 'shortcut'];
const QUERY =
  'q page sort stars area min max rating show section period from to next notice visitor conversation view search at text visitorId createdAt messageId after before saved reset cursor limit'.split(
    ' ',
  );

/** These inputs of 64 KB are known to trigger excessive processing time. */
const WORST_TEXTS: Readonly<Record<string, string>> = {
  'marks that must be sorted': `a${'\u0301'.repeat(15_500)}${'\u0323'.repeat(15_500)}`,
  'spaces before a letter': `x${' '.repeat(62_000)}x`,
  'an address without an end': 'a@'.repeat(31_000),
  'dots and hyphens': `a@${'a-.'.repeat(20_000)}`,
  slashes: `${'/'.repeat(62_000)}x`,
  'a link without an end': `http://${'.'.repeat(62_000)}`,
  digits: '9'.repeat(62_000),
  brackets: '['.repeat(62_000),
  'semicolons and spaces': '; '.repeat(31_000),
};

type Handler = (args: unknown) => unknown;
interface Endpoint {
  /** A page's loader or action, or an endpoint. */
  readonly name: string;
  readonly path: string;
  readonly kind: 'loader' | 'action';
  readonly ask: (request: Request) => Promise<unknown>;
}
const nameOf = ({ name }: Endpoint) => name;

const modules = import.meta.glob<Record<string, unknown>>(
  ['../**/pages/**/*.{ts,tsx}', '!../**/*.test.{ts,tsx}'],
  {
    eager: true,
  },
);
const moduleOf = (file: string) => modules[`../${file}`] ?? {};

const PAGES: readonly Endpoint[] = flatten(routes).flatMap(({ file, path }) =>
  (['loader', 'action'] as const)
    .filter((kind) => kind in moduleOf(file))
    .map((kind) => ({
      name: `the ${kind} of ${file}`,
      path,
      kind,
      ask: async (request: Request) => {
        const handler = moduleOf(file)[kind] as Handler;
        const slug = file.includes('video') ? 'video-editing' : 'book-design';
        const params = { id: UUID, section: 'graphics', slug, '*': 'x' };
        return handler({ context: contextOf(appContext), request, params });
      },
    })),
);

/** The address names the visitor's conversation, so that the requests pass the guards. */
const JSON_ENDPOINTS: readonly Endpoint[] = ENDPOINT_LIST.map((endpoint) => ({
  name: endpoint.name,
  get path() {
    const id = endpoint.path.includes('conversations/') ? visitor.id : UUID;
    const values = { id, section: 'graphics', slug: 'book-design', offer: UUID, draft: UUID };
    return addressOf(endpoint, values).slice(1);
  },
  kind: endpoint.method === 'POST' ? 'action' : 'loader',
  ask: (request: Request) => handle(appContext, request),
}));

const DOORS = [...PAGES, ...JSON_ENDPOINTS];

/** The public API reports errors in its own format, and webhooks accept signed bytes, not forms. */
const ACTIONS = DOORS.filter(
  ({ kind, name }) => kind === 'action' && !/ \/(?:api|webhooks)\//.test(name),
);

const store = useDatabaseOnce();
let appContext: AppContext;
let visitor: TestVisitor;
let cookie: string;

beforeAll(async () => {
  const services = teamServices(store.db);
  // Rate limits are turned off, because they are not the subject of this test.
  const limits = { take: () => Promise.resolve({ remaining: 1, fullAfterSeconds: 1 }) };
  appContext = { ...createTestAppContext(store.db, services), limits };
  await employ(store.db, services, 'henrik');
  visitor = await openVisitor(store.db, 'elena@northfold.example');
  const { cookie: client } = await signInClient(appContext, 'elena@northfold.example');
  cookie = `${await cookieOf(store.db, services, 'henrik')}; ${visitor.cookie}; ${client}`;
});

test('there are forms and resources to ask', () => {
  expect(ACTIONS.length).toBeGreaterThan(30);
});

const BROKEN: readonly (readonly [string, string | undefined, BodyInit])[] = [
  ['JSON in place of a form, a form in place of JSON', undefined, ''],
  ['plain text', 'text/plain', 'email=elena'],
  ['plain text that is JSON of the wrong kind', 'text/plain;charset=UTF-8', '"text"'],
  ['JSON that ends too early', 'application/json', '{"text":"'],
  ['a multipart without a boundary', 'multipart/form-data', '--x\r\n\r\n'],
  [
    'a multipart that ends too early',
    'multipart/form-data; boundary=x',
    '--x\r\nContent-Disposition: form-data; name="email"\r\n\r\nele',
  ],
  ['a multipart of another boundary', 'multipart/form-data; boundary=x', '--y\r\n\r\n--y--\r\n'],
  ['an empty multipart', 'multipart/form-data; boundary=x', ''],
  ['a form in another charset', `${URL_ENCODED}; charset=utf-16`, 'e\0m\0a\0i\0l\0'],
  ['bytes of no type', '', new Uint8Array([0xff, 0xfe, 0, 0x80])],
  ['XML', 'application/xml', '<email>elena</email>'],
];

test('an action answers 400 or 415 and a sentence to a body that is no form', async () => {
  const rows = ACTIONS.flatMap((endpoint) =>
    BROKEN.map(([what, type, body]) => ({ door: endpoint, what, type, body })),
  );
  await everyRow(
    rows,
    ({ door: endpoint, what }) => `${endpoint.name} with ${what}`,
    async ({ door: endpoint, type, body }) => {
      const isJson = await takesJson(endpoint);
      const request =
        type === undefined
          ? requestFor(
              endpoint,
              isJson ? URL_ENCODED : 'application/json',
              isJson ? 'a=b' : '{"a":"b"}',
            )
          : requestFor(endpoint, type, body);
      const { status, sentence } = await ask(endpoint, request);
      expect([400, 415]).toContain(status);
      expect(sentence).toMatch(/^[A-Z'][^\n]{10,200}\.?$/);
    },
  );
});

test('every loader and action takes 64 KB of the worst text in any field', TAKES_LONG, async () => {
  await everyRow(DOORS, nameOf, async (endpoint) =>
    answerAll(endpoint, await worstRequests(endpoint)),
  );
});

test('every loader and action takes fields, parts and depths without end', TAKES_LONG, async () => {
  await everyRow(DOORS, nameOf, (endpoint) => answerAll(endpoint, endlessRequests(endpoint)));
});

/** Dates that PostgreSQL or JavaScript cannot hold, and texts that are no date, number or id. */
const ODD_VALUES = [
  ['+270000-01-01T00:00:00.000Z', UUID],
  ['-270000-01-01T00:00:00.000Z', UUID],
  ['-004714-01-01T00:00:00.000Z', UUID],
  ['0000-01-01T00:00:00.000Z', UUID],
  ['9999-12-31T23:59:59-23:59', UUID],
  ['2026-02-31T00:00:00Z', 'x'],
  ['\0', '\0'],
  ['99999999999999999999', '99999999999999999999'],
  ['-1', '-1'],
  ['1e9', 'NaN'],
] as const;

test('a loader answers odd values anywhere in its query with a page or a sentence', async () => {
  const rows = DOORS.filter(({ kind }) => kind === 'loader').flatMap((endpoint) =>
    ODD_VALUES.map(([value, id]) => ({ door: endpoint, value, id })),
  );
  await everyRow(
    rows,
    ({ door: endpoint, value }) => `${endpoint.name} with ${JSON.stringify(value)}`,
    async ({ door: endpoint, value, id }) => {
      const query = new URLSearchParams(QUERY.map((name) => [name, value]));
      for (const name of ['visitorId', 'messageId']) query.set(name, id);
      for (const name of ['view', 'search', 'text']) query.delete(name);
      const { status } = await ask(endpoint, loaderRequest(endpoint, `?${query}`));
      expect(status).toBeLessThan(500);
    },
  );
});

/**
 * The fields that a request fills with a hostile text. In the long form each has a request of its own, which is
 * measured; otherwise four share the request and its 64 KB, and only the answer counts.
 */
function* fieldGroups(names: readonly string[]): Generator<readonly string[]> {
  const size = isLong ? 1 : 4;
  for (let at = 0; at < names.length; at += size) yield names.slice(at, at + size);
}

/** Some requests have combining marks in every free-text field, others have another text in few fields at a time. */
async function worstRequests(endpoint: Endpoint): Promise<Request[]> {
  const [marks = '', ...others] = Object.values(WORST_TEXTS);
  const other = (index: number) => others[index % others.length] ?? '';
  if (endpoint.kind === 'loader') {
    // The request line and the headers are limited to 16 KB together.
    const queryOf = (names: readonly string[], text: string) => {
      const value = encodeURIComponent(text.slice(0, 2_000)).slice(0, 12_000 / names.length);
      return names.map((name) => `${name}=${value}`).join('&');
    };
    return [
      ...[...fieldGroups(QUERY)].map((names, index) =>
        loaderRequest(endpoint, `?${queryOf(names, other(index))}`),
      ),
      loaderRequest(endpoint, '', { Cookie: `embarka_visitor=${other(0).slice(0, 12_000)}` }),
      loaderRequest(endpoint, '', { Cookie: '; '.repeat(6_000) }),
    ];
  }
  if (await takesJson(endpoint)) {
    const fill = { id: UUID, clientId: UUID, email: 'a@b.example', text: 'x' };
    return Object.entries({ ...fill, note: '', comment: '', agentId: '', topic: '' }).flatMap(
      ([name], index) =>
        [marks, other(index)].map((text) =>
          requestFor(endpoint, 'application/json', JSON.stringify({ ...fill, [name]: text })),
        ),
    );
  }
  return [
    ...[...fieldGroups(WRITTEN)].map((names) => formWith(endpoint, names, marks)),
    ...[...fieldGroups(FIELDS)].map((names, index) => formWith(endpoint, names, other(index))),
  ];
}

function endlessRequests(endpoint: Endpoint): Request[] {
  if (endpoint.kind === 'loader') return [loaderRequest(endpoint, `?${'a=&'.repeat(5_000)}`)];
  const part = '--x\r\nContent-Disposition: form-data; name="a"\r\n\r\n\r\n';
  const parts = Math.floor(60_000 / part.length);
  const bodies = [
    [URL_ENCODED, '&a='.repeat(21_000)],
    [URL_ENCODED, '&'.repeat(62_000)],
    [URL_ENCODED, '%'.repeat(62_000)],
    ['multipart/form-data; boundary=x', `${part.repeat(parts)}--x--\r\n`],
    ['multipart/form-data; boundary=x', `--x\r\n${'a: b\r\n'.repeat(10_000)}\r\n\r\n--x--\r\n`],
    ['multipart/form-data; boundary=x', '--x'.repeat(20_000)],
    ['multipart/form-data; boundary=x', '--x\r\n'.repeat(12_000)],
    ['application/json', `{"text":${'['.repeat(31_000)}${']'.repeat(31_000)}}`],
    ['application/json', `{${'"a":{'.repeat(12_000)}${'}'.repeat(12_000)}`],
    ['application/json', `[${'{},'.repeat(20_000)}{}]`],
  ] as const;
  return bodies.map(([type, body]) => requestFor(endpoint, type, body));
}

/** The form is multipart, because URL encoding would make characters of other alphabets several times as long. */
function formWith(endpoint: Endpoint, names: readonly string[], text: string): Request {
  const form = new FormData();
  const share = text.slice(0, Math.floor(text.length / names.length));
  for (const field of FIELDS) form.append(field, names.includes(field) ? share : 'x');
  return requestFor(endpoint, undefined, form);
}

/** The long form also limits the processor time, which every other test in progress disturbs. */
async function answerAll(endpoint: Endpoint, requests: readonly Request[]): Promise<void> {
  for (const request of requests) {
    let cost = Infinity;
    // The measurement includes other work of the process, so a slow result is repeated: an expensive request is
    // slow every time.
    for (let time = 0; time < 3 && cost >= PROCESSOR_MS; time += 1) {
      const before = process.cpuUsage();
      const { status } = await ask(endpoint, request.clone());
      expect(status).toBeLessThan(500);
      const { user, system } = process.cpuUsage(before);
      cost = isLong ? (user + system) / 1000 : 0;
    }
    expect(cost).toBeLessThan(PROCESSOR_MS);
  }
}

/** A JSON endpoint is recognized by its error message for invalid JSON. */
async function takesJson(endpoint: Endpoint): Promise<boolean> {
  const { sentence } = await ask(endpoint, requestFor(endpoint, 'application/json', '{'));
  return sentence === "The request isn't valid JSON.";
}

function loaderRequest({ path }: Endpoint, search: string, headers: Record<string, string> = {}) {
  return new Request(`${TEST_ORIGIN}/${path}${search}`, {
    headers: { Origin: TEST_ORIGIN, Cookie: cookie, ...headers },
  });
}

function requestFor({ path }: Endpoint, type: string | undefined, body: BodyInit): Request {
  const headers = new Headers({ Origin: TEST_ORIGIN, Cookie: cookie });
  if (type !== undefined) headers.set('Content-Type', type);
  const request = new Request(`${TEST_ORIGIN}/${path}?token=${TOKEN}`, {
    method: 'POST',
    headers,
    body,
  });
  if (type === '') request.headers.delete('Content-Type');
  return request;
}

/** The response may be JSON, a form answer or text. */
async function ask(endpoint: Endpoint, request: Request) {
  const outcome: unknown = await endpoint.ask(request).catch((thrown: unknown) => {
    if (thrown instanceof Error) throw thrown;
    return thrown;
  });
  if (outcome instanceof Response) {
    const said = await outcome.text();
    const { error } = parse(said) as { error?: { message?: string } };
    return { status: outcome.status, sentence: error?.message ?? said };
  }
  const answer = outcome as { data?: Record<string, unknown>; init?: { status?: number } } | null;
  const said = answer?.data ?? {};
  const sentence = said.message ?? said.problem;
  return {
    status: answer?.init?.status ?? 200,
    sentence: typeof sentence === 'string' ? sentence : '',
  };
}

function parse(text: string): object {
  try {
    const parsed: unknown = JSON.parse(text);
    return typeof parsed === 'object' && parsed !== null ? parsed : {};
  } catch {
    return {};
  }
}

function flatten(entries: unknown): { file: string; path: string }[] {
  return (entries as RouteConfigEntry[]).flatMap(({ file, path = '', children = [] }) => [
    { file, path },
    ...flatten(children),
  ]);
}
