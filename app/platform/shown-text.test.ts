import { describe, expect, test } from 'vitest';
import {
  isBlank,
  toLine,
  toText,
  typedLength,
  trimText,
  shorten,
  shortenLine,
} from './shown-text.ts';

test('a text keeps its lines and its script, and turns nothing around', () => {
  expect(toText('one\r\n\n\0two\ud800', 80)).toBe('one\n\ntwo\ufffd');
  const scripts = 'שלום\u200f, می‌خواهم, Việt, நன்றி';
  expect(toText(scripts, 80)).toBe(scripts);
  expect(toText('pay \u202e001$\u202c now \u2066x\u2069', 80)).toBe('pay 001$ now x');
});

test('ten thousand combining characters become four, in a line and in a text', () => {
  const pile = `q${'\u0489'.repeat(10_000)}!`;
  expect(toText(pile, 4000)).toBe(`q${'\u0489'.repeat(4)}!`);
  expect(toLine(`q${'\u0489'.repeat(1000)}!`, 80)).toBe(`q${'\u0489'.repeat(4)}!`);
});

test('a text that is too long ends with an ellipsis, within its length', () => {
  expect(shorten('A lighthouse', 12)).toBe('A lighthouse');
  expect(shorten('A lighthouse', 11)).toBe('A lighthou…');
  expect(shorten('A lighthouse', 3)).toBe('A…');
  expect(shorten('👩🏽👩🏽👩🏽', 5)).toBe('👩🏽👩🏽…');
  expect(shortenLine(' A\n lighthouse ', 12)).toBe('A lighthouse');
});

test('a line has no breaks and no more than it may', () => {
  expect(toLine('a\r\nBcc: b\u2028c', 80)).toBe('a Bcc: b c');
  expect(toLine('abcdef', 3)).toBe('abc');
});

test('what honest people type fits to the last character, however it is encoded', () => {
  const names = ['Nguyễn Thị Ngọc Ánh', 'Ἀριστοτέλης ᾂ', 'ప్రశాంత్', '김민수', '👨‍👩‍👧‍👦 Kim'];
  for (const name of names) expect(toLine(name.normalize('NFD'), 80)).toBe(name.normalize('NFC'));
  expect(toLine('ᾂ'.normalize('NFD').repeat(80), 80)).toBe('ᾂ'.repeat(80));
  for (const text of ['x', '\n', 'ệ'.normalize('NFD'), '👨‍👩‍👧‍👦']) {
    const whole = `a${text.repeat(Math.floor(3998 / text.length))}b`;
    expect(toText(whole, 4000)).toBe(whole);
    expect(toText(whole.replaceAll('\n', '\r\n'), 4000)).toBe(whole);
  }
});

test('what is too long stays too long, and is not worked through', () => {
  expect(toText('x'.repeat(4001), 4000)).toHaveLength(4001);
  expect(toText('x'.repeat(typedLength(4000) + 1), 4000)).toHaveLength(4001);
  expect(toText(`  ${'x'.repeat(4000)}\r\n`, 4000)).toHaveLength(4000);
});

describe('a text that nobody can see is empty', () => {
  test.each([
    ['spaces', ' \t\n\u00a0\u3000\u2003'],
    ['zero-width characters', '\u200b\u200c\u200d\ufeff\u2060'],
    ['soft hyphens', '\u00ad\u00ad'],
    ['Hangul fillers', '\u115f\u1160\u3164\uffa0'],
    ['blank Braille', '\u2800\u2800'],
    ['tags', '\u{e0041}\u{e007f}\u{e0001}'],
    ['variation selectors', '\ufe0f\ufe00\u{e0100}\u180b'],
    ['the combining grapheme joiner', '\u034f'],
    ['the Mongolian vowel separator', '\u180e'],
    ['Khmer inherent vowels', '\u17b4\u17b5'],
    ['invisible operators', '\u2061\u2062\u2063\u2064'],
    ['direction marks', '\u200e\u200f\u061c\u202a\u202e\u2066\u2069'],
    ['musical and shorthand controls', '\u{1d173}\u{1bca0}\u{1d159}'],
    ['annotation anchors', '\ufff9\ufffa\ufffb'],
    ['reserved code points a font may ignore', '\ufff0\u{e0fff}\u2065'],
    ['all of it together', '\u00ad \u3164\u2800\n\u{e0020}\u200b'],
  ])('%s', (_, text) => {
    expect(isBlank(text)).toBe(true);
    expect(toText(text, 4000)).toBe('');
    expect(toLine(text, 80)).toBe('');
  });

  test.each([
    '0',
    '.',
    '👍',
    '❤️',
    '🏴󠁧󠁢󠁥󠁮󠁧󠁿',
    '한',
    'ㅋㅋ',
    '⠓',
    'می‌خواهم',
    '\u0601',
    '\u{1fae8}',
    '\ue000',
  ])('and %j is not', (text) => {
    expect(isBlank(text)).toBe(false);
    expect(toText(text, 4000)).toBe(text);
  });
});

describe('what is trimmed of a text', () => {
  test.each([
    ['around one line everything', '  hello \n', 'hello'],
    [
      'not the indentation of the first of several lines',
      '\n\n    if x:\n        y\n\n',
      '    if x:\n        y',
    ],
    ['not a tab there either', '\tif x:\n\t\ty', '\tif x:\n\t\ty'],
    [
      'not the wide spaces of a Chinese paragraph',
      '\u3000\u3000第一\n第二',
      '\u3000\u3000第一\n第二',
    ],
    ['what is neither space nor tab', '\u2028 x\ny', 'x\ny'],
    ['all of nothing', ' \n \t', ''],
  ])('%s', (_, text, expected) => {
    expect(trimText(text)).toBe(expected);
    expect(toText(text, 100)).toBe(expected);
  });
});
