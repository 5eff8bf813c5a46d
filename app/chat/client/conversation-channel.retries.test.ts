import { beforeEach, expect, test } from 'vitest';
import { FakeTime, settle } from '../../../tests/support/fake-time.ts';
import { FakeVisitorServer } from '../../../tests/support/fake-visitor-server.ts';
import { ApiError } from '../../platform/api-client.ts';
import { memoryStorage } from '../../ui/browser-storage.ts';
import { ConversationChannel } from './conversation-channel.ts';
import { localOutbox, type Outbox } from './outbox.ts';

const ID = `conv_1795224000000_${'a'.repeat(26)}`;

let time: FakeTime;
let server: FakeVisitorServer;
let outbox: Outbox;
let isGone: boolean;
let reached: boolean[];

beforeEach(async () => {
  time = new FakeTime();
  server = new FakeVisitorServer();
  outbox = { ...localOutbox(memoryStorage()), exclusively: (_id, work) => work() };
  isGone = false;
  reached = [];
  await server.start({ id: ID, email: 'a@b.example', topic: 'Sales Inquiry', service: null });
  server.calls.length = 0;
});

function open(random = () => 1) {
  return new ConversationChannel({
    conversationId: ID,
    api: server,
    outbox,
    timers: time,
    random,
    onChange: () => {},
    onReach: (wasReached) => reached.push(wasReached),
    onGone: () => {
      isGone = true;
    },
  });
}

const sends = () => server.calls.filter((name) => name === 'send').length;

test('a failed message is repeated by itself, each time after up to twice as long', async () => {
  const channel = open();
  server.isDown = true;
  channel.send('hello', time.now());
  await settle();
  expect(channel.list.pending).toMatchObject([{ state: 'failed', canRetry: true }]);
  const tries = [];
  for (const wait of [1000, 2000, 4000, 8000, 16_000, 30_000, 30_000]) {
    await time.advance(wait - 1);
    const before = sends();
    await time.advance(1);
    tries.push(sends() - before);
  }
  expect(tries).toEqual([1, 1, 1, 1, 1, 1, 1]);
  server.isDown = false;
  await time.advance(30_000);
  expect(channel.list.pending).toEqual([]);
});

test('the wait is spread over the whole time', async () => {
  const channel = open(() => 0.25);
  server.faults.push('lost');
  channel.send('hello', time.now());
  await time.advance(249);
  expect(sends()).toBe(1);
  await time.advance(1);
  expect(channel.list.saved.map(({ text }) => text)).toEqual(['hello']);
});

test('a success starts the waiting times from the beginning', async () => {
  const channel = open();
  server.faults.push('lost', 'lost');
  channel.send('one', time.now());
  await time.advance(3000);
  server.faults.push('lost');
  channel.send('two', time.now());
  await time.advance(1000);
  expect(channel.list.saved.map(({ text }) => text)).toEqual(['one', 'two']);
});

test('what was written later does not overtake', async () => {
  const channel = open();
  server.faults.push(new ApiError(429, "You're doing that too often. Try again in 2 seconds."));
  channel.send('first', time.now());
  channel.send('second', time.now());
  await settle();
  expect(channel.list.pending[0]?.reason).toBe(
    "You're doing that too often. Try again in 2 seconds.",
  );
  await time.advance(1000);
  expect(server.messages.get(ID)?.map(({ text }) => text)).toEqual(['first', 'second']);
});

test('a message that came too fast goes out at the second the server named, not before', async () => {
  const channel = open();
  server.faults.push(
    new ApiError(429, "You're doing that too often. Try again in 7 seconds.", undefined, 7000),
  );
  channel.send('one', time.now());
  await settle();
  channel.send('two', time.now());
  await channel.catchUp();
  await time.advance(6999);
  expect(server.messages.get(ID) ?? []).toEqual([]);
  expect(channel.list.pending).toHaveLength(2);
  await time.advance(1);
  expect(server.messages.get(ID)?.map(({ text }) => text)).toEqual(['one', 'two']);
});

