import fc from 'fast-check';
import { expect, test } from 'vitest';
import { findFolded, foldText } from './fold-text.ts';

test.each([
  ['Café', 'cafe'],
  ['CAFE\u0301', 'cafe'],
  ['Straße STRASSE ẞ', 'strasse strasse ss'],
  ['Smørrebrød', 'smorrebrod'],
  ['Łódź', 'lodz'],
  ['Æsop Œuvre Þór Đorđe Ħal', 'aesop oeuvre thor dorde hal'],
  ['İSTANBUL ışık', 'istanbul isik'],
  ['Việt Nam', 'viet nam'],
  ['ΟΔΟΣ οδός', 'οδοσ οδοσ'],
  ['Ёлка', 'елка'],
  ['ﾛｺﾞ １２３ ＡＢＣ', 'ロゴ 123 abc'],
  ['が か', 'が か'],
  ['한글', '한글'],
  ['हिन्दी', 'हिन्दी'],
  ['مُحَمَّد', 'محمد'],
  ['שָׁלוֹם', 'שלום'],
  ['author’s “book” – e‑book', 'author\'s "book" - e-book'],
  ['a\u00a0 \tb', 'a b'],
  ['zero\u200bwidth so\u00adft', 'zerowidth soft'],
])('%j is compared as %j', (text, folded) => {
  expect(foldText(text)).toBe(folded);
  expect(foldText(text.normalize('NFD'))).toBe(folded);
  expect(foldText(text.normalize('NFC'))).toBe(folded);
});

test('every character that was folded stays as it is, in each Unicode form', () => {
  const changed: string[] = [];
  for (let code = 0; code <= 0xffff; code += 1) {
    const letter = String.fromCharCode(code);
    if (!letter.isWellFormed()) continue;
    // A neighbour outside ASCII takes the long way.
    for (const text of [letter, `${letter}ж`]) {
      const forms = [text, text.normalize('NFC'), text.normalize('NFD')].map(foldText);
      if (new Set([...forms, ...forms.map(foldText)]).size > 1) changed.push(code.toString(16));
    }
  }
  expect(changed).toEqual([]);
});

test('a text that was folded stays as it is, in each Unicode form', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      const folded = foldText(text);
      expect(foldText(folded)).toBe(folded);
      expect(foldText(text.normalize('NFD'))).toBe(foldText(text.normalize('NFC')));
    }),
  );
});

test.each([
  ['Diseño de café', 'cafe', 'café'],
  ['Disen\u0303o', 'DISEÑO', 'Disen\u0303o'],
  ['Das Straßenplakat', 'strasse', 'Straße'],
  ['Œuvre', 'oe', 'Œ'],
  ['ﾛｺﾞ', 'ロゴ', 'ﾛｺﾞ'],
  ['A café` here', 'é`', 'é`'],
])('%j holds %j as %j', (text, sought, written) => {
  const found = findFolded(text, sought);
  expect(found && text.slice(found.start, found.end)).toBe(written);
});

test('what a text does not hold is nowhere in it', () => {
  expect(findFolded('Logo', 'logos')).toBeUndefined();
  expect(findFolded('Logo', '')).toBeUndefined();
});
