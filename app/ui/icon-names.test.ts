import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { ICON_NAMES } from './icon-names.ts';

const sprite = readFileSync(new URL('./icons.svg', import.meta.url), 'utf8');
const symbols = [...sprite.matchAll(/<symbol id="([^"]+)"[^>]*>(.*?)<\/symbol>/gs)];

test('every icon is in the sprite, and the sprite holds no other', () => {
  const ids = symbols.map(([, id]) => id);
  expect(new Set(ids)).toEqual(new Set(ICON_NAMES));
  expect(ids).toHaveLength(ICON_NAMES.length);
});

test('no icon is blank', () => {
  const blank = symbols.filter(
    ([, , body]) => !/<(path|circle|polygon|rect|polyline)\b/.test(body ?? ''),
  );
  expect(blank.map(([, id]) => id)).toEqual([]);
});

test('no icon has a colour of its own: it takes that of the text around it', () => {
  expect(sprite).not.toMatch(/fill="#|stroke="#|<style/);
});
