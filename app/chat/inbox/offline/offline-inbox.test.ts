import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { stubIndexedDb } from '../../../../tests/support/indexed-db.ts';
import type { InboxEntry, MessageView, ThreadView } from '../../protocol/views.ts';
import type { Figures } from '../../protocol/inbox-figures.ts';
import { DEFAULT_QUERY } from '../inbox-query.ts';
import { forgetDesk } from './forget-desk.ts';
import { withDatabase } from './offline-database.ts';
import { OFFLINE_LIMITS, OfflineInbox } from './offline-inbox.ts';

beforeEach(stubIndexedDb);
afterEach(() => void vi.unstubAllGlobals());

const countThreads = () => withDatabase((database) => database.count('threads'));

const createEntry = (visitorId: string) => ({ visitorId }) as InboxEntry;

function threadOf(visitorId: string, count: number): ThreadView {
  const messages = Array.from({ length: count }, (_, index) => ({
    id: `${visitorId}-${index}`,
    number: index + 1,
    createdAt: new Date(Date.UTC(2026, 10, 1, 0, index)).toISOString(),
  })) as MessageView[];
  const conversations = [{ id: `conv_${visitorId}` }] as unknown as ThreadView['conversations'];
  return {
    entry: createEntry(visitorId),
    access: 'write',
    isVisitorOnline: true,
    conversations,
    messages,
    notes: [],
  };
}

test('a list comes back as it was seen, as far as it is kept, and is the end of it', async () => {
  const entries = Array.from({ length: OFFLINE_LIMITS.entries + 5 }, (_, index) =>
    createEntry(`v${index}`),
  );
  const desk = new OfflineInbox('maya');
  await desk.keepList(DEFAULT_QUERY, { entries, hasMore: true }, { unread: 3 } as Figures);
  const persisted = await new OfflineInbox('maya').list(DEFAULT_QUERY);
  expect(persisted?.list).toEqual({
    entries: entries.slice(0, OFFLINE_LIMITS.entries),
    hasMore: false,
  });
  expect(persisted?.figures.unread).toBe(3);
  expect(await desk.list({ ...DEFAULT_QUERY, view: 'snoozed' })).toBeUndefined();
});

test('threads are few, the newest opened, and of each the newest messages', async () => {
  let now = Date.UTC(2026, 10, 1);
  const desk = new OfflineInbox('maya', () => (now += 1000));
  for (let count = 0; count < OFFLINE_LIMITS.threads + 4; count += 1) {
    await desk.keepThread(threadOf(`v${count}`, 3));
  }
  expect(await countThreads()).toBe(OFFLINE_LIMITS.threads);
  expect(await desk.thread('v0')).toBeUndefined();
  await desk.keepThread(threadOf('long', OFFLINE_LIMITS.messages + 50));
  const long = await desk.threadWith('conv_long');
  expect(long?.messages).toHaveLength(OFFLINE_LIMITS.messages);
  expect(long?.messages.at(-1)?.number).toBe(OFFLINE_LIMITS.messages + 50);
  // A visitor's presence cannot be known offline.
  expect(long?.isVisitorOnline).toBe(false);
  await desk.dropThread('long');
  expect(await desk.thread('long')).toBeUndefined();
});

test('what is a week old is not shown any longer', async () => {
  let now = Date.UTC(2026, 10, 1);
  const desk = new OfflineInbox('maya', () => now);
  await desk.keepThread(threadOf('v1', 1));
  now += OFFLINE_LIMITS.forMs - 1;
  expect(await desk.thread('v1')).toBeDefined();
  now += 2;
  expect(await desk.thread('v1')).toBeUndefined();
  expect(await desk.threadWith('conv_v1')).toBeUndefined();
});

test('a page that shows on after signing out keeps nothing more', async () => {
  const desk = new OfflineInbox('maya');
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
  const desk = new OfflineInbox('maya');
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
  await new OfflineInbox('maya').keepThread(threadOf('v1', 1));
  await withDatabase((database) => database.put('replies', reply));
  expect(await new OfflineInbox('leo').takeOver()).toBe(true);
  expect(await countThreads()).toBe(0);
  expect(await withDatabase((database) => database.getAll('replies'))).toEqual([reply]);
});
