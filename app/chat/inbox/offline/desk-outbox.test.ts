import { expect, test } from 'vitest';
import { memoryStorage } from '../../../ui/browser-storage.ts';
import type { PendingMessage } from '../../client/message-list.ts';
import { deskOutbox, takeReplies, type KeptReplies, type KeptReply } from './desk-outbox.ts';

function openReplies() {
  const rows = new Map<string, KeptReply>();
  const replies: KeptReplies = {
    all: () => Promise.resolve([...rows.values()]),
    put: (reply) => Promise.resolve(void rows.set(reply.clientId, reply)),
    remove: (clientId) => Promise.resolve(void rows.delete(clientId)),
  };
  return { rows, replies };
}

const written = (clientId: string, more: Partial<PendingMessage> = {}): PendingMessage => ({
  clientId,
  text: `Text ${clientId}`,
  writtenAt: '2026-11-03T10:00:00.000Z',
  state: 'sending',
  ...more,
});

test('what is written lies beside for the worker until it is sent or discarded', () => {
  const { rows, replies } = openReplies();
  const outbox = deskOutbox(memoryStorage(), 'maya', replies);
  outbox.put('c1', written('one'));
  outbox.put('c1', written('two', { files: [{ id: 'f', name: 'a.pdf', size: 1, type: '' }] }));
  outbox.put('c1', written('three', { state: 'failed', reason: 'Too long' }));
  expect([...rows.values()]).toMatchObject([
    { clientId: 'one', conversationId: 'c1', author: 'maya', state: 'waiting', hasFiles: false },
    // The page must send the files, and later messages wait for them.
    { clientId: 'two', state: 'waiting', hasFiles: true },
    // A refused message is sent again only when its author asks for it.
    { clientId: 'three', state: 'refused', reason: 'Too long' },
  ]);
  for (const clientId of ['one', 'two', 'three']) outbox.remove('c1', clientId);
  expect(rows.size).toBe(0);
});

test('whoever signs in after somebody neither sees nor sends what they wrote', () => {
  const { replies } = openReplies();
  const storage = memoryStorage();
  deskOutbox(storage, 'maya', replies).put('c1', written('one'));
  expect(deskOutbox(storage, 'leo', replies).load('c1')).toEqual([]);
  expect(deskOutbox(storage, 'maya', replies).load('c1')).toMatchObject([{ clientId: 'one' }]);
});

test('what was written on a notification comes into the thread, once, and as it stands', async () => {
  const { rows, replies } = openReplies();
  const storage = memoryStorage();
  const reply = (clientId: string, more: Partial<KeptReply> = {}): KeptReply => ({
    clientId,
    conversationId: 'c1',
    author: 'maya',
    text: `Text ${clientId}`,
    writtenAt: '2026-11-03T10:00:00.000Z',
    state: 'waiting',
    hasFiles: false,
    ...more,
  });
  rows.set('one', reply('one'));
  rows.set('two', reply('two', { author: 'leo' }));
  expect(await takeReplies(storage, 'maya', replies)).toEqual(['c1']);
  const outbox = deskOutbox(storage, 'maya', replies);
  expect(outbox.load('c1')).toMatchObject([{ clientId: 'one', state: 'sending' }]);
  expect(await takeReplies(storage, 'maya', replies)).toEqual([]);

  // The server refused the message while no page was open.
  rows.set('one', reply('one', { state: 'refused', reason: 'Somebody else has this visitor.' }));
  expect(await takeReplies(storage, 'maya', replies)).toEqual(['c1']);
  expect(outbox.load('c1')).toMatchObject([
    { clientId: 'one', state: 'failed', reason: 'Somebody else has this visitor.' },
  ]);
});
