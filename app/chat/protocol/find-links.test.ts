import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { findLinks } from './find-links.ts';

const linksIn = (line: string) =>
  findLinks(line)
    .filter(({ isLink }) => isLink)
    .map(({ text }) => text);

describe('an address', () => {
  test.each([
    ['alone', 'https://example.com', 'https://example.com'],
    [
      'with a path, a query and a place',
      'https://example.com/a/b?c=d&e=f#g',
      'https://example.com/a/b?c=d&e=f#g',
    ],
    ['with a port', 'at http://localhost:3000/x', 'http://localhost:3000/x'],
    [
      'with a name and a password',
      'https://ann:secret@example.com/',
      'https://ann:secret@example.com/',
    ],
    ['of an IPv6 host', 'http://[::1]:8080/a', 'http://[::1]:8080/a'],
    ['in capital letters', 'HTTPS://EXAMPLE.COM/A', 'HTTPS://EXAMPLE.COM/A'],
    ['in mixed case, as phones begin a sentence', 'Https://example.com', 'Https://example.com'],
    [
      'with balanced brackets',
      'https://en.wikipedia.org/wiki/Foo_(bar)',
      'https://en.wikipedia.org/wiki/Foo_(bar)',
    ],
    [
      'with brackets in brackets',
      '(see https://en.wikipedia.org/wiki/Foo_(bar))',
      'https://en.wikipedia.org/wiki/Foo_(bar)',
    ],
    ['with brackets within', 'https://example.com/a(b)c, please', 'https://example.com/a(b)c'],
    [
      'with square and curly brackets',
      'https://example.com/?a[]=1&b={x}.',
      'https://example.com/?a[]=1&b={x}',
    ],
    [
      'before a bracket that is not closed',
      'https://example.com/a(see the docs)',
      'https://example.com/a',
    ],
    ['between brackets of another kind', '[https://example.com/a]', 'https://example.com/a'],
    ['before a stop', 'Look: https://example.com/a.', 'https://example.com/a'],
    ['before several marks', 'Really https://example.com/a?!...', 'https://example.com/a'],
    ['before a comma and more', 'https://example.com/a, and', 'https://example.com/a'],
    ['in straight quotes', '"https://example.com/a"', 'https://example.com/a'],
    ['in single quotes', "'https://example.com/a'", 'https://example.com/a'],
    [
      'with an apostrophe within',
      "https://en.wikipedia.org/wiki/Hubert's_map",
      "https://en.wikipedia.org/wiki/Hubert's_map",
    ],
    ['in curly quotes', '“https://example.com/a”', 'https://example.com/a'],
    ['in single curly quotes', '‘https://example.com/a’.', 'https://example.com/a'],
    ['in guillemets', '«https://example.com/a»', 'https://example.com/a'],
    ['in German quotes', '„https://example.com/a“', 'https://example.com/a'],
    ['in pointed brackets', '<https://example.com/a>', 'https://example.com/a'],
    ['in backticks', '`https://example.com/a`', 'https://example.com/a'],
    ['in stars', '**https://example.com/a**', 'https://example.com/a'],
    ['before a dash between clauses', 'https://example.com/a—see there', 'https://example.com/a'],
    ['before an ellipsis', 'https://example.com/a…', 'https://example.com/a'],
    ['before a Chinese stop', '请看https://example.com/a。谢谢', 'https://example.com/a'],
    ['before a Chinese comma', 'https://example.com/a，谢谢', 'https://example.com/a'],
    ['before an enumeration comma', 'https://example.com/a、b', 'https://example.com/a'],
    ['in Japanese quotes', '「https://example.com/a」です', 'https://example.com/a'],
    ['in double Japanese quotes', '『https://example.com/a』', 'https://example.com/a'],
    ['in wide brackets', '（https://example.com/a）', 'https://example.com/a'],
    ['in lenticular brackets', '【https://example.com/a】', 'https://example.com/a'],
    ['before a wide question mark', 'https://example.com/a？', 'https://example.com/a'],
    ['before a Chinese word', 'https://example.com请看', 'https://example.com'],
    ['before a Korean particle', 'https://example.com에서 봤어요', 'https://example.com'],
    ['before an Arabic comma', 'https://example.com/a، ثم', 'https://example.com/a'],
    ['before a Hindi stop', 'https://example.com/a।', 'https://example.com/a'],
    [
      'of an international host',
      'https://bücher.example/katalog',
      'https://bücher.example/katalog',
    ],
    ['of a Japanese host', 'https://例え.テスト/パス', 'https://例え.テスト/パス'],
    [
      'with a Chinese path',
      'https://zh.wikipedia.org/wiki/中国_(消歧义)',
      'https://zh.wikipedia.org/wiki/中国_(消歧义)',
    ],
    ['before an invisible mark', 'https://example.com/a\u200f', 'https://example.com/a'],
    [
      'that ends with a slash, a dash or a number sign',
      'https://example.com/a-/',
      'https://example.com/a-/',
    ],
    [
      'in an address',
      'https://web.archive.org/web/2020/https://example.com/',
      'https://web.archive.org/web/2020/https://example.com/',
    ],
  ])('%s', (_, line, expected) => {
    expect(linksIn(line)).toEqual([expected]);
  });

  test('stands beside another one', () => {
    expect(linksIn('https://a.example,https://b.example')).toEqual([
      'https://a.example,https://b.example',
    ]);
    expect(linksIn('[https://a.example](https://b.example)')).toEqual([
      'https://a.example',
      'https://b.example',
    ]);
    expect(linksIn('https://a.example、https://b.example')).toEqual([
      'https://a.example',
      'https://b.example',
    ]);
  });
});

