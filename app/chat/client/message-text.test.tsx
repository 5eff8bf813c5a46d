import fc from 'fast-check';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { MessageText } from './message-text.tsx';

const ENTITIES: Readonly<Record<string, string>> = {
  '&lt;': '<',
  '&gt;': '>',
  '&amp;': '&',
  '&quot;': '"',
  '&#x27;': "'",
};

const rendered = (text: string) => renderToStaticMarkup(<MessageText text={text} />);

const readIn = (text: string) =>
  rendered(text)
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll(/&[#\w]+;/g, (entity) => ENTITIES[entity] ?? entity);

test.each([
  ['a year', '2026. That was a good year', '2026.'],
  ['a list that begins high', '1998. a\n1999. b', '1999.'],
  ['degrees', '-5 degrees', '-5'],
  ['a dash alone', '- ', '-'],
  ['a bullet', '• blue', '•'],
  ['a number with a bracket', '1) first', '1)'],
  ['a number with a stop', '01. first', '01.'],
])('%s is read as it was typed', (_, typed, part) => {
  expect(readIn(typed)).toContain(part);
});

test('spaces, tabs and indentation are in the page as they were typed', () => {
  const code = 'def f(x):\n\tif  x:\n        return   1';
  expect(readIn(code)).toBe(code.replaceAll('\n', ''));
  expect(rendered(code).match(/whitespace-pre-wrap/g)).toHaveLength(3);
});

test('every line has a direction of its own, in lists, too', () => {
  const html = rendered('Hello\nשלום\n1. אחת\n2. שתיים\n- مرحبا\n');
  expect(html.match(/<(?:div|li) dir="auto"/g)).toHaveLength(6);
});

test('lists are lists, with the numbers and signs that were typed', () => {
  expect(rendered('1. A logo\n2) A card')).toMatch(
    /^<ol role="list"[^>]*><li[^>]*>1\. A logo<\/li><li[^>]*>2\) A card<\/li><\/ol>$/,
  );
  expect(rendered('- soon\n• in blue')).toMatch(/^<ul role="list"/);
});

test('no character that one can see is lost, added or moved, whatever is typed', () => {
  const part = fc.oneof(
    fc.constantFrom(
      '1. ',
      '- ',
      '• ',
      '2) ',
      '2026. ',
      '-5',
      '\n',
      '\t',
      '  ',
      'https://a.example/(b)',
      '<b>',
      '&amp;',
      '。',
    ),
    fc.string(),
  );
  fc.assert(
    fc.property(fc.array(part, { maxLength: 20 }), (pieces) => {
      // React and browsers treat these characters differently, and no message contains them.
      const text = pieces.join('').replaceAll(/[\0\r]/g, '');
      expect(readIn(text)).toBe(text.replaceAll('\n', ''));
    }),
  );
});

test('a word that no line can hold is marked, and usual text is not', () => {
  expect(rendered('x'.repeat(4000))).toContain('font-kerning');
  expect(rendered('some words '.repeat(300))).not.toContain('font-kerning');
});
