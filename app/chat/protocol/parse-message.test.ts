import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseMessage } from './parse-message.ts';
import { canonicalPath } from './service-cards.ts';

test('text, a numbered list, a list of dashes or bullets: each is a block, as it was typed', () => {
  expect(
    parseMessage('We need:\n1. A logo\n2) A card\n- soon\n• in blue\n* and cheap\nThanks!'),
  ).toEqual([
    { kind: 'text', lines: ['We need:'] },
    { kind: 'numbered', lines: ['1. A logo', '2) A card'] },
    { kind: 'bulleted', lines: ['- soon', '• in blue', '* and cheap'] },
    { kind: 'text', lines: ['Thanks!'] },
  ]);
});

test('a numbered list keeps its numbers and its indentation, wherever it begins and whatever it skips', () => {
  expect(parseMessage('  7. seven\n9) nine')).toEqual([
    { kind: 'numbered', lines: ['  7. seven', '9) nine'] },
  ]);
});

describe('a line stays text when it', () => {
  test.each([
    ['has no space after its number', '3.5 hours'],
    ['is a number alone', '12.'],
    ['begins with a year and no mark', '2026 was good'],
    ['begins with a year and a stop', '2026. That was a good year'],
    ['begins with a date', '12. May is fine'],
    ['begins with an amount', '1500. And not one more'],
    ['has too many digits to be an item', '12345. street'],
    ['begins with a minus', '-5 degrees'],
    ['is a rule of dashes', '---'],
    ['is a dash alone', '- '],
    ['emphasises a word', '*really*'],
    ['has its number in the middle', 'Point 1. first'],
    ['is markup', '<b>- bold</b>'],
    ['is empty', ''],
  ])('%s', (_, line) => {
    expect(parseMessage(line)).toEqual([{ kind: 'text', lines: [line] }]);
  });
});

test('line breaks of every system count, and empty lines stay', () => {
  expect(parseMessage('a\r\nb\rc\n\nd')).toEqual([
    { kind: 'text', lines: ['a', 'b', 'c', '', 'd'] },
  ]);
});

test.each([
  '/services/graphics/book-design',
  'https://shop.example/services/graphics/book-design',
  '  /services/print-3d/tea-cups  ',
  'https://shop.example/es/services/graphics/book-design',
  '/pt-BR/services/business/call-center-%28b2b%29',
])('the address of a service alone on its line is a card: %s', (line) => {
  expect(parseMessage(line)).toEqual([{ kind: 'service', lines: [line] }]);
});

test.each([
  ['a word beside it', 'See /services/graphics/book-design'],
  ['a section only', '/services/graphics'],
  ['a page below it', '/services/graphics/book-design/order'],
  ['no name of a section', `/services/${'x'.repeat(41)}/book-design`],
  ['two prefixes', '/es/de/services/graphics/book-design'],
])('an address with %s stays text', (_, line) => {
  expect(parseMessage(line)).toEqual([{ kind: 'text', lines: [line] }]);
});

test('the path of a service is the same in every language, and none on another site', () => {
  const origin = 'https://shop.example';
  const pathOf = (address: string) => canonicalPath(address, origin);
  expect(pathOf('/es/services/graphics/book-design')).toBe('/services/graphics/book-design');
  expect(pathOf(`${origin}/de/services/x3d-2/a-%28b%29`)).toBe('/services/x3d-2/a-(b)');
  expect(pathOf(`${origin}/services/graphics/book-design`)).toBe('/services/graphics/book-design');
  expect(pathOf('https://other.example/es/services/graphics/book-design')).toBeUndefined();
});

test('no character is lost, added or moved, whatever is written', () => {
  const part = fc.oneof(
    fc.constantFrom('1. ', '- ', '• ', '2) ', '2026. ', '\n', '\r\n', ' ', '/services/a/b'),
    fc.string(),
  );
  fc.assert(
    fc.property(fc.array(part, { maxLength: 20 }), (pieces) => {
      const text = pieces.join('');
      const lines = parseMessage(text).flatMap((block) => block.lines);
      const written = text.split(/\r\n|\r|\n/);
      expect(lines).toEqual(written);
    }),
  );
});

test('neighbouring blocks are of different kinds, so that a list is one list', () => {
  const kinds = parseMessage('1. a\n1. b\n- c\n- d\ne\nf').map(({ kind }) => kind);
  expect(kinds).toEqual(['numbered', 'bulleted', 'text']);
});
