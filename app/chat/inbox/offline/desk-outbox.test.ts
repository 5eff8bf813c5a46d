import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { stubIndexedDb } from '../../../../tests/support/indexed-db.ts';
import { memoryStorage } from '../../../ui/browser-storage.ts';
import type { PendingMessage } from '../../client/message-list.ts';
import { deskOutbox, takeReplies } from './desk-outbox.ts';
import { withDatabase, type PersistedReply } from './offline-database.ts';

beforeEach(stubIndexedDb);
afterEach(() => void vi.unstubAllGlobals());

const readReplies = () => withDatabase((database) => database.getAll('replies'));

const putReply = (reply: PersistedReply) =>
  withDatabase((database) => database.put('replies', reply));

const written = (clientId: string, more: Partial<PendingMessage> = {}): PendingMessage => ({
  clientId,
  text: `Text ${clientId}`,
  writtenAt: '2026-11-03T10:00:00.000Z',
  state: 'sending',
  ...more,
});

test('what is written lies beside for the worker until it is sent or discarded', async () => {
  const outbox = deskOutbox(memoryStorage(), 'maya');
  outbox.put('c1', written('one'));
  outbox.put('c1', written('two', { files: [{ id: 'f', name: 'a.pdf', size: 1, type: '' }] }));
  outbox.put('c1', written('three', { state: 'failed', reason: 'Too long' }));
  expect(await readReplies()).toMatchObject([
    { clientId: 'one', conversationId: 'c1', author: 'maya', state: 'waiting', hasFiles: false },
    // A refused message is sent again only when its author asks for it.
    { clientId: 'three', state: 'refused', reason: 'Too long' },
    // The page must send the files, and later messages wait for them.
    { clientId: 'two', state: 'waiting', hasFiles: true },
  ]);
  for (const clientId of ['one', 'two', 'three']) outbox.remove('c1', clientId);
  expect(await readReplies()).toEqual([]);
});

test('whoever signs in after somebody neither sees nor sends what they wrote', () => {
  const storage = memoryStorage();
  deskOutbox(storage, 'maya').put('c1', written('one'));
  expect(deskOutbox(storage, 'leo').load('c1')).toEqual([]);
  expect(deskOutbox(storage, 'maya').load('c1')).toMatchObject([{ clientId: 'one' }]);
});

test('what was written on a notification comes into the thread, once, and as it stands', async () => {
  const storage = memoryStorage();
  const reply = (clientId: string, more: Partial<PersistedReply> = {}): PersistedReply => ({
    clientId,
    conversationId: 'c1',
    author: 'maya',
    text: `Text ${clientId}`,
    writtenAt: '2026-11-03T10:00:00.000Z',
    state: 'waiting',
    hasFiles: false,
    ...more,
  });
  await putReply(reply('one'));
  await putReply(reply('two', { author: 'leo' }));
  expect(await takeReplies(storage, 'maya')).toEqual(['c1']);
  const outbox = deskOutbox(storage, 'maya');
  expect(outbox.load('c1')).toMatchObject([{ clientId: 'one', state: 'sending' }]);
  expect(await takeReplies(storage, 'maya')).toEqual([]);

  // The server refused the message while no page was open.
  await putReply(reply('one', { state: 'refused', reason: 'Somebody else has this visitor.' }));
  expect(await takeReplies(storage, 'maya')).toEqual(['c1']);
  expect(outbox.load('c1')).toMatchObject([
    { clientId: 'one', state: 'failed', reason: 'Somebody else has this visitor.' },
  ]);
});