test.each([
  'javascript:alert(1)',
  'JavaScript:https',
  'data:text/html,x',
  'xhttps://example.com',
  'https://',
  'https://.',
  'https:// example.com',
  'http://(',
  'http://example.com:99999999',
  'ftp://example.com',
  'example.com',
  'http:/example.com',
])('%s stays text', (line) => {
  expect(findLinks(line)).toEqual([{ text: line, isLink: false }]);
});

const part = fc.oneof(
  fc.constantFrom(
    'https://',
    'HTTP://',
    'example.com',
    '/a',
    '(',
    ')',
    '[',
    ']',
    '{',
    '}',
    '。',
    '」',
    '”',
    "'",
    '.',
    ' ',
    '?',
    '例え',
    'javascript:',
  ),
  fc.string({ unit: 'grapheme', maxLength: 4 }),
);

test('nothing is lost, and only web addresses are links, whatever is written', () => {
  fc.assert(
    fc.property(fc.array(part, { maxLength: 30 }), (pieces) => {
      const line = pieces.join('');
      const found = findLinks(line);
      expect(found.map(({ text }) => text).join('')).toBe(line);
      const isFine = ({ text, isLink }: (typeof found)[number]) =>
        isLink ? /^https?:$/.test(new URL(text).protocol) : text !== '';
      expect(found.filter((one) => !isFine(one))).toEqual([]);
    }),
  );
});

test('the brackets of a link are balanced', () => {
  fc.assert(
    fc.property(fc.array(part, { maxLength: 30 }), (pieces) => {
      for (const link of linksIn(pieces.join(''))) {
        const brackets = link.replaceAll(/[^()[\]{}]/g, '');
        let rest = brackets;
        for (let next = ''; next !== rest;) {
          next = rest;
          rest = rest.replaceAll(/\(\)|\[\]|\{\}/g, '');
        }
        expect(rest, link).toBe('');
      }
    }),
  );
});

// These cases were reported to other products: cmark-gfm 83, linkify-it 105, Nextcloud Talk 3922, osTicket
// 453, Saito 373, hapi 478.
describe('an address that other products took too far', () => {
  test.each([
    ['https://github.com。', 'https://github.com'],
    ['https://github.com！', 'https://github.com'],
    ['（https://github.com/user/repo）', 'https://github.com/user/repo'],
    ['(http://www.example.com/abc)', 'http://www.example.com/abc'],
    ['blah blah (https://www.google.com) blah', 'https://www.google.com'],
    ['https://foo.bar/baz_(zip)', 'https://foo.bar/baz_(zip)'],
    [
      'Issue 已创建：https://github.com/a/b/issues/477，涵盖了',
      'https://github.com/a/b/issues/477',
    ],
    ['访问 https://example.com/docs（中文说明）了解更多', 'https://example.com/docs'],
  ])('%s', (line, expected) => {
    expect(linksIn(line)).toEqual([expected]);
  });
});
