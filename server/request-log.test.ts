import { describe, expect, test } from 'vitest';
import { VISITOR, openServer } from '../tests/support/open-app.ts';
import type { HandlePage } from './app.ts';

describe('the log', () => {
  const answers =
    (route: string, status = 200): HandlePage =>
    (_request, info) => {
      info.route = route;
      info.who = 'member maya';
      return Promise.resolve(new Response(null, { status }));
    };

  test('says who changed what, in which request, and how long it took', async () => {
    const { post, logged } = openServer({ handlePage: answers('/reset') });
    const answer = await post('/reset?phrase=secret', 'text of a visitor');
    expect(logged()).toMatchObject([
      { method: 'POST', route: '/reset', status: 200, who: 'member maya', address: VISITOR },
    ]);
    expect(logged()[0]).toMatchObject({ requestId: answer.headers.get('X-Request-Id') });
    expect(JSON.stringify(logged())).not.toMatch(/secret|visitor"/);
  });

  test('is not filled by pages and chat messages, but keeps what was refused or failed', async () => {
    // A page stands for the endpoint, which would need a conversation.
    const route = '/chat/conversations/:id/messages';
    const said = openServer({ handlePage: answers(route) });
    await said.ask('/');
    await said.post('/reset', '{}');
    expect(said.lines).toEqual([]);
    const refused = openServer({ handlePage: answers(route, 429) });
    await refused.post('/reset', '{}');
    expect(refused.logged()).toMatchObject([{ level: 30, route, status: 429 }]);
    const failed = openServer({ handlePage: answers('/', 500) });
    await failed.ask('/');
    expect(failed.logged()).toMatchObject([{ level: 40, status: 500 }]);
  });

  test('carries the request’s id on every line written while it is answered', async () => {
    const server = openServer({
      handlePage: async () => {
        await Promise.resolve();
        server.log.info('Deep inside');
        return new Response(null);
      },
    });
    const answer = await server.ask('/');
    expect(server.logged()).toMatchObject([
      { msg: 'Deep inside', requestId: answer.headers.get('X-Request-Id') },
    ]);
  });

  test('takes an id from a trusted proxy alone, and only one that cannot forge a line', async () => {
    const idOf = async (id: string, env: Record<string, string>) =>
      (await openServer({ env }).ask('/', { headers: { 'X-Request-Id': id } })).headers.get(
        'X-Request-Id',
      );
    const trusting = { TRUSTED_PROXIES: VISITOR };
    expect(await idOf('balancer-00017', trusting)).toBe('balancer-00017');
    expect(await idOf('balancer-00017', {})).toMatch(/^[0-9a-f-]{36}$/);
    expect(await idOf('x","level":60,"msg":"forged', trusting)).toMatch(/^[0-9a-f-]{36}$/);
  });

  test('of a path with line breaks and colours is one line of JSON', async () => {
    const { ask, lines, logged } = openServer({ logLevel: 'debug', handlePage: answers('*', 404) });
    await ask('/%0a%7b%22level%22:60%7d%1b[31m');
    expect(lines).toHaveLength(1);
    expect(lines[0]?.trimEnd()).not.toMatch(/\p{Cc}/u);
    expect(logged()).toMatchObject([{ level: 20, status: 404 }]);
  });
});
