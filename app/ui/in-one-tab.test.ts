import { afterEach, expect, test, vi } from 'vitest';
import { inOneTab } from './in-one-tab.ts';

afterEach(() => vi.unstubAllGlobals());

test('work of one name is done one after the other', async () => {
  const done: string[] = [];
  const work = (name: string) => async () => {
    done.push(`${name} begins`);
    await new Promise((resolve) => setTimeout(resolve, 1));
    done.push(`${name} ends`);
  };
  await Promise.all([inOneTab('chat', work('one')), inOneTab('chat', work('other'))]);
  expect(done).toEqual(['one begins', 'one ends', 'other begins', 'other ends']);
});

test('work is done where the browser forbids locks, or has none', async () => {
  const done = vi.fn<() => Promise<void>>(async () => {});
  const request = async () => {
    throw new DOMException('Access to the Locks API is denied in this context.', 'SecurityError');
  };
  for (const navigator of [{ locks: { request } }, {}]) {
    vi.stubGlobal('navigator', navigator);
    // oxlint-disable-next-line no-await-in-loop -- one browser after the other
    await inOneTab('chat', done);
  }
  expect(done).toHaveBeenCalledTimes(2);
});

test('work that fails is not done again', async () => {
  const fails = vi.fn<() => Promise<void>>(async () => {
    throw new Error('Not sent');
  });
  await expect(inOneTab('chat', fails)).rejects.toThrow('Not sent');
  expect(fails).toHaveBeenCalledTimes(1);
});
