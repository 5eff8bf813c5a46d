import { describe, expect, test } from 'vitest';
import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage';
import { setupI18n } from '@lingui/core';
import { catalogueNames, readCatalogue } from '../../app/i18n/read-catalogue.server.ts';
import { toPseudo, toPseudoCatalogue } from '../support/pseudo-messages.ts';

function format(message: string, values: Record<string, string | number> = {}): string {
  const i18n = setupI18n({
    locale: 'de',
    messages: { de: { id: compileMessageOrThrow(message) } },
  });
  return i18n._('id', values);
}

const IDS = catalogueNames('en').flatMap((name) => Object.keys(readCatalogue('en', name)));

describe('a pseudo message', () => {
  test('is accented, longer and in brackets', () => {
    expect(toPseudo('Page not found')).toBe('⟦Þååĝéé ñøøţ ƒøøûûñđ⟧');
  });

  test('keeps placeholders', () => {
    const pseudo = toPseudo('Page {page} of {pageCount}');
    expect(pseudo).toBe('⟦Þååĝéé {page} øøƒ {pageCount}⟧');
    expect(format(pseudo, { page: 2, pageCount: 5 })).toBe('⟦Þååĝéé 2 øøƒ 5⟧');
  });

  test('keeps the categories of a plural, with placeholders and signs of its own', () => {
    const pseudo = toPseudo(
      '{count, plural, =0 {none} one {# day for {name}} other {# days}} left',
    );
    expect(pseudo).toBe(
      '⟦{count, plural, =0 {ñøøñéé} one {# đååý ƒøøŕ {name}} other {# đååýš}} ļééƒţ⟧',
    );
    expect([0, 1, 2].map((count) => format(pseudo, { count, name: 'Ana' }))).toEqual([
      '⟦ñøøñéé ļééƒţ⟧',
      '⟦1 đååý ƒøøŕ Ana ļééƒţ⟧',
      '⟦2 đååýš ļééƒţ⟧',
    ]);
  });

  test('keeps tags', () => {
    expect(toPseudo('Read <link>our terms</link> first<br/>')).toBe(
      '⟦Ŕééååđ <link>øøûûŕ ţééŕɱš</link> ƒïïŕšţ<br/>⟧',
    );
  });

  test('keeps quoted braces and doubled apostrophes', () => {
    const pseudo = toPseudo("It''s '{visitor}' {name}");
    expect(pseudo).toBe("⟦ÏÏţ''š '{visitor}' {name}⟧");
    expect(format(pseudo, { name: 'Ana' })).toBe("⟦ÏÏţ'š {visitor} Ana⟧");
  });

  test('of every message compiles, and all together are a third to a half longer', () => {
    expect(IDS.length).toBeGreaterThan(1000);
    const pseudo = IDS.map(toPseudo);
    for (const each of pseudo) expect(() => compileMessageOrThrow(each)).not.toThrow();
    const lengthOf = (messages: readonly string[]) => messages.join('').length;
    const growth = lengthOf(pseudo) / lengthOf(IDS);
    expect(growth).toBeGreaterThan(1.33);
    expect(growth).toBeLessThan(1.5);
  });
});

test('a pseudo catalogue has texts where the catalogue has texts, and compiled messages where it has those', () => {
  const id = '{count, plural, one {# day} other {# days}}';
  expect(toPseudoCatalogue({ Save: 'Speichern', [id]: compileMessageOrThrow(id) })).toEqual({
    Save: '⟦Šååṽéé⟧',
    [id]: compileMessageOrThrow('⟦{count, plural, one {# đååý} other {# đååýš}}⟧'),
  });
});
