import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { FONT_CHARACTERS } from './characters.ts';

const css = readFileSync(new URL('../../app.css', import.meta.url), 'utf8');

const ranges = [
  ...css.matchAll(/url\('\.\/ui\/fonts\/([\w-]+)\.woff2'\)[^}]*unicode-range:([^;]+);/g),
].map(([, family, range = '']) => [family, pointsOf(range)] as const);

test('the browser is told which letters are in both typefaces', () => {
  const wanted = Array.from(FONT_CHARACTERS, (character) => character.codePointAt(0)!);
  expect(ranges.map(([family]) => family)).toEqual(['bricolage-grotesque', 'instrument-sans']);
  for (const [, points] of ranges) expect(points).toEqual(wanted.toSorted((a, b) => a - b));
});

function pointsOf(range: string): number[] {
  return range.split(',').flatMap((part) => {
    const [from = 0, to = from] = part
      .trim()
      .replace('U+', '')
      .split('-')
      .map((hex) => Number.parseInt(hex, 16));
    return Array.from({ length: to - from + 1 }, (_, index) => from + index);
  });
}
