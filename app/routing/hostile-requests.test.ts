import type { RouteConfigEntry } from '@react-router/dev/routes';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isLong } from '../../tests/support/long-form.ts';
import { contextOf, testHost } from '../../tests/support/host.ts';
import { everyRow } from '../../tests/support/every-row.ts';
import { cookieOf, employ, teamServices, TEST_ORIGIN } from '../../tests/support/team.ts';
import { openVisitor, type TestVisitor } from '../../tests/support/visitor.ts';
import type { Host } from '../host.ts';
import type { OpenDatabase } from '../platform/db/database.server.ts';
import { openInMemory } from '../platform/db/embedded.server.ts';
import { migrateDatabase } from '../platform/db/migrate.server.ts';
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
interface Door {
  readonly file: string;
  readonly path: string;
  readonly kind: 'loader' | 'action';
}
const nameOf = ({ file, kind }: Door) => `the ${kind} of ${file}`;

const modules = import.meta.glob<Record<string, unknown>>(
  ['../**/{pages,http}/**/*.{ts,tsx}', '!../**/*.test.{ts,tsx}'],
  {
    eager: true,
  },
);
const moduleOf = (file: string) => modules[`../${file}`] ?? {};

const DOORS: readonly Door[] = flatten(routes).flatMap(({ file, path }) =>
  (['loader', 'action'] as const)
    .filter((kind) => kind in moduleOf(file))
    .map((kind) => ({ file, path, kind })),
);
/** The public API accepts no forms and answers 405 in its own format. */
/** Webhooks accept signed bytes, not forms. */
const isWebhook = (file: string) => /\/http\/webhook-\w+\.ts$/.test(file);
const ACTIONS = DOORS.filter(
  ({ file, kind }) => kind === 'action' && !isApi(file) && !isWebhook(file),
);

let database: OpenDatabase;
let host: Host;
let visitor: TestVisitor;
let cookie: string;

beforeAll(async () => {
  database = await openInMemory();
  await migrateDatabase(database.pool);
  const services = teamServices(database.db);
  // Rate limits are turned off, because they are not the subject of this test.
  const limits = { take: () => Promise.resolve({ remaining: 1, fullAfterSeconds: 1 }) };
  host = { ...testHost(database.db, services), limits };
  await employ(database.db, services, 'henrik');
  visitor = await openVisitor(database.db, 'elena@northfold.example');
  cookie = `${await cookieOf(database.db, services, 'henrik')}; ${visitor.cookie}`;
});
afterAll(() => database.close());

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
  const rows = ACTIONS.flatMap((door) =>
    BROKEN.map(([what, type, body]) => ({ door, what, type, body })),
  );
  await everyRow(
    rows,
    ({ door, what }) => `${door.file} with ${what}`,
    async ({ door, type, body }) => {
      const isJson = await takesJson(door);
      const request =
        type === undefined
          ? requestFor(
              door,
              isJson ? URL_ENCODED : 'application/json',
              isJson ? 'a=b' : '{"a":"b"}',
            )
          : requestFor(door, type, body);
      const { status, sentence } = await ask(door, request);
      expect([400, 415]).toContain(status);
      expect(sentence).toMatch(/^[A-Z'][^\n]{10,200}\.?$/);
    },
  );
});

test('every loader and action takes 64 KB of the worst text in any field', TAKES_LONG, async () => {
  await everyRow(DOORS, nameOf, async (door) => answerAll(door, await worstRequests(door)));
});

test('every loader and action takes fields, parts and depths without end', TAKES_LONG, async () => {
  await everyRow(DOORS, nameOf, (door) => answerAll(door, endlessRequests(door)));
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
  const rows = DOORS.filter(({ kind }) => kind === 'loader').flatMap((door) =>
    ODD_VALUES.map(([value, id]) => ({ door, value, id })),
  );
  await everyRow(
    rows,
    ({ door, value }) => `${door.file} with ${JSON.stringify(value)}`,
    async ({ door, value, id }) => {
      const query = new URLSearchParams(QUERY.map((name) => [name, value]));
      for (const name of ['visitorId', 'messageId']) query.set(name, id);
      for (const name of ['view', 'search', 'text']) query.delete(name);
      const { status } = await ask(door, loaderRequest(door, `?${query}`));
      expect(status).toBeLessThan(500);
    },
  );
});

