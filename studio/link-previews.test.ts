import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { drawLinkPreviews } from './draw-link-previews.ts';
import { PUBLIC_FOLDER } from './product.ts';

const folder = fileURLToPath(PUBLIC_FOLDER);
const rendered = JSON.parse(
  readFileSync(new URL('link-previews.json', import.meta.url), 'utf8'),
) as Readonly<Record<string, string>>;
const previews = drawLinkPreviews();
const files = previews.map(({ path }) => ({ path, jpeg: readFileSync(join(folder, path)) }));

test('the home page, the seven sections and the 125 services have one each, and nothing else', () => {
  const found = readdirSync(`${folder}previews`, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.includes('.'))
    .map((name) => `/previews/${name.replaceAll('\\', '/')}`);
  expect(new Set(previews.map(({ path }) => path)).size).toBe(1 + 7 + 125);
  expect(found.toSorted()).toEqual(previews.map(({ path }) => path).toSorted());
});

test('each weighs little', () => {
  expect(files.filter(({ jpeg }) => jpeg.byteLength > 60_000)).toEqual([]);
  const total = files.reduce((sum, { jpeg }) => sum + jpeg.byteLength, 0);
  expect(total).toBeLessThan(5_200_000);
});

test('what is committed is what would be rendered now', () => {
  const stale = previews.filter(({ path, stamp }) => rendered[path] !== stamp);
  expect(stale.map(({ path }) => path)).toEqual([]);
});
