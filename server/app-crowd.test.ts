import { setImmediate } from 'node:timers/promises';
import { describe, expect, test, vi } from 'vitest';
import { ORIGIN, openServer } from '../tests/support/open-app.ts';
import type { AppContext } from '../app/app-context.ts';
import type { HandlePage } from './app.ts';
import { FairQueue, REQUEST_LIMITS } from './fair-queue.ts';

describe('a crowd', () => {
  function openCrowded() {
    let goOn = () => {};
    const standing = new Promise<void>((resolve) => (goOn = resolve));
    const handlePage = vi.fn<HandlePage>(async () => {
      await standing;
      return new Response('page');
    });
    const limits = { ...REQUEST_LIMITS, atOnce: 1, patienceMs: 60_000, waitingPerShare: 2 };
    const queue = new FairQueue(limits);
    // The endpoints wait as well.
    const appContext: Partial<AppContext> = {
      availability: { read: () => standing.then(() => ({}) as never) },
      limits: { take: () => standing.then(() => ({ remaining: 1, fullAfterSeconds: 1 })) },
    };
    const server = openServer({ handlePage, queue, appContext });
    return { ...server, queue, handlePage, goOn: () => goOn() };
  }

  test.each([
    '/confirm-review?token=1',
    '/team?x',
    '/confirm-review.data?token=1',
    '/chat/availability?x',
    '/search?q=x',
  ])('for %s is told when to come back, in words or in JSON', async (path) => {
    const { ask, goOn, queue } = openCrowded();
    const crowd = [1, 2, 3].map(() => ask(path));
    await vi.waitFor(() => expect(queue.waiting).toBe(2));
    const words = await ask(path, { headers: { Accept: 'text/html' } });
    expect(words.status).toBe(503);
    expect(words.headers.get('Retry-After')).toMatch(/^[1-9]\d*$/);
    expect(words.headers.get('Cache-Control')).toBe('no-store');
    expect(await words.text()).toContain('Try again in a few seconds.');
    const json = await ask(path);
    expect([json.status, json.headers.get('Content-Type')]).toEqual([503, 'application/json']);
    expect(json.headers.get('X-Content-Type-Options')).toBe('nosniff');
    goOn();
    await Promise.all(crowd);
  });

  test('and asks the API is told so as the API says it', async () => {
    const { ask, goOn, queue } = openCrowded();
    const crowd = [1, 2, 3].map(() => ask('/api/v1/reviews?service=a'));
    await vi.waitFor(() => expect(queue.waiting).toBe(2));
    const refused = await ask('/api/v1/reviews?service=b', { headers: { Accept: 'text/html' } });
    expect(refused.status).toBe(503);
    // A page of another site may read the refusal, including Retry-After.
    expect(refused.headers.get('Access-Control-Allow-Origin')).toBe('*');
    expect(refused.headers.get('Access-Control-Expose-Headers')).toContain('Retry-After');
    expect(refused.headers.get('Retry-After')).toMatch(/^[1-9]\d*$/);
    expect(refused.headers.get('Content-Type')).toBe('application/problem+json');
    expect(await refused.json()).toMatchObject({
      type: expect.stringMatching(/\/api#unavailable$/),
      status: 503,
      requestId: expect.stringMatching(/./),
    });
    goOn();
    await Promise.all(crowd);
  });

  test('that finds no room further on is told the same, whatever the page says of it', async () => {
    const { ask, post } = openServer({
      handlePage: (_request, info) => {
        info.isBusy = true;
        return Promise.resolve(new Response('Something went wrong', { status: 500 }));
      },
    });
    for (const answer of [
      await ask('/confirm-review?token=1'),
      await ask('/terms'),
      await post('/login', ''),
    ]) {
      expect(answer.status).toBe(503);
      expect(answer.headers.get('Retry-After')).toMatch(/^[1-9]\d*$/);
      expect(await answer.text()).toContain('Try again in a few seconds.');
    }
  });

  test('keeps nobody from the health checks', async () => {
    const { ask, goOn } = openCrowded();
    const crowd = Array.from({ length: 5 }, (_, n) => ask(`/confirm-review?token=${n}`));
    expect((await ask('/health/live')).status).toBe(200);
    expect((await ask('/health/ready')).status).toBe(200);
    goOn();
    await Promise.all(crowd);
  });

  test('that sends its bodies slowly holds no place', async () => {
    const limits = { ...REQUEST_LIMITS, atOnce: 1, patienceMs: 60_000 };
    const { ask, post } = openServer({
      handlePage: async (request) => new Response(await request.text()),
      queue: new FairQueue(limits),
    });
    let end = () => {};
    const slow = new ReadableStream<Uint8Array>({
      start(controller) {
        controller.enqueue(new TextEncoder().encode('a='));
        end = () => {
          controller.enqueue(new TextEncoder().encode('b'));
          controller.close();
        };
      },
    });
    const late = ask('/login', {
      method: 'POST',
      body: slow,
      headers: { Origin: ORIGIN },
      duplex: 'half',
    } as RequestInit);
    expect(await (await post('/login', 'c=d')).text()).toBe('c=d');
    end();
    expect(await (await late).text()).toBe('a=b');
  });

  test('that sends the bodies of an endpoint slowly holds no place either', async () => {
    const limits = { ...REQUEST_LIMITS, atOnce: 1, patienceMs: 60_000 };
    const { ask, post } = openServer({ queue: new FairQueue(limits) });
    let end = () => {};
    const slow = new ReadableStream<Uint8Array>({
      start(controller) {
        controller.enqueue(new TextEncoder().encode('{'));
        end = () => {
          controller.enqueue(new TextEncoder().encode('}'));
          controller.close();
        };
      },
    });
    const late = ask('/widget/leave', {
      method: 'POST',
      body: slow,
      headers: { Origin: ORIGIN },
      duplex: 'half',
    } as RequestInit);
    expect(await (await post('/widget/leave', '{}')).json()).toEqual({ left: true });
    end();
    expect(await (await late).json()).toEqual({ left: true });
  });

  test('for one page does not go without it when the first of them goes away', async () => {
    const { ask, goOn } = openCrowded();
    const other = ask('/confirm-review?token=1');
    const gone = new AbortController();
    const first = ask('/terms', { signal: gone.signal });
    const second = ask('/terms');
    await setImmediate();
    gone.abort();
    await first;
    goOn();
    await other;
    expect(await (await second).text()).toBe('page');
  });

  test('that goes away is not worked for', async () => {
    const { ask, goOn, handlePage } = openCrowded();
    const first = ask('/confirm-review?token=1');
    await vi.waitFor(() => expect(handlePage).toHaveBeenCalledTimes(1));
    const gone = new AbortController();
    const left = ask('/confirm-review?token=2', { signal: gone.signal });
    gone.abort();
    await left;
    goOn();
    await first;
    expect(handlePage).toHaveBeenCalledTimes(1);
  });

  test('that goes away before its page is rendered is no fault of ours', async () => {
    const gone = new AbortController();
    const { ask, logged } = openServer({
      logLevel: 'debug',
      handlePage: () => {
        gone.abort();
        return Promise.resolve(new Response('Unexpected Server Error', { status: 500 }));
      },
    });
    await ask('/confirm-review?token=1', { signal: gone.signal });
    expect(logged()).toMatchObject([{ status: 408 }]);
  });
});
