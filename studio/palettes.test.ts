import { expect, test } from 'vitest';
import { LOOKS } from './looks.ts';
import { contrast, legible, luminance } from './colour.ts';
import { PALETTES, inksOn } from './palettes.ts';

const FIELDS = [0, 1, 2] as const;

test('no object colour equals its field or another object colour', () => {
  for (const id of LOOKS) {
    for (const index of FIELDS) {
      const { base } = PALETTES[id].fields[index];
      const inks = Object.values(inksOn(id, index));
      expect(new Set([base, ...inks]).size).toBe(inks.length + 1);
    }
  }
});

test('text stands out at least 4.5 to 1 from main fields and 4 to 1 from every field', () => {
  for (const id of LOOKS) {
    for (const index of FIELDS) {
      const { base, text } = PALETTES[id].fields[index];
      expect(contrast(base, text)).toBeGreaterThan(index === 0 ? 4.5 : 4);
    }
  }
});

test('an order swaps the inks', () => {
  const plain = inksOn('video', 2);
  const swapped = inksOn('video', 2, [1, 0, 2, 3]);
  expect([swapped.one, swapped.two]).toEqual([plain.two, plain.one]);
});

test('luminance and contrast follow WCAG', () => {
  expect(luminance('#ffffff')).toBeCloseTo(1);
  expect(luminance('#000000')).toBe(0);
  expect(contrast('#000000', '#ffffff')).toBeCloseTo(21);
});

test('a legible ink is light on dark and dark on light', () => {
  const ink = inksOn('digital', 0);
  expect(legible('#7B1E4E', ink)).toBe(ink.light);
  expect(legible('#FFCF5A', ink)).toBe(ink.dark);
});
