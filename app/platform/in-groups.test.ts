import { expect, test } from 'vitest';
import { inGroups } from './in-groups.ts';

test('writes whole numbers as English does', () => {
  const english = new Intl.NumberFormat('en-US');
  for (const value of [0, 7, 100, 999, 1000, 4000, 12_345, 999_999, 1_000_000, 1_234_567_890]) {
    expect(inGroups(value)).toBe(english.format(value));
  }
});
