import fc from 'fast-check';
import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { deflatePiece, joinGzip, storePiece } from './join-gzip.ts';

const bytes = fc.uint8Array({ maxLength: 2000 }).map((array) => Buffer.from(array));

test('pieces joined are one file with all of them, in whatever order and however often', () => {
  const piece = fc
    .tuple(bytes, fc.boolean())
    .map(([plain, isStored]) => (isStored ? storePiece(plain) : deflatePiece(plain)));
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
      const plain = Buffer.concat([...pieces, ...pieces].map((one) => one.plain));
      expect(gunzipSync(joinGzip([...pieces, ...pieces])).equals(plain)).toBe(true);
    }),
  );
});

test('what repeats itself is smaller', () => {
  const text = Buffer.from('services and prices '.repeat(1000));
  expect(joinGzip([deflatePiece(text)]).byteLength).toBeLessThan(text.byteLength / 50);
});
