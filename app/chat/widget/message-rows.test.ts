import { expect, test } from 'vitest';
import type { MessageView } from '../protocol/views.ts';
import { EMPTY_LIST, type PendingMessage } from '../client/message-list.ts';
import { toLogRows } from './message-rows.ts';

const NOW = new Date(2026, 5, 12, 15);

function message(number: number, more: Partial<MessageView> = {}): MessageView {
  return {
    id: `id-${number}`,
    clientId: `client-${number}`,
    conversationId: 'conversation',
    number,
    text: `Message ${number}`,
    isAgent: false,
    agentId: null,
    agentName: null,
    createdAt: new Date(2026, 5, 12, 10, number).toISOString(),
    ...more,
  };
}

const by = (agentName: string) => ({ isAgent: true, agentId: agentName, agentName });

const INES = { name: 'Ines', since: null };

const UNSENT: PendingMessage = {
  clientId: 'client-9',
  text: 'Still there?',
  writtenAt: new Date(2026, 5, 12, 14).toISOString(),
  state: 'sending',
};

const kinds = (...[list, ...rest]: Parameters<typeof toLogRows>) =>
  toLogRows(list, ...rest).map((row) =>
    row.kind === 'message' ? `${row.text} (${row.status})` : row.label,
  );

test('on the first day no day is told', () => {
  expect(kinds({ ...EMPTY_LIST, saved: [message(1), message(2)] }, 1, NOW)).toEqual([
    'Message 1 (seen)',
    'Message 2 (sent)',
  ]);
});

test('once there is another day, each is told', () => {
  const saved = [message(1, { createdAt: new Date(2026, 5, 11, 10).toISOString() }), message(2)];
  expect(kinds({ ...EMPTY_LIST, saved }, 0, NOW)).toEqual([
    'Yesterday',
    'Message 1 (sent)',
    'Today',
    'Message 2 (sent)',
  ]);
});

test('another agent’s first message says that they have joined', () => {
  const saved = [message(1, by('Maya')), message(2, by('Ines'))];
  expect(kinds({ ...EMPTY_LIST, saved }, 0, NOW, INES)).toEqual([
    'Maya is your agent',
    'Message 1 (null)',
    'Ines has joined',
    'Message 2 (null)',
  ]);
});

test('whoever is to answer is named where they got the chat, before they have written', () => {
  const saved = [message(1), message(5)];
  const since = new Date(2026, 5, 12, 10, 3).toISOString();
  expect(kinds({ ...EMPTY_LIST, saved }, 0, NOW, { name: 'Maya', since })).toEqual([
    'Message 1 (sent)',
    'Maya is your agent',
    'Message 5 (sent)',
  ]);
  // The row keeps its place after answers arrive.
  const answered = [...saved, message(6, by('Maya')), message(7, by('Ines')), message(8)];
  expect(kinds({ ...EMPTY_LIST, saved: answered }, 0, NOW, { name: 'Maya', since })).toEqual([
    'Message 1 (sent)',
    'Maya is your agent',
    'Message 5 (sent)',
    'Message 6 (null)',
    'Ines has joined',
    'Message 7 (null)',
    'Message 8 (sent)',
    'Maya has joined',
  ]);
});

test('what is still being sent is said to whoever has joined meanwhile', () => {
  const list = { ...EMPTY_LIST, saved: [message(1, by('Maya'))], pending: [UNSENT] };
  expect(kinds(list, 0, NOW, INES)).toEqual([
    'Maya is your agent',
    'Message 1 (null)',
    'Ines has joined',
    'Still there? (sending)',
  ]);
});

test('a line keeps its name when it is saved', () => {
  const [before] = toLogRows({ ...EMPTY_LIST, pending: [UNSENT] }, 0, NOW);
  const saved = [message(1, { clientId: UNSENT.clientId })];
  const [after] = toLogRows({ ...EMPTY_LIST, saved }, 0, NOW);
  expect(after?.key).toBe(before?.key);
});