/** Some requests have combining marks in every free-text field, others have another text in one field at a time. */
async function worstRequests(door: Door): Promise<Request[]> {
  const [marks = '', ...others] = Object.values(WORST_TEXTS);
  const other = (index: number) => others[index % others.length] ?? '';
  if (door.kind === 'loader') {
    // The request line and the headers are limited to 16 KB together.
    const inQuery = (text: string) => encodeURIComponent(text.slice(0, 2_000)).slice(0, 12_000);
    return [
      ...QUERY.map((name, index) => loaderRequest(door, `?${name}=${inQuery(other(index))}`)),
      loaderRequest(door, '', { Cookie: `embarka_visitor=${other(0).slice(0, 12_000)}` }),
      loaderRequest(door, '', { Cookie: '; '.repeat(6_000) }),
    ];
  }
  if (await takesJson(door)) {
    const fill = { id: UUID, clientId: UUID, email: 'a@b.example', text: 'x' };
    return Object.entries({ ...fill, note: '', comment: '', agentId: '', topic: '' }).flatMap(
      ([name], index) =>
        [marks, other(index)].map((text) =>
          requestFor(door, 'application/json', JSON.stringify({ ...fill, [name]: text })),
        ),
    );
  }
  return [
    ...WRITTEN.map((name) => formWith(door, name, marks)),
    ...FIELDS.map((name, index) => formWith(door, name, other(index))),
  ];
}

function endlessRequests(door: Door): Request[] {
  if (door.kind === 'loader') return [loaderRequest(door, `?${'a=&'.repeat(5_000)}`)];
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
  return bodies.map(([type, body]) => requestFor(door, type, body));
}

/** The form is multipart, because URL encoding would make characters of other alphabets several times as long. */
function formWith(door: Door, name: string, text: string): Request {
  const form = new FormData();
  for (const field of FIELDS) form.append(field, field === name ? text : 'x');
  return requestFor(door, undefined, form);
}

/** The long form also limits the processor time, which every other test in progress disturbs. */
async function answerAll(door: Door, requests: readonly Request[]): Promise<void> {
  for (const request of requests) {
    let cost = Infinity;
    // The measurement includes other work of the process, so a slow result is repeated: an expensive request is
    // slow every time.
    for (let time = 0; time < 3 && cost >= PROCESSOR_MS; time += 1) {
      const before = process.cpuUsage();
      const { status } = await ask(door, request.clone());
      expect(status).toBeLessThan(500);
      const { user, system } = process.cpuUsage(before);
      cost = isLong ? (user + system) / 1000 : 0;
    }
    expect(cost).toBeLessThan(PROCESSOR_MS);
  }
}

/** A JSON endpoint is recognized by its error message for invalid JSON. */
async function takesJson(door: Door): Promise<boolean> {
  const { sentence } = await ask(door, requestFor(door, 'application/json', '{'));
  return sentence === 'The request is not valid JSON.';
}

function loaderRequest({ path }: Door, search: string, headers: Record<string, string> = {}) {
  return new Request(`${TEST_ORIGIN}/${path}${search}`, {
    headers: { Origin: TEST_ORIGIN, Cookie: cookie, ...headers },
  });
}

function requestFor({ path }: Door, type: string | undefined, body: BodyInit): Request {
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
async function ask({ file, kind, path }: Door, request: Request) {
  const handler = moduleOf(file)[kind] as Handler;
  const isConversation = path.includes('conversations/');
  const params = {
    id: isConversation ? visitor.id : UUID,
    section: 'graphics',
    slug: file.includes('video') ? 'video-editing' : 'book-design',
    '*': 'x',
  };
  const outcome: unknown = await Promise.resolve()
    .then(() => handler({ context: contextOf(host), request, params }))
    .catch((thrown: unknown) => {
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

function isApi(file: string): boolean {
  return file === 'api/http/api.ts';
}

function flatten(entries: unknown): { file: string; path: string }[] {
  return (entries as RouteConfigEntry[]).flatMap(({ file, path = '', children = [] }) => [
    { file, path },
    ...flatten(children),
  ]);
}
