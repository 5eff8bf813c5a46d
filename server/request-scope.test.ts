import { setImmediate } from 'node:timers/promises';
import { describe, expect, test, vi } from 'vitest';
import type { RequestInfo } from '../app/app-context.ts';
import { FairQueue, limitsOfLine, QueueFullError, type Asker } from './fair-queue.ts';
import { RenderTimeoutError } from './render-threads.ts';
import { inLineFor, requestScope } from './request-scope.ts';

const infoOf = (id: string): RequestInfo => ({ id, address: '203.0.113.9', nonce: 'nonce' });
const stranger = (share: string): Asker => ({ lane: 'stranger', share });

function openLine() {
  const line = new FairQueue(limitsOfLine(1, 4));
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const work = (name: string) => () => {
    begun.push(name);
    return new Promise<string>((resolve) => ends.set(name, () => resolve(name)));
  };
  const ask = (name: string, share: string) => {
    const info = infoOf(name);
    const stepAside = vi.fn<() => void>();
    const { signal } = new AbortController();
    const turn = { asker: stranger(share), signal, stepAside };
    const done = requestScope.run({ info, turn }, () => inLineFor(line, work(name)));
    done.catch(() => {});
    return { done, info, stepAside };
  };
  return { line, begun, ends, work, ask };
}

describe('a line for what other threads do', () => {
  test('is stood in by networks in turn, and not on the thread of the chat', async () => {
    const { begun, ends, ask } = openLine();
    const { done, stepAside } = ask('flood 1', 'flood');
    void ask('flood 2', 'flood');
    void ask('other', 'other');
    expect(stepAside).toHaveBeenCalledOnce();
    ends.get('flood 1')!();
    expect(await done).toBe('flood 1');
    await setImmediate();
    ends.get('flood 2')!();
    await setImmediate();
    await setImmediate();
    expect(begun).toEqual(['flood 1', 'flood 2', 'other']);
  });

  test('that is full says so of the request, whatever becomes of the refusal', async () => {
    const { ask } = openLine();
    void ask('first', 'flood');
    const waiting = ask('second', 'flood');
    const refused = ask('third', 'flood');
    await expect(refused.done).rejects.toBeInstanceOf(QueueFullError);
    expect(refused.info.isBusy).toBe(true);
    expect(waiting.info.isBusy).toBeUndefined();
  });

  test('that timed out a page says so of the request, and renders no error page for it', async () => {
    const { line, begun, ends } = openLine();
    const info = infoOf('slow');
    const { signal } = new AbortController();
    const turn = { asker: stranger('one'), signal, stepAside() {} };
    const late = () => Promise.reject(new RenderTimeoutError('The page took longer than 1000 ms'));
    await requestScope.run({ info, turn }, async () => {
      await expect(inLineFor(line, late)).rejects.toBeInstanceOf(RenderTimeoutError);
      expect(info.isBusy).toBe(true);
      const errorPage = inLineFor(line, () => Promise.resolve(begun.push('error page')));
      await expect(errorPage).rejects.toBeInstanceOf(QueueFullError);
    });
    expect(begun).toEqual([]);
    expect(ends.size).toBe(0);
  });

  test('is for requests: what a start does is done at once', async () => {
    const { line, begun, ends, work, ask } = openLine();
    void ask('a request', 'one');
    const done = inLineFor(line, work('a start'));
    expect(begun).toEqual(['a request', 'a start']);
    ends.get('a start')!();
    expect(await done).toBe('a start');
  });
});
