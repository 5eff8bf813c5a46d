import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { drawLinkPreviews } from './draw-link-previews.ts';
import { PREVIEW_SIZE } from '../app/shop/pictures/picture-path.ts';

const folder = fileURLToPath(new URL('../public', import.meta.url));
const rendered = JSON.parse(
  readFileSync(new URL('link-previews.json', import.meta.url), 'utf8'),
) as Readonly<Record<string, string>>;
const previews = drawLinkPreviews();
const files = previews.map(({ path }) => ({ path, jpeg: readFileSync(folder + path) }));

/** The size in a JPEG's frame header. */
function sizeOf(jpeg: Buffer): { width: number; height: number } {
  let at = 2;
  // Each segment: a marker of two bytes, then its length.
  while ((jpeg.readUInt16BE(at) & 0xfffc) !== 0xffc0) at += 2 + jpeg.readUInt16BE(at + 2);
  return { width: jpeg.readUInt16BE(at + 7), height: jpeg.readUInt16BE(at + 5) };
}

test('the home page, the seven sections and the 125 services have one each, and nothing else', () => {
  const found = readdirSync(`${folder}/previews`, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.includes('.'))
    .map((name) => `/previews/${name.replaceAll('\\', '/')}`);
  expect(new Set(previews.map(({ path }) => path)).size).toBe(1 + 7 + 125);
  expect(found.toSorted()).toEqual(previews.map(({ path }) => path).toSorted());
});

test('each has the size that the pages announce and weighs little', () => {
  expect(files.filter(({ jpeg }) => jpeg.byteLength > 60_000)).toEqual([]);
  for (const { path, jpeg } of files) {
    expect({ path, ...sizeOf(jpeg) }).toEqual({ path, ...PREVIEW_SIZE });
  }
  const total = files.reduce((sum, { jpeg }) => sum + jpeg.byteLength, 0);
  expect(total).toBeLessThan(5_200_000);
});

test('what is committed is what would be rendered now', () => {
  const stale = previews.filter(({ path, stamp }) => rendered[path] !== stamp);
  expect(stale.map(({ path }) => path)).toEqual([]);
});
