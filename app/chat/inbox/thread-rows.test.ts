import { expect, test } from 'vitest';
import type { MessageView, NoteView } from '../protocol/views.ts';
import { EMPTY_LIST } from '../client/message-list.ts';
import { inBlocks, toThreadRows, type ThreadRow } from './thread-rows.ts';

const NOW = new Date(2026, 5, 12, 15);
const time = (day: number, minute: number) => new Date(2026, 5, day, 10, minute).toISOString();

function message(conversationId: string, number: number, createdAt: string): MessageView {
  return {
    id: `${conversationId}${number}`,
    clientId: `client-${conversationId}${number}`,
    conversationId,
    number,
    text: 'Hello',
    isAgent: false,
    agentId: null,
    agentName: null,
    createdAt,
  };
}

function note(conversationId: string, id: string, createdAt: string): NoteView {
  return { id, conversationId, authorId: 'maya', authorName: 'Maya', text: 'Mind', createdAt };
}

const conversation = (id: string) => ({ id });

const words = (rows: readonly ThreadRow[]) =>
  rows.map((row) => {
    if (row.kind === 'day') return row.label;
    return 'hasMeta' in row && row.hasMeta ? `${row.key}*` : row.key;
  });

test('notes stand where they were written, days above them, a new conversation after its day', () => {
  const thread = {
    conversations: [conversation('a'), conversation('b')],
    conversationId: 'b',
    lists: {
      a: { ...EMPTY_LIST, saved: [message('a', 1, time(10, 1)), message('a', 2, time(10, 3))] },
      b: { ...EMPTY_LIST, saved: [message('b', 1, time(12, 1))] },
    },
    notes: [
      note('a', 'n1', time(10, 2)),
      note('a', 'n2', time(11, 0)),
      note('b', 'n3', time(12, 5)),
    ],
  };
  expect(words(toThreadRows(thread, 0, NOW))).toEqual([
    'Wednesday, June 10',
    'a1*',
    'n1',
    'a2*',
    'Yesterday',
    'n2',
    'Today',
    'start-b',
    'b1*',
    'n3',
  ]);
});

test('only the current conversation has been seen, up to where the visitor has read', () => {
  const saved = (id: string) => [message(id, 1, time(12, 1)), message(id, 2, time(12, 2))];
  const thread = {
    conversations: [conversation('a'), conversation('b')],
    conversationId: 'b',
    lists: { a: { ...EMPTY_LIST, saved: saved('a') }, b: { ...EMPTY_LIST, saved: saved('b') } },
    notes: [],
  };
  const seen = toThreadRows(thread, 1, NOW).filter((row) => row.kind === 'saved' && row.isSeen);
  expect(seen.map(({ key }) => key)).toEqual(['b1']);
});

test('asking for the rows changes nothing of the thread, however often', () => {
  const thread = Object.freeze({
    conversations: [conversation('a')],
    conversationId: 'a',
    lists: { a: { ...EMPTY_LIST, saved: [message('a', 1, time(12, 1))] } },
    notes: Object.freeze([note('a', 'n1', time(12, 0))]),
  });
  expect(toThreadRows(thread, 0, NOW)).toEqual(toThreadRows(thread, 0, NOW));
});

test('an earlier page makes blocks above and leaves those below as they are', () => {
  const page = (from: number, to: number) =>
    Array.from({ length: to - from + 1 }, (_, index) => message('a', from + index, time(12, 1)));
  const blocksFrom = (first: number) => {
    const list = { ...EMPTY_LIST, saved: page(first, 160) };
    const thread = { conversations: [conversation('a')], conversationId: 'a', lists: { a: list } };
    return inBlocks(toThreadRows({ ...thread, notes: [] }, 0, NOW));
  };
  const before = blocksFrom(101);
  const after = blocksFrom(1);
  expect(before.map(({ key }) => key)).toEqual(['a-2', 'a-3']);
  expect(after.map(({ key }) => key)).toEqual(['a-0', 'a-1', 'a-2', 'a-3']);
  expect(after.at(-1)).toEqual(before.at(-1));
});

test('what is not saved yet always stands laid out at the end', () => {
  const pending = { clientId: 'p', text: 'Hi', writtenAt: time(12, 9), state: 'sending' } as const;
  const list = { ...EMPTY_LIST, saved: [message('a', 1, time(12, 1))], pending: [pending] };
  const thread = { conversations: [conversation('a')], conversationId: 'a', lists: { a: list } };
  const blocks = inBlocks(toThreadRows({ ...thread, notes: [] }, 0, NOW));
  expect(blocks.at(-1)).toMatchObject({ key: null, rows: [{ kind: 'unsent', key: 'p' }] });
});
