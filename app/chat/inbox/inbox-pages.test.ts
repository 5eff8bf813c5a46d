import { expect, test } from 'vitest';
import type { InboxEntry } from '../protocol/views.ts';
import { DEFAULT_QUERY } from './inbox-query.ts';
import {
  goesBeyond,
  pageOf,
  putFirstPage,
  putFurtherPage,
  type ViewList,
} from './inbox-entries.ts';

const PAGE = 3;

/** A higher number is newer. */
const createEntry = (number: number, said = 'before') =>
  ({
    visitorId: `v${number}`,
    updatedAt: `2026-06-12T09:${String(number).padStart(2, '0')}:00.000Z`,
    waitingSince: null,
    messageCount: 1,
    lastMessageText: said,
    state: 'open',
  }) as InboxEntry;

const numbersOf = ({ entries }: ViewList) =>
  entries.map(({ visitorId }) => Number(visitorId.slice(1)));

/** Reloads the loaded list from the server page by page, as after a long disconnect. */
function readAgain(loaded: ViewList, server: readonly InboxEntry[]): ViewList {
  const pageAfter = (before?: InboxEntry) => {
    const rest = server.filter(({ updatedAt }) => !before || updatedAt < before.updatedAt);
    return pageOf(DEFAULT_QUERY, rest.slice(0, PAGE), PAGE);
  };
  let page = pageAfter();
  let list = putFirstPage(loaded, DEFAULT_QUERY, page);
  while (goesBeyond(list, DEFAULT_QUERY, page)) {
    const before = page.entries.at(-1)!;
    page = pageAfter(before);
    list = putFurtherPage(list, DEFAULT_QUERY, before, page);
  }
  return list;
}

const loadedOf = (numbers: readonly number[]): ViewList => {
  const entries = numbers.map((number) => createEntry(number));
  const last = entries.at(-1)!;
  return { entries, hasMore: true, end: { at: last.updatedAt, visitorId: last.visitorId } };
};

test('what went while nobody told it is gone from every page that was scrolled to', () => {
  const loaded = loadedOf([12, 11, 10, 9, 8, 7, 6, 5, 4]);
  const server = [13, 12, 11, 9, 8, 6, 3, 2, 1].map((number) => createEntry(number, 'after'));
  const list = readAgain(loaded, server);
  expect(numbersOf(list)).toEqual([13, 12, 11, 9, 8, 6, 3, 2, 1]);
  expect(list.entries.every(({ lastMessageText }) => lastMessageText === 'after')).toBe(true);
  expect(list.end?.visitorId).toBe('v1');
});

test('where less is left than was loaded, there is no further page', () => {
  const list = readAgain(loadedOf([12, 11, 10, 9, 8, 7, 6, 5, 4]), [
    createEntry(9),
    createEntry(8),
    createEntry(7),
    createEntry(4),
  ]);
  expect(numbersOf(list)).toEqual([9, 8, 7, 4]);
  expect(list.hasMore).toBe(false);
});

test('pages that were not scrolled to are not read', () => {
  const list = readAgain(
    loadedOf([12, 11, 10]),
    [12, 11, 10, 9, 8].map((number) => createEntry(number)),
  );
  expect(numbersOf(list)).toEqual([12, 11, 10]);
  expect(list.hasMore).toBe(true);
});
