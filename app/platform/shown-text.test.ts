import { expect, test } from 'vitest';
import { toLine, toText } from './shown-text.ts';

test('a text keeps its lines and its script, and turns nothing around', () => {
  expect(toText('one\r\n\n\0two\ud800')).toBe('one\n\ntwo\ufffd');
  expect(toText('שלום\u200f, می‌خواهم, Việt, நன்றி')).toBe('שלום\u200f, می‌خواهم, Việt, நன்றி');
  expect(toText('pay \u202e001$\u202c now \u2066x\u2069')).toBe('pay 001$ now x');
});

test('ten thousand combining characters become four, in a line and in a text', () => {
  const pile = `q${'\u0489'.repeat(10_000)}!`;
  expect(toText(pile)).toBe(`q${'\u0489'.repeat(4)}!`);
  expect(toLine(pile, 80)).toBe(`q${'\u0489'.repeat(4)}!`);
});

test('a line has no breaks and no more than it may', () => {
  expect(toLine('a\r\nBcc: b\u2028c', 80)).toBe('a Bcc: b c');
  expect(toLine('abcdef', 3)).toBe('abc');
});
