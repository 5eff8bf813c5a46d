import { expect, test } from 'vitest';
import type { InboxEntry, MessageView, ThreadView } from '../../protocol/views.ts';
import type { Figures } from '../inbox-figures.ts';
import { DEFAULT_QUERY } from '../inbox-query.ts';
import { KEPT, KeptDesk, type KeptRows } from './kept-desk.ts';

function openRows() {
  const stores = new Map<string, Map<string, unknown>>();
  const storeOf = (name: string) => {
    const store = stores.get(name) ?? new Map<string, unknown>();
    stores.set(name, store);
    return store;
  };
  const rows: KeptRows = {
    all: (name) => Promise.resolve([...storeOf(name).values()] as never[]),
    get: (name, id) => Promise.resolve(storeOf(name).get(id) as never),
    put: (name, row) => Promise.resolve(void storeOf(name).set(row.id, structuredClone(row))),
    remove: (name, id) => Promise.resolve(void storeOf(name).delete(id)),
  };
  return { rows, sizeOf: (name: string) => storeOf(name).size };
}

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
  const { rows } = openRows();
  const entries = Array.from({ length: KEPT.entries + 5 }, (_, index) => entry(`v${index}`));
  const desk = new KeptDesk('maya', rows);
  await desk.keepList(DEFAULT_QUERY, { entries, hasMore: true }, { unread: 3 } as Figures);
  const kept = await new KeptDesk('maya', rows).list(DEFAULT_QUERY);
  expect(kept?.list).toEqual({ entries: entries.slice(0, KEPT.entries), hasMore: false });
  expect(kept?.figures.unread).toBe(3);
  expect(await desk.list({ ...DEFAULT_QUERY, view: 'snoozed' })).toBeUndefined();
});

test('threads are few, the newest opened, and of each the newest messages', async () => {
  const { rows, sizeOf } = openRows();
  let now = Date.UTC(2026, 10, 1);
  const desk = new KeptDesk('maya', rows, () => (now += 1000));
  for (let count = 0; count < KEPT.threads + 4; count += 1) {
    await desk.keepThread(threadOf(`v${count}`, 3));
  }
  expect(sizeOf('threads')).toBe(KEPT.threads);
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
  const { rows } = openRows();
  let now = Date.UTC(2026, 10, 1);
  const desk = new KeptDesk('maya', rows, () => now);
  await desk.keepThread(threadOf('v1', 1));
  now += KEPT.forMs - 1;
  expect(await desk.thread('v1')).toBeDefined();
  now += 2;
  expect(await desk.thread('v1')).toBeUndefined();
  expect(await desk.threadWith('conv_v1')).toBeUndefined();
});

test('a page that shows on after signing out keeps nothing more', async () => {
  const { rows, sizeOf } = openRows();
  const desk = new KeptDesk('maya', rows);
  await desk.keepThread(threadOf('v1', 1));
  await rows.remove('desk', 'owner');
  await rows.remove('threads', 'v1');
  await desk.keepThread(threadOf('v1', 2));
  expect(sizeOf('threads')).toBe(0);
});

test('where the browser keeps nothing there is nothing, and no error', async () => {
  const broken = () => Promise.reject(new Error('Not opened'));
  const desk = new KeptDesk('maya', { all: broken, get: broken, put: broken, remove: broken });
  await desk.keepThread(threadOf('v1', 1));
  expect(await desk.thread('v1')).toBeUndefined();
  expect(await desk.list(DEFAULT_QUERY)).toBeUndefined();
});
