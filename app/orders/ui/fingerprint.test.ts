import { describe, expect, test } from 'vitest';
import { fingerprintOf } from './fingerprint.ts';

const MEBIBYTE = 1024 * 1024;

function film(change: (bytes: Uint8Array) => void = () => {}, name = 'film.mp4', lastModified = 1) {
  const bytes = new Uint8Array(3 * MEBIBYTE);
  change(bytes);
  return new File([bytes], name, { lastModified });
}

describe('the fingerprint of a file', () => {
  test('is the same whenever the same file is chosen, however its name is spelled', async () => {
    expect(await fingerprintOf(film())).toMatch(/^[\da-f]{64}$/);
    expect(await fingerprintOf(film())).toBe(await fingerprintOf(film()));
    expect(await fingerprintOf(film(undefined, 'Cafe\u0301'))).toBe(
      await fingerprintOf(film(undefined, 'Caf\u00e9')),
    );
  });

  test('differs for a file of the same name and size that was changed', async () => {
    const all = await Promise.all(
      [
        film(),
        film((bytes) => (bytes[0] = 1)),
        film((bytes) => (bytes[bytes.length - 1] = 1)),
        film(undefined, 'film.mp4', 2),
        film(undefined, 'other.mp4'),
      ].map(fingerprintOf),
    );
    expect(new Set(all).size).toBe(all.length);
  });

  test('reads no more than the beginning and the end of a large file', async () => {
    const read: number[] = [];
    const large = {
      name: 'film.mp4',
      size: 5 * 1024 * MEBIBYTE,
      slice: (start: number, end = 5 * 1024 * MEBIBYTE) => {
        read.push(end - start);
        return new Blob(['x']);
      },
    };
    await fingerprintOf(large as unknown as File);
    expect(read).toEqual([MEBIBYTE, MEBIBYTE]);
  });
});
