import { request } from 'node:http';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { eq } from 'drizzle-orm';
import {
  conversations,
  visitorBrowsers,
  visitorMessages,
} from '../app/chat/server/tables.server.ts';
import { VISITORS } from '../tests/support/cast.ts';
import { useDatabase } from '../tests/support/database.ts';
import { openLiveServer, type LiveServer } from '../tests/support/live-server.ts';
import { employ, teamServices } from '../tests/support/team.ts';
import { openVisitor, type TestVisitor } from '../tests/support/visitor.ts';

const store = useDatabase();
let server: LiveServer;
let elena: TestVisitor;

beforeEach(async () => {
  const services = teamServices(store.db);
  await employ(store.db, services, 'maya');
  server = await openLiveServer(store.db, services);
  elena = await openVisitor(store.db, VISITORS.elena);
});
afterEach(() => server.close());

const messageBody = (text: string) => JSON.stringify({ clientId: crypto.randomUUID(), text });

const post = (body: string, headers: Record<string, string> = {}, cookie = elena.cookie) =>
  server.ask(`/chat/conversations/${elena.id}/messages`, {
    method: 'POST',
    cookie,
    body,
    headers: { 'Content-Type': 'application/json', ...headers },
  });

const stored = async () =>
  (await store.db.select({ text: visitorMessages.message }).from(visitorMessages)).map(
    ({ text }) => text,
  );

describe('a message at the door', () => {
  test('is answered when it is stored, with the headers of every other answer', async () => {
    const answer = await post(messageBody('Hello'));
    const page = await server.ask('/chat/conversations');
    expect(await answer.json()).toMatchObject({ message: { number: 1, text: 'Hello' } });
    expect(await stored()).toEqual(['Hello']);
    const named = (response: Response) => [...response.headers.keys()].filter(isOfEvery);
    expect(named(answer)).toEqual(named(page));
  });

  test.each([
    ['a page of another site', { Origin: 'https://elsewhere.example' }, 403],
    ['a body that is no JSON', { Body: '{' }, 400],
    ['a body without a text', { Body: '{"clientId":"4a1c6f0e-5d0b-4c5b-9a53-0d9b8c6f2f11"}' }, 400],
    ['a text of blanks', { Body: messageBody('  ') }, 400],
    ['a text that is too long', { Body: messageBody('x'.repeat(4001)) }, 413],
    ['a body that is too long', { Body: messageBody('x'.repeat(65 * 1024)) }, 413],
    ['a browser nobody knows', { Cookie: `embarka_visitor=${'x'.repeat(43)}` }, 404],
    ['no browser', { Cookie: 'theme=dark' }, 404],
  ])('is refused from %s, and nothing is stored', async (_what, sent, status) => {
    const { Body = messageBody('Hello'), Cookie, ...headers }: Record<string, string> = sent;
    const answer = await post(Body, headers, Cookie);
    expect(answer.status).toBe(status);
    expect(await answer.json()).toMatchObject({ error: { message: expect.any(String) } });
    expect(await stored()).toEqual([]);
  });

  test('may come in pieces of no known length', async () => {
    const status = await new Promise<number | undefined>((resolve, reject) => {
      const sending = request(
        `${server.origin}/chat/conversations/${elena.id}/messages`,
        { method: 'POST', headers: { Origin: server.origin, Cookie: elena.cookie } },
        (answer) => resolve(answer.resume().statusCode),
      );
      sending.once('error', reject);
      const text = messageBody('In two pieces');
      sending.write(text.slice(0, 10));
      sending.end(text.slice(10));
    });
    expect(status).toBe(200);
    expect(await stored()).toEqual(['In two pieces']);
  });

  test('is refused, with the time to wait, once too many came', async () => {
    const statuses: number[] = [];
    for (let sent = 0; sent < 31; sent += 1)
      statuses.push((await post(messageBody(`${sent}`))).status);
    expect(new Set(statuses.slice(0, 30))).toEqual(new Set([200]));
    expect(statuses[30]).toBe(429);
    expect((await post(messageBody('again'))).headers.get('Retry-After')).toBe('1');
  });

  test('of a browser that was erased after its last one is refused', async () => {
    expect((await post(messageBody('Before'))).status).toBe(200);
    await store.db.delete(conversations).where(eq(conversations.id, elena.id));
    await store.db.delete(visitorBrowsers).where(eq(visitorBrowsers.id, elena.browserId));
    expect((await post(messageBody('After'))).status).toBe(404);
  });
});

const isOfEvery = (name: string) =>
  /^(content-security|cross-origin|permissions|referrer|x-|cache-control)/.test(name);
