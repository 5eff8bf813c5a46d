import { expect, test } from 'vitest';
import { ChunkSize } from './chunk-size.ts';

const MEBIBYTE = 1024 * 1024;

function sender() {
  let now = 0;
  const chunks = new ChunkSize(() => now);
  return {
    chunks,
    /** A request that takes so many seconds. */
    send: (seconds: number) => {
      now += seconds * 1000;
      chunks.adapt();
      return chunks.bytes / MEBIBYTE;
    },
  };
}

test('requests of a fast connection grow to 16 MiB, and those of a slow one shrink below the first', () => {
  const { send } = sender();
  expect([0.1, 0.1, 0.1, 0.1, 0.1].map(send)).toEqual([2, 4, 8, 16, 16]);
  expect([5, 12, 12, 12, 12, 12].map(send)).toEqual([16, 8, 4, 2, 1, 0.5]);
});

test('requests stay below the size that failed, and try it again after a while', () => {
  const { chunks, send } = sender();
  [0.1, 0.1, 0.1].forEach(send);
  expect(chunks.shrink()).toBe(true);
  expect(chunks.bytes).toBe(2 * MEBIBYTE);
  const sizes = Array.from({ length: 33 }, () => send(0.1));
  expect(sizes.slice(0, 15)).toEqual(Array.from({ length: 15 }, () => 2));
  expect([sizes[15], sizes[31]]).toEqual([4, 8]);
});

test('a proxy that refuses the smallest request too is not asked forever', () => {
  const { chunks } = sender();
  const answers = Array.from({ length: 4 }, () => chunks.shrink());
  expect(answers).toEqual([true, true, false, false]);
  expect(chunks.bytes).toBe(64 * 1024);
});
