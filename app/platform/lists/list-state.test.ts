import { expect, test } from 'vitest';
import { msg } from '../../i18n/translate.ts';
import {
  clearFilters,
  dayFilter,
  isFiltered,
  lineOf,
  oneOf,
  pathOfList,
  readListState,
  type ListShape,
} from './list-state.ts';

const LIST = {
  path: '/team/invoices',
  columns: {
    number: { label: msg('Document'), sort: 'descending' },
    buyer: { label: msg('Buyer') },
    email: { label: msg('Email'), isOptional: true },
  },
  filters: { q: lineOf(10), show: oneOf(['all', 'open']), from: dayFilter },
  sort: '-number',
} as const satisfies ListShape;

const read = (search: string) => readListState(LIST, new URLSearchParams(search));

test('the address holds the whole state of a list', () => {
  for (const search of [
    'q=a+b&show=open&from=2026-02-28&sort=number&columns=number.email&after=abc',
    'show=open&before=abc',
  ]) {
    expect(pathOfList(LIST, read(search))).toBe(`/team/invoices?${search}`);
  }
  // The bare address would open the default view.
  expect(pathOfList(LIST, read(''))).toBe('/team/invoices?sort=-number');
});

test('invalid values of an address are ignored', () => {
  const broken =
    'q=%00&show=none&from=2026-02-30&sort=buyer&columns=constructor.__proto__&after=%27&before=a%20b';
  expect(read(broken)).toEqual(read(''));
  expect(read('sort=-toString')).toEqual(read(''));
  expect(read('q=12345678901234567890').filters.q.length).toBeLessThanOrEqual(10);
  // The first of two cursors counts.
  expect(read('after=a&before=b')).toMatchObject({ after: 'a', before: '' });
});

test('columns keep their order, and the first one is always shown', () => {
  expect(read('columns=email.buyer.nothing').columns).toEqual(['number', 'buyer', 'email']);
  expect(read('columns=buyer').columns).toEqual(['number', 'buyer']);
});

test('clearing the filters keeps the columns', () => {
  const state = read('q=x&columns=email');
  expect(isFiltered(LIST, state)).toBe(true);
  const cleared = clearFilters(LIST, state);
  expect(isFiltered(LIST, cleared)).toBe(false);
  expect(cleared.columns).toEqual(['number', 'email']);
});
