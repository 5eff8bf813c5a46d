import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, describe, expect, test } from 'vitest';
import { gif, solid, tiff, withPngChunk } from '../../../../tests/support/bombs.ts';
import { findType } from '../find-type.server.ts';
import { PictureChild } from './picture-child.server.ts';
import type { CleanWork, PictureAnswer } from './picture-work.ts';
import { openPictures } from './pictures.server.ts';

const MEBIBYTE = 1024 * 1024;
const LONG_MS = 100_000;
const ASKER = { isTeam: false, share: 'somebody' };

const folder = mkdtempSync(join(tmpdir(), 'embarka-pictures-'));
const pictures = openPictures(384);
const sparing = openPictures(16);
afterAll(async () => {
  await sparing.close();
  await pictures.close();
  rmSync(folder, { recursive: true });
});

let number = 0;
async function workFor(bytes: Uint8Array): Promise<CleanWork> {
  number += 1;
  const source = join(folder, `${number}`);
  const into = join(folder, `${number}-made`);
  writeFileSync(source, bytes);
  mkdirSync(into);
  const type = await findType(source);
  return { kind: 'clean', source, type, folder: into, previews: { small: 48 }, mostBytes: 1e12 };
}
const cleaned = async (bytes: Uint8Array): Promise<PictureAnswer> =>
  pictures.work(await workFor(bytes), ASKER);

const small = () => solid(64, 64).jpeg().toBuffer();
const SMALL = { width: 64, height: 64 };
const SIDE = 8000;

describe('a picture that is small as a file and large in memory', () => {
  test.each([
    ['of floats that lies on its side', { channels: 4, bits: 32, sampleFormat: 3, orientation: 6 }],
    ['of floats', { channels: 1, bits: 32, sampleFormat: 3 }],
    ['of doubles', { channels: 3, bits: 64, sampleFormat: 3 }],
    ['of complex numbers', { channels: 1, bits: 64, sampleFormat: 6 }],
    ['of signed numbers', { channels: 3, bits: 16, sampleFormat: 2 }],
    ['of long numbers', { channels: 3, bits: 32 }],
    ['of sixteen channels', { channels: 16, bits: 8 }],
  ])('a TIFF %s is refused from its header', async (_, shape) => {
    const answer = await cleaned(tiff({ width: SIDE, height: SIDE, ...shape }));
    expect(['no photo', 'unreadable']).toContain('refused' in answer ? answer.refused : answer);
  });

  test.each([
    ['a TIFF on its side, 16 bits', () => tiff({ ...EDGE, channels: 4, bits: 16, orientation: 6 })],
    ['a TIFF mirrored, 16 bits', () => tiff({ ...EDGE, channels: 3, bits: 16, orientation: 2 })],
    ['a PNG of 16 bits in rounds', () => wide().toColourspace('rgb16').png(IN_ROUNDS).toBuffer()],
    ['a GIF', () => gif(EDGE.width, EDGE.height, 1)],
    ['a WebP', () => wide().webp({ effort: 0 }).toBuffer()],
    ['an AVIF', () => wide().avif({ effort: 0 }).toBuffer()],
    [
      'a progressive JPEG on its side',
      () => wide().jpeg(IN_SCANS).withMetadata({ orientation: 6 }).toBuffer(),
    ],
  ])('%s would take too much memory', async (_, make) => {
    const work = await workFor(await make());
    expect(await sparing.work(work, ASKER)).toEqual({ refused: 'too much memory' });
  });

  test('a GIF that moves has so many pixels, all frames together', async () => {
    expect(await cleaned(await gif(640, 360, 600))).toEqual({ refused: 'too long' });
    expect(await cleaned(await gif(64, 64, 40))).toEqual(SMALL);
  });

  test('a TIFF of two hundred pages is none', async () => {
    const pages = { width: SIDE, height: SIDE, channels: 3, bits: 8, pages: 200 };
    expect(await cleaned(tiff(pages))).toEqual({ refused: 'several pages' });
  });

  test.each(['zTXt', 'iCCP'])('a PNG with far too much in %s takes none of it', async (name) => {
    const { deflateSync } = await import('node:zlib');
    const packed = deflateSync(Buffer.alloc(64 * MEBIBYTE, 65));
    const content = Buffer.concat([Buffer.from('Comment\0\0'), packed]);
    const png = await solid(64, 64).png().toBuffer();
    const answer = await cleaned(withPngChunk(png, name, content));
    expect([SMALL, { refused: 'unreadable' }]).toContainEqual(answer);
  });

  const EDGE = { width: 1600, height: 1600 };
  const IN_ROUNDS = { progressive: true, compressionLevel: 1 };
  const IN_SCANS = { progressive: true, chromaSubsampling: '4:4:4' };
  const wide = () => solid(EDGE.width, EDGE.height, 4);
});

