import { beforeEach, expect, test } from 'vitest';
import type { PendingMessage } from './message-list.ts';
import { localOutbox, outboxPrefix } from './outbox.ts';

const ID = 'conv_1781258400000_aaaaaaaaaaaaaaaaaaaaaaaaaa';
const OTHER = 'conv_1781258400000_bbbbbbbbbbbbbbbbbbbbbbbbbb';
const WAITING: PendingMessage = {
  clientId: '6f1c2f0e-6f0f-4d0e-9d55-0d6b6f0a1c11',
  text: 'Hello',
  writtenAt: '2026-06-12T10:00:00.000Z',
  state: 'failed',
  reason: 'No connection.',
  canRetry: true,
};

const LATER: PendingMessage = {
  ...WAITING,
  clientId: '1a1c2f0e-6f0f-4d0e-9d55-0d6b6f0a1c11',
  text: '"quoted"\n🚢',
  writtenAt: '2026-06-12T10:00:00.001Z',
};

beforeEach(() => sessionStorage.clear());

test('what waits is there after a reload, in its order and with its state', () => {
  const outbox = localOutbox(sessionStorage);
  outbox.put(ID, LATER);
  outbox.put(ID, WAITING);
  expect(localOutbox(sessionStorage).load(ID)).toEqual([WAITING, LATER]);
});

test('a message that changed replaces itself', () => {
  const outbox = localOutbox(sessionStorage);
  outbox.put(ID, WAITING);
  outbox.put(ID, { ...WAITING, state: 'sending' });
  expect(outbox.load(ID)).toEqual([{ ...WAITING, state: 'sending' }]);
});

test('conversations do not see each other’s', () => {
  const outbox = localOutbox(sessionStorage);
  outbox.put(ID, WAITING);
  expect(outbox.load(OTHER)).toEqual([]);
  outbox.remove(OTHER, WAITING.clientId);
  expect(outbox.load(ID)).toEqual([WAITING]);
});

test('two tabs add and remove without overwriting each other', () => {
  const one = localOutbox(sessionStorage);
  const two = localOutbox(sessionStorage);
  one.put(ID, WAITING);
  two.put(ID, LATER);
  expect(one.load(ID)).toEqual([WAITING, LATER]);
  two.remove(ID, WAITING.clientId);
  expect(one.load(ID)).toEqual([LATER]);
});

test('nothing is left behind when everything was sent', () => {
  const outbox = localOutbox(sessionStorage);
  outbox.put(ID, WAITING);
  outbox.remove(ID, WAITING.clientId);
  expect(sessionStorage).toHaveLength(0);
});

test('a damaged entry counts for nothing and leaves the others alone', () => {
  const outbox = localOutbox(sessionStorage);
  const damaged = [
    '{"clientId":',
    'null',
    '7',
    '[]',
    '{"clientId":"a"}',
    JSON.stringify({ ...WAITING, text: 7 }),
  ];
  for (const [index, text] of damaged.entries()) {
    sessionStorage.setItem(`${outboxPrefix(ID)}damaged-${index}`, text);
  }
  outbox.put(ID, WAITING);
  expect(outbox.load(ID)).toEqual([WAITING]);
});

test('one tab at a time sends in a conversation', async () => {
  const [one, two] = [localOutbox(sessionStorage), localOutbox(sessionStorage)];
  const order: string[] = [];
  const release = Promise.withResolvers<void>();
  const first = one.exclusively(ID, async () => {
    order.push('one begins');
    await release.promise;
    order.push('one ends');
  });
  const second = two.exclusively(ID, async () => {
    await Promise.resolve();
    order.push('two');
  });
  release.resolve();
  await Promise.all([first, second]);
  expect(order).toEqual(['one begins', 'one ends', 'two']);
});

test('without storage what is unsent lives in memory, and sending goes on', () => {
  const refuse = () => {
    throw new DOMException('The quota has been exceeded.', 'QuotaExceededError');
  };
  const forbidden = {
    get length() {
      return refuse();
    },
    key: refuse,
    getItem: refuse,
    setItem: refuse,
    removeItem: refuse,
  } as unknown as Storage;
  const outbox = localOutbox(forbidden);
  expect(outbox.load(ID)).toEqual([]);
  outbox.put(ID, WAITING);
  expect(outbox.load(ID)).toEqual([WAITING]);
  outbox.remove(ID, WAITING.clientId);
  expect(outbox.load(ID)).toEqual([]);
});
