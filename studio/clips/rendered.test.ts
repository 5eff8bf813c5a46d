import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { PUBLIC_FOLDER } from '../product.ts';
import { CLIP_FORMATS, listReels } from './reel.ts';

const folder = fileURLToPath(new URL('clips/', PUBLIC_FOLDER));
const manifest = JSON.parse(
  readFileSync(new URL('rendered.json', import.meta.url), 'utf8'),
) as Readonly<
  Record<string, { readonly stamp: string; readonly seam: number; readonly step: number }>
>;

const reels = listReels();
const expected = reels.flatMap(({ file }) => CLIP_FORMATS.map((format) => `${file}.${format}`));

function heavier(bytes: number, ...endings: readonly string[]): string[] {
  return expected.filter(
    (name) =>
      endings.some((ending) => name.endsWith(ending)) && statSync(folder + name).size > bytes,
  );
}

test('the folder holds the files of the 75 clips and nothing else', () => {
  expect(expected).toHaveLength(225);
  expect(readdirSync(folder).sort()).toEqual(expected.toSorted());
  expect(expected.filter((name) => !existsSync(folder + name))).toEqual([]);
});

test('names need no escaping', () => {
  expect(expected.filter((name) => !/^[a-z0-9-]+\.[a-z0-9]+$/.test(name))).toEqual([]);
});

test('films stay below 150 KB, stills below 13 KB, all together near 9 MB', () => {
  expect(heavier(150_000, '.mp4', '.webm')).toEqual([]);
  expect(heavier(13_000, '.webp')).toEqual([]);
  const total = expected.reduce((sum, name) => sum + statSync(folder + name).size, 0);
  expect(total).toBeLessThan(9_250_000);
});

test('what is committed is what would be rendered now', () => {
  const stale = reels.filter(({ file, stamp }) => manifest[file]?.stamp !== stamp);
  expect(stale.map(({ file }) => file)).toEqual([]);
  expect(Object.keys(manifest)).toHaveLength(reels.length);
});

test('loops close with a step like any other', () => {
  const jumps = Object.entries(manifest).filter(([, { seam, step }]) => seam > step * 1.1 + 1);
  expect(jumps).toEqual([]);
});
