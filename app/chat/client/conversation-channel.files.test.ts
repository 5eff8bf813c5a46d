import { expect, test } from 'vitest';
import { FakeTime, settle } from '../../../tests/support/fake-time.ts';
import { memoryStorage } from '../../ui/browser-storage.ts';
import { ApiError } from '../../platform/api-client.ts';
import type { MessageView } from '../protocol/views.ts';
import { ConversationChannel, type FileSender } from './conversation-channel.ts';
import type { PickedFile } from './files/picked-file.ts';
import { EMPTY_LIST, type MessageList } from './message-list.ts';
import { localOutbox } from './outbox.ts';

const ID = 'conv_1760000000000_abcdefghijklmnopqrstuvwxyz';
const file = (name: string): PickedFile => ({
  id: crypto.randomUUID(),
  name,
  size: 3,
  type: 'text/plain',
});

/** Opens a channel whose file uploads finish only when the test resolves them. */
function open(storage = memoryStorage()) {
  const time = new FakeTime();
  const calls: string[] = [];
  const waiting: { resolve: () => void; reject: (error: ApiError) => void }[] = [];
  let saved = 0;
  let list: MessageList = EMPTY_LIST;
  const uploads: FileSender = {
    completeAll: (_id, files) => {
      calls.push(`upload ${files.map(({ name }) => name).join()}`);
      return new Promise((resolve, reject) => waiting.push({ resolve, reject }));
    },
    cancel: (_id, files) => void calls.push(`cancel ${files.map(({ name }) => name).join()}`),
    recheck: (files) => void calls.push(`recheck ${files.map(({ name }) => name).join()}`),
    release: (files) => void calls.push(`release ${files.map(({ name }) => name).join()}`),
  };
  const channel = new ConversationChannel({
    conversationId: ID,
    outbox: { ...localOutbox(storage), exclusively: (_id, work) => work() },
    timers: time,
    random: () => 1,
    uploads,
    api: {
      readAfter: () => Promise.resolve({ messages: [], hasMore: false }),
      unsend: () => Promise.reject(new Error('Nothing is taken back here')),
      send(_id, clientId, text, fileIds = []) {
        saved += 1;
        calls.push(`send '${text}' with ${fileIds.length}`);
        const message = { id: `${saved}`, clientId, number: saved, text } as MessageView;
        return Promise.resolve({ message });
      },
    },
    onChange: (changed) => (list = changed),
  });
  return { channel, calls, waiting, time, storage, see: () => list };
}

test('a message goes when its last file is up, and what was written later goes after it', async () => {
  const { channel, calls, waiting, time } = open();
  channel.send('', time.now(), { files: [file('a'), file('b')] });
  channel.send('later', time.now());
  await settle();
  expect(calls).toEqual(['upload a,b']);
  waiting[0]?.resolve();
  await settle();
  expect(calls).toEqual(['upload a,b', "send '' with 2", 'release a,b', "send 'later' with 0"]);
});

test('a message with files is taken up again by the page that comes after a reload', async () => {
  const before = open();
  before.channel.send('Both', before.time.now(), { files: [file('a')] });
  await settle();
  before.channel.close();
  const after = open(before.storage);
  await after.channel.catchUp();
  await settle();
  expect(after.calls).toEqual(['upload a']);
  after.waiting[0]?.resolve();
  await settle();
  expect(after.calls).toEqual(['upload a', "send 'Both' with 1", 'release a']);
});

test('a message whose file was refused stays, says why, and can be tried again or let go', async () => {
  const { channel, calls, waiting, time, see } = open();
  channel.send('', time.now(), { files: [file('a')] });
  await settle();
  waiting[0]?.reject(new ApiError(422, "“a” wasn't added: it contains a virus."));
  await settle();
  expect(see().pending).toMatchObject([
    { state: 'failed', reason: "“a” wasn't added: it contains a virus." },
  ]);
  const [{ clientId } = { clientId: '' }] = see().pending;
  channel.retry(clientId);
  await settle();
  channel.discard(clientId);
  waiting[1]?.resolve();
  await settle();
  expect(calls).toEqual(['upload a', 'recheck a', 'upload a', 'cancel a', 'release a']);
  expect(see().pending).toEqual([]);
});

test('a message without a connection waits with its files and goes later', async () => {
  const { channel, calls, waiting, time } = open();
  channel.send('', time.now(), { files: [file('a')] });
  await settle();
  waiting[0]?.reject(new ApiError(0, 'No connection.'));
  await settle();
  await time.advance(1000);
  waiting[1]?.resolve();
  await settle();
  expect(calls).toEqual(['upload a', 'upload a', "send '' with 1", 'release a']);
});
