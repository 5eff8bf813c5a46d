import { performance } from 'node:perf_hooks';
import { setImmediate } from 'node:timers/promises';
import { afterEach, describe, expect, test, vi } from 'vitest';
import {
  AskerGoneError,
  QueueFullError,
  REQUEST_LIMITS,
  FairQueue,
  type Asker,
  type FairQueueLimits,
} from './fair-queue.ts';

const stranger = (share: string): Asker => ({ lane: 'stranger', share });
const member = (share: string): Asker => ({ lane: 'member', share });

/**
 * A queue whose tasks end on demand; `begun` lists the started ones in order. Its default patience
 * is long enough for a slow machine.
 */
function openQueue(limits: Partial<FairQueueLimits> = {}) {
  const queue = new FairQueue({
    ...REQUEST_LIMITS,
    atOnce: 1,
    restMs: 0,
    patienceMs: 60_000,
    ...limits,
  });
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const ask = (name: string, asker: Asker, signal = new AbortController().signal) =>
    queue
      .run(asker, signal, () => {
        begun.push(name);
        return new Promise<void>((end) => ends.set(name, end));
      })
      .then(
        () => 'done',
        (error: unknown) => error,
      );
  async function finish(): Promise<readonly string[]> {
    for (let index = 0; index < begun.length; index += 1) {
      ends.get(begun[index]!)?.();
      for (let turn = 0; turn < 5; turn += 1) await setImmediate();
    }
    return begun;
  }
  return { queue, begun, ends, ask, finish };
}

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

