import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { drawAllPictures } from './draw-all-pictures.ts';
import { PUBLIC_FOLDER } from './product.ts';

const ART_FOLDER = new URL('art/', PUBLIC_FOLDER);

test('the committed pictures are the drawn pictures; `npm run pictures` writes them again', () => {
  const drawn = [...drawAllPictures()];
  expect(drawn).toHaveLength(468);
  const changed = drawn
    .filter(([path, svg]) => readFileSync(new URL(`.${path}`, PUBLIC_FOLDER), 'utf8') !== svg)
    .map(([path]) => path);
  expect(changed).toEqual([]);
});

test('the folder of the pictures holds nothing else', () => {
  const files = readdirSync(ART_FOLDER, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.includes('.'))
    .map((name) => `/art/${name.replaceAll('\\', '/')}`);
  expect(files.toSorted()).toEqual([...drawAllPictures()].map(([path]) => path).toSorted());
});
