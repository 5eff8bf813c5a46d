import { expect, test } from 'vitest';
import { atWord, mentionedIn, mentionOptions } from './mentions.ts';

const LEO = { id: 'leo', name: 'Leo Marchetti' };
const LEONA = { id: 'leona', name: 'Leona Marsh' };
const ANN = { id: 'ann', name: 'Ann' };
const ANN_LEE = { id: 'ann-lee', name: 'Ann Lee' };
const PEOPLE = [LEO, LEONA, ANN, ANN_LEE];

test.each([
  ['@Leo Marchetti, can you look?', [LEO]],
  ['(@leo marchetti) and @Leona Marsh.', [LEO, LEONA]],
  ['@Ann Lee knows', [ANN_LEE]],
  ['@Ann knows', [ANN]],
  ['Ask @Annabel', []],
  ['write to elena@leo marchetti', []],
  ['@ Leo Marchetti', []],
  ['@Leo Marchetti @Leo Marchetti', [LEO]],
])('%j names whom it names', (text, named) => {
  expect(mentionedIn(text, PEOPLE)).toEqual(named);
});

test('of two of one name both are told', () => {
  const other = { id: 'other', name: 'leo marchetti' };
  expect(mentionedIn('@Leo Marchetti', [LEO, other])).toEqual([LEO, other]);
});

test('a name is looked for behind an @ that begins a word', () => {
  expect(atWord('Ask @', 5)).toEqual({ start: 4, query: '' });
  expect(atWord('Ask @Leo Mar', 12)).toEqual({ start: 4, query: 'leo mar' });
  expect(atWord('elena@north', 11)).toBeUndefined();
  expect(atWord('@Leo\nnext', 9)).toBeUndefined();
  expect(mentionOptions('mar', PEOPLE)).toEqual([LEO, LEONA]);
  expect(mentionOptions('leo m', PEOPLE)).toEqual([LEO]);
  expect(mentionOptions('', PEOPLE)).toHaveLength(4);
});