test('whoever was signed out finds the message waiting, not failed, and it goes out afterwards', async () => {
  const channel = open();
  server.faults.push(new ApiError(401, "You're signed out. Sign in again."));
  channel.send('one', time.now());
  await settle();
  expect(channel.list.pending).toMatchObject([{ text: 'one', state: 'sending' }]);
  expect(outbox.load(ID)).toHaveLength(1);
  await open().catchUp();
  await settle();
  expect(server.messages.get(ID)?.map(({ text }) => text)).toEqual(['one']);
});

test('whoever presses Retry need not wait for that second', async () => {
  const channel = open();
  server.faults.push(new ApiError(429, 'That was too fast.', undefined, 60_000));
  channel.send('one', time.now());
  await settle();
  channel.retry(channel.list.pending[0]?.clientId ?? '');
  await settle();
  expect(channel.list.pending).toEqual([]);
});

test('a refused message stays with its reason and lets the next one pass', async () => {
  const channel = open();
  channel.send('x'.repeat(4001), time.now());
  channel.send('short', time.now());
  await settle();
  expect(channel.list.saved.map(({ text }) => text)).toEqual(['short']);
  expect(channel.list.pending).toMatchObject([
    { reason: 'This message is too long. The limit is 4,000 characters.', canRetry: false },
  ]);
  channel.discard(channel.list.pending[0]?.clientId ?? '');
  expect(outbox.load(ID)).toEqual([]);
});

test('an acknowledgement that was lost does not double the message', async () => {
  const channel = open();
  server.faults.push('answer lost');
  channel.send('once', time.now());
  await time.advance(1000);
  expect(server.messages.get(ID)).toHaveLength(1);
  expect(channel.list.saved).toHaveLength(1);
});

test('equal texts sent twice are two messages', async () => {
  const channel = open();
  channel.send('ok', time.now());
  channel.send('ok', time.now());
  await settle();
  expect(channel.list.saved).toHaveLength(2);
});

test('what is unsent keeps its order over a reload', async () => {
  const channel = open();
  server.isDown = true;
  for (const text of ['one', 'two', 'three']) channel.send(text, time.now());
  await settle();
  channel.close();
  server.isDown = false;
  const again = open();
  await again.catchUp();
  await settle();
  expect(again.list.saved.map(({ text }) => text)).toEqual(['one', 'two', 'three']);
});

test('a closed channel repeats nothing and keeps what is unsent', async () => {
  const channel = open();
  server.isDown = true;
  channel.send('later', time.now());
  await settle();
  channel.close();
  await time.advance(60_000);
  expect(sends()).toBe(1);
  expect(outbox.load(ID).map(({ text }) => text)).toEqual(['later']);
});

test('catching up takes several pages, and says whether it succeeded', async () => {
  for (let index = 0; index < 8; index += 1) server.sendText(ID, `message ${index}`);
  const channel = open();
  expect(await channel.catchUp()).toBe(true);
  expect(channel.list.saved).toHaveLength(8);
  server.isDown = true;
  expect(await channel.catchUp()).toBe(false);
  expect(reached.at(-1)).toBe(false);
});

test('a conversation that is not available any more is told', async () => {
  const channel = open();
  server.forgetBrowser();
  await channel.catchUp();
  expect(isGone).toBe(true);
});

test('a message that another tab has sent is not sent again', async () => {
  const one = open();
  const two = open();
  server.isDown = true;
  one.send('shared', time.now());
  await settle();
  two.syncOutbox();
  await settle();
  expect(two.list.pending.map(({ text }) => text)).toEqual(['shared']);
  server.isDown = false;
  one.retry(one.list.pending[0]?.clientId ?? '');
  await settle();
  const before = sends();
  two.syncOutbox();
  await settle();
  expect(sends()).toBe(before);
  expect(two.list.saved.map(({ text }) => text)).toEqual(['shared']);
  expect(two.list.pending).toEqual([]);
});

test('closing in the middle of catching up ends it, however often it was asked for', async () => {
  const channel = open();
  const before = server.calls.length;
  const asked = [channel.catchUp(), channel.catchUp(), channel.catchUp()];
  channel.close();
  expect(await Promise.all(asked)).toEqual([false, false, false]);
  expect(await channel.catchUp()).toBe(false);
  await settle();
  expect(server.calls.length - before).toBe(1);
});
