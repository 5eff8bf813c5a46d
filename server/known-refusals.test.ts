import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { useEmbeddedDatabase } from '../tests/support/database.ts';
import { openLiveServer, type LiveServer } from '../tests/support/live-server.ts';
import { cookieOf, employ, teamServices, type TestServices } from '../tests/support/team.ts';
import { KnownRefusals } from './known-callers.ts';

const store = useEmbeddedDatabase();
let services: TestServices;
let server: LiveServer;
let maya: string;
let leo: string;

beforeEach(async () => {
  services = teamServices(store.db);
  await employ(store.db, services, 'maya');
  await employ(store.db, services, 'leo');
  maya = await cookieOf(store.db, services, 'maya');
  leo = await cookieOf(store.db, services, 'leo');
  server = await openLiveServer(store.db, services);
});
afterEach(() => server.close());

const search = (cookie: string, text = 'boat', init: RequestInit = {}) =>
  server.ask(`/agentchat/search?text=${text}`, { cookie, ...init });

async function searchTooOften(): Promise<Response> {
  for (let time = 0; time < 60; time += 1) expect((await search(maya)).status).toBe(200);
  return search(maya);
}

/** Removes the headers that differ for each response. */
const headersOf = ({ headers }: Response) =>
  Object.fromEntries([...headers].filter(([name]) => !/^(?:date|x-request-id)$/.test(name)));

describe('who was told to wait and asks again', () => {
  test('is told the same, and nothing is looked up for it', async () => {
    const refused = await searchTooOften();
    const counted = vi.spyOn(server.appContext.limits, 'take');
    const again = await search(maya, 'another');
    expect([again.status, headersOf(again)]).toEqual([429, headersOf(refused)]);
    expect(again.headers.get('Retry-After')).toBe('1');
    expect(await again.json()).toEqual(await refused.json());
    expect(counted).not.toHaveBeenCalled();
  });

  test('is heard once the time is over, as often as the limit allows', async () => {
    await searchTooOften();
    services.clock.advance(1000);
    const statuses = [];
    for (let time = 0; time < 4; time += 1) statuses.push((await search(maya)).status);
    expect(statuses).toEqual([200, 200, 429, 429]);
  });

  test('is not kept waiting by a clock that was set back', async () => {
    await searchTooOften();
    services.clock.advance(-3_600_000);
    const counted = vi.spyOn(server.appContext.limits, 'take');
    await search(maya);
    expect(counted).toHaveBeenCalledOnce();
  });

  test('keeps nobody else waiting, and finds all other addresses open', async () => {
    await searchTooOften();
    expect((await search(leo)).status).toBe(200);
    expect((await search('theme=dark')).status).toBe(401);
    expect((await search(maya, 'boat', { method: 'POST' })).status).toBe(405);
    expect((await server.ask('/agentchat/labels', { cookie: maya })).status).toBe(200);
  });

  test('in another language, or of what is no call that reads, finds nothing from memory', async () => {
    const refusals = new KnownRefusals(server.appContext);
    const address = '/chat/conversations/1/messages';
    const headers = { Cookie: 'embarka_visitor=elena', 'Page-Language': 'es' };
    const info = { id: 'request-1', address: '203.0.113.1', nonce: 'nonce', who: 'browser elena' };
    const refuse = (as: ResponseInit, method = 'GET') =>
      refusals.learn(
        new Request(server.origin + address, { method, headers }),
        info,
        new Response('{}', { status: 429, ...as }),
      );
    const find = (language: string, method = 'GET') =>
      refusals.find({
        method,
        url: `${address}?after=1`,
        headers: { cookie: headers.Cookie, 'page-language': language },
      });
    const type = { 'Content-Type': 'application/json' };
    await refuse({ headers: type });
    await refuse({ headers: { 'Content-Type': 'text/html', 'Retry-After': '1' } });
    await refuse({ headers: { ...type, 'Retry-After': '1' }, status: 503 });
    await refuse({ headers: { ...type, 'Retry-After': '1' } }, 'POST');
    expect(find('es')).toBeUndefined();
    await refuse({ headers: { ...type, 'Retry-After': '1' } });
    expect(find('es')).toMatchObject({ status: 429, headers: { 'Retry-After': '1' } });
    expect([find('en'), find('es', 'POST')]).toEqual([undefined, undefined]);
  });
});
