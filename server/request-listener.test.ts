import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { useEmbeddedDatabase } from '../tests/support/database.ts';
import { openLiveServer, type LiveServer } from '../tests/support/live-server.ts';
import { employ, teamServices } from '../tests/support/team.ts';

const store = useEmbeddedDatabase();
let server: LiveServer;

beforeEach(async () => {
  const services = teamServices(store.db);
  await employ(store.db, services, 'maya');
  server = await openLiveServer(store.db, services);
});
afterEach(() => server.close());

const SECTIONS = '/api/v1/sections';
const headersOf = (answer: Response) =>
  Object.fromEntries([...answer.headers].filter(([name]) => !VARYING.has(name)));
/** Compression by a proxy makes an ETag weak. */
const tagOf = ({ headers }: Response) => headers.get('ETag')?.replace(/^W\//, '') ?? '';
const VARYING = new Set([
  'date',
  'x-request-id',
  'ratelimit',
  'etag',
  'transfer-encoding',
  'vary',
  'content-length',
  'connection',
  'keep-alive',
]);

describe('an answer of the API that is known', () => {
  test('is the same as the first, with its limit counted on', async () => {
    const first = await server.ask(SECTIONS);
    const again = await server.ask(SECTIONS);
    expect(again.status).toBe(200);
    expect(await again.text()).toBe(await first.text());
    expect(headersOf(again)).toEqual(headersOf(first));
    expect(tagOf(again)).toBe(tagOf(first));
    expect(again.headers.get('Vary')).toContain('Accept, Authorization');
    expect(again.headers.get('X-Request-Id')).toMatch(/^[0-9a-f-]{36}$/);
    const left = (answer: Response) =>
      Number(/r=(\d+)/.exec(answer.headers.get('RateLimit') ?? '')?.[1]);
    expect(left(again)).toBe(left(first) - 1);
  });

  test('is not sent again to who has it', async () => {
    const etag = tagOf(await server.ask(SECTIONS));
    const again = await server.ask(SECTIONS, { headers: { 'If-None-Match': `W/${etag}` } });
    expect([again.status, await again.text()]).toEqual([304, '']);
    expect(tagOf(again)).toBe(etag);
  });

  test('is refused as every other beyond the limit, and to a key that does not count', async () => {
    const statuses = new Set<number>();
    for (let time = 0; time < 61; time += 1) statuses.add((await server.ask(SECTIONS)).status);
    expect(statuses).toEqual(new Set([200, 429]));
    const Authorization = 'Bearer emb_made-up';
    const refused = await server.ask(SECTIONS, { headers: { Authorization } });
    expect(refused.headers.get('Content-Type')).toBe('application/problem+json');
  });

  test('is for programs that take JSON', async () => {
    await server.ask(SECTIONS);
    const answer = await server.ask(SECTIONS, { headers: { Accept: 'text/html' } });
    expect(answer.status).toBe(406);
  });
});

test('how the desk stands has a tag, and may be stored for ten seconds', async () => {
  const first = await server.ask('/chat/availability?n=1');
  expect(await first.json()).toMatchObject({ state: 'away' });
  expect(first.headers.get('Cache-Control')).toBe('max-age=10');
  const etag = first.headers.get('ETag') ?? '';
  const headers = { 'If-None-Match': etag };
  expect((await server.ask('/chat/availability', { headers })).status).toBe(304);
});

test('whoever asks for a captcha gets one of their own, whatever else they ask', async () => {
  const answers = await Promise.all(['/captcha', '/captcha?n=1'].map((path) => server.ask(path)));
  const [one, other] = await Promise.all(answers.map((answer) => answer.json()));
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  expect(answers[0]?.headers.get('Cache-Control')).toBe('no-store');
  expect(answers[0]?.headers.get('X-Content-Type-Options')).toBe('nosniff');
  expect(one).toMatchObject({ parameters: { keyPrefix: '00' } });
  expect(one).not.toEqual(other);
  const held = { headers: { 'If-None-Match': '"anything"' } };
  expect((await server.ask('/captcha', held)).status).toBe(200);
});
