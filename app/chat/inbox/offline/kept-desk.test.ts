import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { stubIndexedDb } from '../../../../tests/support/indexed-db.ts';
import type { InboxEntry, MessageView, ThreadView } from '../../protocol/views.ts';
import type { Figures } from '../inbox-figures.ts';
import { DEFAULT_QUERY } from '../inbox-query.ts';
import { forgetDesk } from './forget-desk.ts';
import { withDatabase } from './kept-database.ts';
import { KEPT, KeptDesk } from './kept-desk.ts';

beforeEach(stubIndexedDb);
afterEach(() => void vi.unstubAllGlobals());

const countThreads = () => withDatabase((database) => database.count('threads'));

const entry = (visitorId: string) => ({ visitorId }) as InboxEntry;

function threadOf(visitorId: string, count: number): ThreadView {
  const messages = Array.from({ length: count }, (_, index) => ({
    id: `${visitorId}-${index}`,
    number: index + 1,
    createdAt: new Date(Date.UTC(2026, 10, 1, 0, index)).toISOString(),
  })) as MessageView[];
  const conversations = [{ id: `conv_${visitorId}` }] as unknown as ThreadView['conversations'];
  return {
    entry: entry(visitorId),
    access: 'write',
    isVisitorOnline: true,
    conversations,
    messages,
    notes: [],
  };
}

test('a list comes back as it was seen, as far as it is kept, and is the end of it', async () => {
  const entries = Array.from({ length: KEPT.entries + 5 }, (_, index) => entry(`v${index}`));
  const desk = new KeptDesk('maya');
  await desk.keepList(DEFAULT_QUERY, { entries, hasMore: true }, { unread: 3 } as Figures);
  const kept = await new KeptDesk('maya').list(DEFAULT_QUERY);
  expect(kept?.list).toEqual({ entries: entries.slice(0, KEPT.entries), hasMore: false });
  expect(kept?.figures.unread).toBe(3);
  expect(await desk.list({ ...DEFAULT_QUERY, view: 'snoozed' })).toBeUndefined();
});

test('threads are few, the newest opened, and of each the newest messages', async () => {
  let now = Date.UTC(2026, 10, 1);
  const desk = new KeptDesk('maya', () => (now += 1000));
  for (let count = 0; count < KEPT.threads + 4; count += 1) {
    await desk.keepThread(threadOf(`v${count}`, 3));
  }
  expect(await countThreads()).toBe(KEPT.threads);
  expect(await desk.thread('v0')).toBeUndefined();
  await desk.keepThread(threadOf('long', KEPT.messages + 50));
  const long = await desk.threadWith('conv_long');
  expect(long?.messages).toHaveLength(KEPT.messages);
  expect(long?.messages.at(-1)?.number).toBe(KEPT.messages + 50);
  // A visitor's presence cannot be known offline.
  expect(long?.isVisitorOnline).toBe(false);
  await desk.dropThread('long');
  expect(await desk.thread('long')).toBeUndefined();
});

test('what is a week old is not shown any longer', async () => {
  let now = Date.UTC(2026, 10, 1);
  const desk = new KeptDesk('maya', () => now);
  await desk.keepThread(threadOf('v1', 1));
  now += KEPT.forMs - 1;
  expect(await desk.thread('v1')).toBeDefined();
  now += 2;
  expect(await desk.thread('v1')).toBeUndefined();
  expect(await desk.threadWith('conv_v1')).toBeUndefined();
});

test('a page that shows on after signing out keeps nothing more', async () => {
  const desk = new KeptDesk('maya');
  await desk.keepThread(threadOf('v1', 1));
  await forgetDesk();
  await desk.keepThread(threadOf('v1', 2));
  expect(await countThreads()).toBe(0);
});

test('where the browser keeps nothing there is nothing, and no error', async () => {
  const open = () => {
    throw new DOMException('The browser forbids storage', 'SecurityError');
  };
  vi.stubGlobal('indexedDB', { open });
  const desk = new KeptDesk('maya');
  await desk.keepThread(threadOf('v1', 1));
  expect(await desk.thread('v1')).toBeUndefined();
  expect(await desk.list(DEFAULT_QUERY)).toBeUndefined();
});

test('the data of another agent is deleted, and unsent replies stay for their author', async () => {
  const reply = {
    clientId: 'one',
    conversationId: 'c1',
    author: 'maya',
    text: 'Yes',
    writtenAt: '2026-11-03T10:00:00.000Z',
    state: 'waiting',
    hasFiles: false,
  } as const;
  await new KeptDesk('maya').keepThread(threadOf('v1', 1));
  await withDatabase((database) => database.put('replies', reply));
  expect(await new KeptDesk('leo').takeOver()).toBe(true);
  expect(await countThreads()).toBe(0);
  expect(await withDatabase((database) => database.getAll('replies'))).toEqual([reply]);
});
