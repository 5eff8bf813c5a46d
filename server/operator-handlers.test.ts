import type pg from 'pg';
import { describe, expect, test, vi } from 'vitest';
import {
  ORIGIN,
  type ServerOptions,
  VISITOR,
  answering,
  openServer,
  publicPages,
} from '../tests/support/open-app.ts';
import type { HandlePage } from './app.ts';

describe('a balancer', () => {
  test('hears that the process answers and is ready, without a cookie or a page', async () => {
    const handlePage = publicPages();
    const { ask, lines } = openServer({ handlePage });
    const live = await ask('/health/live');
    expect([live.status, await live.json()]).toEqual([200, { status: 'live' }]);
    const ready = await ask('/health/ready');
    expect([ready.status, await ready.json()]).toEqual([
      200,
      { status: 'ready', database: 'ok', migrations: 'ok', accepting: 'ok' },
    ]);
    for (const answer of [live, ready]) {
      expect(answer.headers.get('Cache-Control')).toBe('no-store');
      expect(answer.headers.get('Set-Cookie')).toBeNull();
    }
    expect(handlePage).not.toHaveBeenCalled();
    expect(lines).toEqual([]);
  });

  test('is told which part is not ready', async () => {
    const failing = { query: () => Promise.reject(new Error('gone')) } as unknown as pg.Pool;
    const silent = { query: () => new Promise(() => {}) } as unknown as pg.Pool;
    const parts = async (pool: pg.Pool) => {
      const answer = await openServer({ pool }).ask('/health/ready');
      return [answer.status, await answer.json()];
    };
    expect(await parts(failing)).toMatchObject([503, { database: 'failing' }]);
    expect(await parts(answering([{ newest: '17' }]))).toMatchObject([
      503,
      { database: 'ok', migrations: 'behind' },
    ]);
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const late = parts(silent);
    await vi.advanceTimersByTimeAsync(2000);
    vi.useRealTimers();
    expect(await late).toMatchObject([503, { database: 'failing' }]);
  });

  test('is told that the process ends, while it still answers', async () => {
    const { ask, health } = openServer();
    health.drain();
    const answer = await ask('/health/ready');
    expect([answer.status, await answer.json()]).toMatchObject([503, { accepting: 'draining' }]);
    expect((await ask('/health/live')).status).toBe(200);
  });
});

describe('the metrics', () => {
  const TOKEN = 'a-token-of-the-tests';
  const isAnswered = async (options: ServerOptions, headers: Record<string, string> = {}) => {
    const answer = await openServer(options).ask('/metrics', { headers });
    return (await answer.text()).includes('embarka_http_requests_total');
  };

  test('are for this computer alone while nothing is set', async () => {
    expect(await isAnswered({ peer: '127.0.0.1' })).toBe(true);
    expect(await isAnswered({ peer: '::ffff:127.0.0.1' })).toBe(true);
    expect(await isAnswered({ peer: VISITOR })).toBe(false);
  });

  test('are not opened to the world by a proxy on this computer', async () => {
    const peer = '127.0.0.1';
    expect(await isAnswered({ peer }, { 'X-Forwarded-For': VISITOR })).toBe(false);
    expect(await isAnswered({ peer, env: { PUBLIC_ORIGIN: ORIGIN } })).toBe(false);
  });

  test('are for whoever knows the token once there is one', async () => {
    const env = { METRICS_TOKEN: TOKEN, PUBLIC_ORIGIN: ORIGIN };
    const authorization = { Authorization: `Bearer ${TOKEN}` };
    expect(await isAnswered({ env }, authorization)).toBe(true);
    expect(await isAnswered({ env, peer: '127.0.0.1' })).toBe(false);
    expect(await isAnswered({ env }, { Authorization: 'Bearer another' })).toBe(false);
  });

  test('count requests by pattern, and kept pages', async () => {
    const handlePage = publicPages();
    const named: HandlePage = (request, info) => {
      info.route = '/services/:section';
      return handlePage(request, info);
    };
    const { ask, valueOf, pages } = openServer({ handlePage: named });
    for (const path of ['/services/video', '/services/video', '/services/music']) await ask(path);
    await ask('/services/music', { method: 'BREW', headers: { Origin: ORIGIN } });
    pages.drop('/services/video');
    const counted = (labels: string) => valueOf(`embarka_http_requests_total{${labels}}`);
    expect(await counted('method="GET",route="/services/:section",status="200"')).toBe(3);
    expect(await counted('method="other",route="/services/:section",status="200"')).toBe(1);
    expect(await valueOf('embarka_kept_pages_total{event="hit"}')).toBe(1);
    expect(await valueOf('embarka_kept_pages_total{event="miss"}')).toBe(2);
    expect(await valueOf('embarka_kept_pages_total{event="drop"}')).toBe(1);
    expect(await valueOf('embarka_database_connections{state="used"}')).toBe(2);
    expect(await valueOf('embarka_waiting_visitors')).toBe(4);
  });
});