describe('the queue of requests', () => {
  test('lets whoever asks for little pass a crowd of one network', async () => {
    const { ask, finish } = openQueue();
    for (let n = 0; n < 20; n += 1) void ask(`flood ${n}`, stranger('198.51.100.1'));
    void ask('a', stranger('203.0.113.1'));
    void ask('b', stranger('203.0.113.2'));
    const begun = await finish();
    expect(begun.slice(0, 4)).toEqual(['flood 0', 'flood 1', 'a', 'b']);
    expect(begun).toHaveLength(22);
  });

  test('lets the team and visitors with a chat pass a crowd of many networks', async () => {
    const { ask, finish } = openQueue();
    for (let n = 0; n < 100; n += 1) void ask(`flood ${n}`, stranger(`198.51.100.${n}`));
    void ask('agent', member('member maya'));
    void ask('visitor', { lane: 'browser', share: '198.51.100.7' });
    const begun = await finish();
    expect(begun.indexOf('agent')).toBeLessThan(4);
    expect(begun.indexOf('visitor')).toBeLessThan(4);
  });

  test('leaves strangers their turns when somebody of the team asks without end', async () => {
    const { ask, finish } = openQueue();
    for (let n = 0; n < 20; n += 1) void ask(`agent ${n}`, member('member maya'));
    void ask('stranger', stranger('203.0.113.1'));
    expect((await finish()).indexOf('stranger')).toBeLessThan(4);
  });

  test('refuses one network more than its share, and nobody else', async () => {
    const { ask, finish } = openQueue({ waitingPerShare: 3 });
    const asked = Array.from({ length: 6 }, (_, n) => ask(`flood ${n}`, stranger('flood')));
    const other = ask('other', stranger('other'));
    await finish();
    expect(await Promise.all(asked.slice(0, 4))).toEqual(['done', 'done', 'done', 'done']);
    expect(await asked[4]).toBeInstanceOf(QueueFullError);
    expect(await asked[5]).toBeInstanceOf(QueueFullError);
    expect(await other).toBe('done');
  });

  test('does not count those behind a proxy that nobody named as one', async () => {
    const { ask, finish } = openQueue({ waitingPerShare: 3 });
    const crowd: Asker = { ...stranger('127.0.0.1'), isCrowd: true };
    const asked = Array.from({ length: 20 }, (_, n) => ask(`${n}`, crowd));
    await finish();
    expect(new Set(await Promise.all(asked))).toEqual(new Set(['done']));
  });

  test('when it is full takes from whoever has most waiting', async () => {
    const { ask, finish } = openQueue({ waitingPerGroup: 4 });
    const asked = Array.from({ length: 5 }, (_, n) => ask(`flood ${n}`, stranger('flood')));
    const other = ask('other', stranger('other'));
    const more = ask('more', stranger('flood'));
    await finish();
    expect(await other).toBe('done');
    expect(await asked[4]).toBeInstanceOf(QueueFullError);
    expect(await more).toBeInstanceOf(QueueFullError);
  });

  test('works for nobody who has gone', async () => {
    const { queue, begun, ask, finish } = openQueue();
    const gone = new AbortController();
    void ask('first', stranger('a'));
    const left = ask('left', stranger('a'), gone.signal);
    expect(queue.waiting).toBe(1);
    gone.abort();
    expect(await left).toBeInstanceOf(AskerGoneError);
    expect(queue.waiting).toBe(0);
    await finish();
    expect(begun).toEqual(['first']);
    const was = ask('was gone before', stranger('a'), gone.signal);
    expect(await was).toBeInstanceOf(AskerGoneError);
    expect(begun).toEqual(['first']);
  });

  test('goes on without what waits for something else than the processor', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const { begun, ask } = openQueue({ patienceMs: 50, inProgressPerShare: 2 });
    for (const name of ['slow 1', 'slow 2', 'slow 3']) void ask(name, stranger('slow'));
    void ask('next', stranger('other'));
    expect(begun).toEqual(['slow 1']);
    for (let n = 0; n < 4; n += 1) {
      vi.advanceTimersByTime(50);
      await setImmediate();
      await setImmediate();
    }
    // One network may have two slow requests running, not all slots.
    expect(begun).toEqual(['slow 1', 'slow 2', 'next']);
  });

  test('goes on at once when the work steps aside', async () => {
    const { queue, begun, ask } = openQueue();
    let end = () => {};
    const aside = queue.run(stranger('a'), new AbortController().signal, (stepAside) => {
      stepAside();
      return new Promise<void>((resolve) => (end = resolve));
    });
    await setImmediate();
    void ask('next', stranger('b'));
    void ask('after', stranger('c'));
    await setImmediate();
    // A task that stepped aside does not release its slot a second time.
    end();
    await aside;
    await setImmediate();
    expect(begun).toEqual(['next']);
  });

  test('keeps what is under way in one lane from filling the others', async () => {
    const { begun, ask } = openQueue({ atOnce: 9, inProgressPerGroup: 2 });
    for (let n = 0; n < 5; n += 1) void ask(`flood ${n}`, stranger(`${n}`));
    void ask('agent', member('member maya'));
    await setImmediate();
    await setImmediate();
    expect(begun).toEqual(['flood 0', 'flood 1', 'agent']);
  });

  function pretend(active: number, idle: number): void {
    const utilization = active / (active + idle);
    vi.spyOn(performance, 'eventLoopUtilization').mockReturnValue({ active, idle, utilization });
  }

  test('leaves the thread to others for as long as it was busy, but for the team', async () => {
    const { begun, ask } = openQueue({ atOnce: 9, restMs: 600_000 });
    void ask('first', stranger('a'));
    pretend(8, 3);
    void ask('second', stranger('b'));
    void ask('agent', member('member maya'));
    await vi.waitFor(() => expect(begun).toEqual(['first', 'agent']));
    pretend(8, 8);
    await vi.waitFor(() => expect(begun).toEqual(['first', 'agent', 'second']));
    void ask('third', stranger('c'));
    expect(begun).toEqual(['first', 'agent', 'second', 'third']);
  });

  test('does not wait for ever for a thread that others keep busy', async () => {
    const { begun, ask } = openQueue({ atOnce: 9, restMs: 20 });
    pretend(600_000, 0);
    for (const name of ['a', 'b', 'c']) void ask(name, stranger(name));
    expect(begun).toEqual(['a']);
    await vi.waitFor(() => expect(begun).toEqual(['a', 'b', 'c']));
  });

  test('gives its place back when the work fails', async () => {
    const queue = new FairQueue({ ...REQUEST_LIMITS, atOnce: 1, inProgressPerGroup: 1 });
    const { signal } = new AbortController();
    const fail = () => Promise.reject(new Error('no page'));
    await expect(queue.run(stranger('a'), signal, fail)).rejects.toThrow('no page');
    expect(await queue.run(stranger('a'), signal, () => Promise.resolve('page'))).toBe('page');
  });
});