describe('a picture that people send', () => {
  test('with a telephone of 48 million pixels on its side is taken', async () => {
    const photo = await solid(8000, 6000).jpeg().withMetadata({ orientation: 6 }).toBuffer();
    expect(await cleaned(photo)).toEqual({ width: 6000, height: 8000 });
  });

  test.each([
    ['grey TIFF of 16 bits', { channels: 1, bits: 16 }],
    ['TIFF of a scanner', { channels: 3, bits: 8, orientation: 6 }],
  ])('a %s is taken', async (_, shape) => {
    expect(await cleaned(tiff({ width: 640, height: 640, ...shape }))).toEqual({
      width: 640,
      height: 640,
    });
  });

  test('is not taken for another kind than its bytes say', async () => {
    const work = await workFor(await small());
    expect(await pictures.work({ ...work, type: 'image/png' }, ASKER)).toEqual({
      refused: 'unreadable',
    });
  });

  test.each([
    ['cut short', async () => (await small()).subarray(0, 200)],
    [
      'a drawing that calls itself a picture',
      async () => Buffer.from('<svg width="9" height="9"/>'),
    ],
    ['a document', async () => Buffer.from('%PDF-1.7\n1 0 obj')],
  ])('%s is none', async (_, make) => {
    const work = await workFor(await make());
    expect(await pictures.work({ ...work, type: 'image/jpeg' }, ASKER)).toEqual({
      refused: 'unreadable',
    });
  });
});

describe('the process that works on pictures', () => {
  const greedy = () =>
    workFor(tiff({ width: SIDE, height: SIDE, channels: 4, bits: 8, orientation: 6 }));

  test('dies of a picture that takes more memory than it may, and the next has another', async () => {
    const child = new PictureChild(48 * MEBIBYTE);
    try {
      const bomb = await greedy();
      expect(await child.run(bomb, LONG_MS)).toEqual({ refused: 'too much memory' });
      expect(readdirSync(bomb.folder)).not.toContain('small');
      expect(await child.run(await workFor(await small()), LONG_MS)).toEqual(SMALL);
    } finally {
      await child.close();
    }
  });

  test('is ended over a picture that takes too long, and the next has another', async () => {
    const child = new PictureChild(384 * MEBIBYTE);
    try {
      await child.run(await workFor(await small()), LONG_MS);
      expect(await child.run(await greedy(), 1)).toEqual({ refused: 'too much memory' });
      expect(await child.run(await workFor(await small()), LONG_MS)).toEqual(SMALL);
    } finally {
      await child.close();
    }
  });

  test.runIf(process.platform === 'linux')(
    'has a limit of the system, and nothing of the server’s environment',
    async () => {
      const child = new PictureChild(384 * MEBIBYTE);
      process.env.SECRET_OF_THE_SERVER = 'kept';
      try {
        await child.run(await workFor(await small()), LONG_MS);
        const environment = readFileSync(`/proc/${child.pid}/environ`);
        expect(environment.includes('SECRET_OF_THE_SERVER')).toBe(false);
        const limits = readFileSync(`/proc/${child.pid}/limits`, 'utf8');
        expect(limits).toMatch(/^Max data size +\d+ +\d+ +bytes/m);
      } finally {
        delete process.env.SECRET_OF_THE_SERVER;
        await child.close();
      }
    },
  );

  test('that is closed works on nothing any more', async () => {
    const child = new PictureChild(384 * MEBIBYTE);
    await child.close();
    await expect(child.run(await workFor(await small()), LONG_MS)).rejects.toThrow(
      'processing has stopped',
    );
    expect(await sharp(await small()).metadata()).toMatchObject(SMALL);
  });
});
