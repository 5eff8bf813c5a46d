import { randomUUID } from 'node:crypto';
import { ENGLISH } from '../app/i18n/translate.ts';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import type { PageToRender } from '../app/app-context.ts';
import { FairQueue, limitsOfLine } from './fair-queue.ts';
import { RenderThreads, RenderTimeoutError } from './render-threads.ts';

// Tests failures of the threads; their rendering is tested in tests/faults.

const PROGRAM = `
import { parentPort, threadId } from 'node:worker_threads';
parentPort.on('message', ({ url }) => {
  const { pathname } = new URL(url);
  if (pathname === '/ends') process.exit(7);
  if (pathname === '/throws-outside') throw new Error('outside');
  if (pathname === '/never-ends') for (;;);
  if (pathname === '/takes-all-memory') for (const all = []; ; ) all.push(new Array(1e6).fill({}));
  if (pathname === '/fails') parentPort.postMessage({ error: new TypeError('no such thing') });
  else parentPort.postMessage({ page: new TextEncoder().encode(threadId + pathname) });
});
parentPort.postMessage('ready');`;

let folder = '';
let program = '';
const opened: RenderThreads[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'embarka-threads-'));
  program = join(folder, 'thread.mjs');
  await writeFile(program, PROGRAM);
});
afterEach(async () => {
  await Promise.all(opened.splice(0).map((threads) => threads.close()));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** A program that does this in place of saying that it is ready. */
async function programThat(does: string): Promise<string> {
  const path = join(folder, `${randomUUID()}.mjs`);
  await writeFile(path, PROGRAM.replace("parentPort.postMessage('ready');", does));
  return path;
}

function openThreads(change: ConstructorParameters<typeof RenderThreads>[0] = {}) {
  const threads = new RenderThreads({ program, memoryLimitMb: 32, ...change });
  opened.push(threads);
  const render = async (path: string) => {
    const [, thread, rendered] = /^(\d+)(.*)$/.exec(
      new TextDecoder().decode(await threads.render(pageAt(path))),
    )!;
    return { thread, rendered };
  };
  return { threads, render };
}

const pageAt = (path: string): PageToRender => ({
  url: `http://localhost${path}`,
  nonce: 'nonce',
  speech: ENGLISH,
  prefix: '',
  data: { loaderData: {}, actionData: null, errors: null },
  handOver: [],
});

describe('a thread that renders pages', () => {
  test('is begun for the first page and kept for the next', async () => {
    const { render } = openThreads();
    const first = await render('/one');
    expect(first.rendered).toBe('/one');
    expect(await render('/two')).toEqual({ thread: first.thread, rendered: '/two' });
  });

  test('tells what a component threw, and goes on', async () => {
    const { threads, render } = openThreads();
    const { thread } = await render('/one');
    await expect(threads.render(pageAt('/fails'))).rejects.toThrow(TypeError);
    expect(await render('/two')).toEqual({ thread, rendered: '/two' });
  });

  test.each([
    ['/ends', { message: expect.stringContaining('exited with 7') }],
    ['/throws-outside', { cause: expect.objectContaining({ message: 'outside' }) }],
    ['/takes-all-memory', { cause: expect.objectContaining({ code: 'ERR_WORKER_OUT_OF_MEMORY' }) }],
  ])('that meets %s fails that page alone and is replaced', async (path, reason) => {
    const { threads, render } = openThreads();
    const { thread } = await render('/one');
    await expect(threads.render(pageAt(path))).rejects.toMatchObject(reason);
    const next = await render('/two');
    expect(next.rendered).toBe('/two');
    expect(next.thread).not.toBe(thread);
  });

  test('that is ended as it answers fails nothing but its page, and is replaced', async () => {
    const { render } = openThreads({ timeLimitMs: 400 });
    const rejections: unknown[] = [];
    const note = (error: unknown) => rejections.push(error);
    process.on('unhandledRejection', note);
    const { thread } = await render('/one');
    const asked = await new Promise<ReturnType<typeof render>[]>((resolve) => {
      setImmediate(() => {
        resolve([render('/late')]);
        // Blocks until both the timeout and the answer are due. The timer runs first and ends the
        // thread.
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1_000);
      });
    });
    await Promise.allSettled(asked);
    expect((await render('/two')).thread).not.toBe(thread);
    process.off('unhandledRejection', note);
    expect(rejections).toEqual([]);
  });

  test('that takes too long is ended', async () => {
    const { threads, render } = openThreads({ timeLimitMs: 1_000 });
    const late = threads.render(pageAt('/never-ends'));
    await expect(late).rejects.toBeInstanceOf(RenderTimeoutError);
    await expect(late).rejects.toThrow('The page took longer than 1000 ms');
    expect((await render('/two')).rendered).toBe('/two');
  });

  test('that starts slowly costs its first page none of the time of a page', async () => {
    const slow = await programThat("setTimeout(() => parentPort.postMessage('ready'), 700);");
    const { render } = openThreads({ program: slow, timeLimitMs: 500 });
    expect((await render('/one')).rendered).toBe('/one');
  });

  test('that does not start in time is ended, and the next page begins another', async () => {
    const stuck = await programThat('setInterval(() => {}, 1000);');
    const { threads } = openThreads({ program: stuck, startLimitMs: 300 });
    for (const path of ['/one', '/two']) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      await expect(threads.render(pageAt(path))).rejects.toThrow(
        new RenderTimeoutError('The thread took longer to start than 300 ms'),
      );
      expect(threads.size).toBe(0);
    }
  });

  test('that cannot begin fails its page, and not the process', async () => {
    const { threads } = openThreads({ program: join(folder, 'nowhere.mjs') });
    await expect(threads.render(pageAt('/one'))).rejects.toMatchObject({
      cause: expect.objectContaining({ code: 'MODULE_NOT_FOUND' }),
    });
  });

  test('that ends under a crowd costs nobody else their page', async () => {
    const { threads } = openThreads();
    const queue = new FairQueue(limitsOfLine(2, 64));
    const { signal } = new AbortController();
    const paths = Array.from({ length: 60 }, (_, n) => (n % 20 === 7 ? '/ends' : `/${n}`));
    const answers = await Promise.allSettled(
      paths.map((path, n) =>
        queue.run({ lane: 'stranger', share: `${n}` }, signal, () => threads.render(pageAt(path))),
      ),
    );
    const failed = paths.filter((_, n) => answers[n]?.status === 'rejected');
    expect(failed).toEqual(['/ends', '/ends', '/ends']);
  });

  test('that has nothing to do gives its memory back', async () => {
    const { threads, render } = openThreads({ idleMs: 20 });
    await render('/one');
    await vi.waitFor(() => expect(threads.size).toBe(0));
    expect((await render('/two')).rendered).toBe('/two');
  });

  test('ends with the process, whatever it is at', async () => {
    const { threads, render } = openThreads();
    await render('/one');
    const [lost] = await Promise.allSettled([
      threads.render(pageAt('/never-ends')),
      threads.close(),
    ]);
    expect(lost.status).toBe('rejected');
  });
});
