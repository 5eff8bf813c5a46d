import { expect, test } from 'vitest';
import { normalizeName } from './account-fields.ts';

test.each([
  ['  Maya   Okafor ', 'Maya Okafor'],
  ['Eve\r\nBcc: x', 'Eve Bcc: x'],
  ['gpj.\u202eexe', 'gpj. exe'],
  ['a\u0000b', 'a b'],
  ['\u200b\u2060', ''],
  ['José', 'José'],
  ['می‌خواهم', 'می‌خواهم'],
])('%j is kept as %j', (typed, saved) => {
  expect(normalizeName(typed)).toBe(saved);
});

test('ten thousand combining characters become four', () => {
  expect(normalizeName(`q${'\u0489'.repeat(10_000)}`)).toBe(`q${'\u0489'.repeat(4)}`);
});

test('a name has at most 80 characters', () => {
  expect(Array.from(normalizeName('😀'.repeat(500)))).toHaveLength(80);
});
