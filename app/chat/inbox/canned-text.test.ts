import { expect, test } from 'vitest';
import type { Language } from '../../platform/languages.ts';
import { openVariable } from '../protocol/half-written.ts';
import { fillVariables, insertLine, pickerOptions, slashWord } from './canned-text.ts';

const values = { visitor: 'elena.ruiz', agent: 'Maya Okafor', service: 'Book Design' };

test('variables are filled in, and what is not known stays to be written by hand', () => {
  const filled = fillVariables('Hello {visitor}, {service} is {price}. {agent} {other}', values);
  expect(filled).toBe('Hello elena.ruiz, Book Design is {price}. Maya Okafor {other}');
  const [start = 0, end = 0] = openVariable(filled) ?? [];
  expect(filled.slice(start, end)).toBe('{price}');
});

test('a visitor whose name is not known is not greeted by a part of the address', () => {
  expect(fillVariables('Hello {visitor},', { ...values, visitor: null })).toBe('Hello there,');
});

test('a value that looks like a variable or a replacement pattern stays what it is', () => {
  const sly = { ...values, visitor: '{agent}$&$1' };
  expect(fillVariables('Hello {visitor}', sly)).toBe('Hello {agent}$&$1');
});

test.each([
  ['/', { start: 0, query: '' }],
  ['Hello /Ne', { start: 6, query: 'ne' }],
  ['Hello\n/book des', { start: 6, query: 'book des' }],
  ['and/or', undefined],
  ['see / or that', undefined],
  ['https://example.org', undefined],
  ['/next\nline', undefined],
])('a slash opens the picker only at the start of a word: %j', (text, expected) => {
  expect(slashWord(text, text.length)).toEqual(expected);
});

test('what stands behind the caret is no part of the slash word', () => {
  expect(slashWord('/next steps', 3)).toEqual({ start: 0, query: 'ne' });
});

test('replies are offered by shortcut and services by title, which takes two letters', () => {
  const reply = (shortcut: string) => ({
    id: shortcut,
    shortcut,
    text: 'x',
    texts: {},
    isShared: true,
  });
  const service = (title: string) => ({ path: title, title, price: '$1', picture: '' });
  const offer = (query: string) =>
    pickerOptions(
      query,
      [reply('book-times'), reply('hello')],
      [service('Book Design'), service('Logo')],
    ).map(({ id }) => id);
  expect(offer('')).toEqual(['book-times', 'hello']);
  expect(offer('b')).toEqual(['book-times']);
  expect(offer('book')).toEqual(['book-times', 'Book Design']);
  expect(offer('book d')).toEqual(['Book Design']);
});

test('an inserted line stands alone, whatever was written around it', () => {
  expect(insertLine('See /bo and tell me', 4, 7, 'URL')).toEqual({
    text: 'See\nURL\nand tell me',
    caret: 7,
  });
  expect(insertLine('\n/bo', 1, 4, 'URL')).toEqual({ text: '\nURL', caret: 4 });
  expect(insertLine('\n', 0, 0, 'URL')).toEqual({ text: 'URL\n', caret: 3 });
  expect(insertLine('/bo', 0, 3, 'URL')).toEqual({ text: 'URL', caret: 3 });
});

test('a line is inserted behind any number of spaces', () => {
  const spaces = `a${' '.repeat(60_000)}x`;
  expect(insertLine(spaces, spaces.length, spaces.length, 'URL').caret).toBe(60_006);
});

test('a reply is offered in the visitor’s language, with a mark where it has none of it', () => {
  const reply = { id: 'a', shortcut: 'hi', text: 'Hello {visitor}', isShared: true };
  const both = { ...reply, texts: { es: 'Hola, {visitor}' } };
  const one = { ...reply, id: 'b', texts: {} };
  const offered = (language: Language, isTranslated = true) =>
    pickerOptions('hi', [both, one], [], { language, isTranslated }).map((option) =>
      option.kind === 'reply' ? [option.text, option.missing] : [],
    );
  expect(offered('es')).toEqual([
    ['Hola, {visitor}', undefined],
    ['Hello {visitor}', 'es'],
  ]);
  expect(offered('en').flat()).toEqual([
    'Hello {visitor}',
    undefined,
    'Hello {visitor}',
    undefined,
  ]);
  // If all visitors use one language, translations are not expected.
  expect(offered('es', false)[1]).toEqual(['Hello {visitor}', undefined]);
});
