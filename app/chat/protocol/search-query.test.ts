import { expect, test } from 'vitest';
import { speechIn } from '../../i18n/translate.ts';
import { speaking } from '../../platform/speech.server.ts';
import {
  dayCalled,
  isNobody,
  nobody,
  parseSearch,
  withoutFilter,
  writeFilter,
} from './search-query.ts';

test('filters stand anywhere among the words, quoted where they have spaces', () => {
  const { text, filters } = parseSearch(
    'cotton label:VIP agent:"Maya Okafor" bags after:2026-11-01 topic:sales',
  );
  expect(text).toBe('cotton bags');
  expect(filters.map(({ kind, value }) => [kind, value])).toEqual([
    ['label', 'VIP'],
    ['agent', 'Maya Okafor'],
    ['after', '2026-11-01'],
    ['topic', 'sales'],
  ]);
});

test.each([
  ['http://label:x', 'http://label:x'],
  ['relabel:vip', 'relabel:vip'],
  ['label:', 'label:'],
  ['label:""', ''],
  ['colour:red', 'colour:red'],
  ['"a phrase" -without', '"a phrase" -without'],
])('%j leaves %j to look for', (typed, text) => {
  expect(parseSearch(typed)).toMatchObject({ text, filters: [] });
});

test('one that is being typed counts as far as it is', () => {
  expect(parseSearch('agent:"Maya Ok').filters).toMatchObject([{ value: 'Maya Ok' }]);
});

test('what is written for a filter is understood as that filter, and goes without the rest', () => {
  for (const value of ['VIP', 'big customer', 'say "hi" twice', '12"', '"', 'a:b "c']) {
    const [filter] = parseSearch(`one ${writeFilter('label', value)} two`).filters;
    expect(filter?.value).toBe(value);
    expect(filter && withoutFilter(`one ${filter.written} two`, filter)).toBe('one two');
  }
});

test('Spanish says the same in its own words, and both are understood by everybody', () => {
  const typed = 'algodón etiqueta:VIP agente:nadie Tema:"Consulta de ventas" desde:2026-11-01';
  const { text, filters } = parseSearch(typed);
  expect(text).toBe('algodón');
  expect(filters.map(({ kind, value }) => [kind, value])).toEqual([
    ['label', 'VIP'],
    ['agent', 'nadie'],
    ['topic', 'Consulta de ventas'],
    ['after', '2026-11-01'],
  ]);
  expect(isNobody('nadie') && isNobody('Nobody')).toBe(true);
  speaking(speechIn('es'), () => {
    expect(writeFilter('before', '2026-11-01')).toBe('hasta:2026-11-01');
    expect(nobody()).toBe('nadie');
  });
});

test('days are as the calendar has them', () => {
  expect(dayCalled('2026-02-28')).toBe('2026-02-28');
  for (const wrong of ['2026-02-30', 'yesterday', '2026-1-1', "2026-01-01'"]) {
    expect(dayCalled(wrong)).toBeUndefined();
  }
});
