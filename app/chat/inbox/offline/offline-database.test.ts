import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { stubIndexedDb } from '../../../../tests/support/indexed-db.ts';
import { withDatabase } from './offline-database.ts';

beforeEach(stubIndexedDb);
afterEach(() => void vi.unstubAllGlobals());

/** Creates the database of the releases before the schema was typed. */
function openFormerDatabase(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open('agent_app', 1);
    request.addEventListener('upgradeneeded', () => {
      for (const name of ['desk', 'threads', 'replies', 'shared']) {
        request.result.createObjectStore(name, { keyPath: name === 'replies' ? 'clientId' : 'id' });
      }
    });
    request.addEventListener('error', () => reject(request.error ?? new Error('Not opened')));
    request.addEventListener('success', () => resolve(request.result));
  });
}

const REPLY = {
  clientId: 'one',
  conversationId: 'c1',
  author: 'maya',
  text: 'Yes, on linen.',
  writtenAt: '2026-11-03T10:00:00.000Z',
  state: 'waiting',
  hasFiles: false,
} as const;

test('replies that an earlier release saved are there, even while its page has the database open', async () => {
  const former = await openFormerDatabase();
  former.transaction('replies', 'readwrite').objectStore('replies').put(REPLY);
  expect(await withDatabase((database) => database.getAll('replies'))).toEqual([REPLY]);
  former.close();
});

test('an earlier release opens the database of this one, with the same stores and keys', async () => {
  await withDatabase((database) => database.put('replies', REPLY));
  const opened = await openFormerDatabase();
  const stores = [...opened.objectStoreNames].map((name) => [
    name,
    opened.transaction(name).objectStore(name).keyPath,
  ]);
  expect(stores).toEqual([
    ['desk', 'id'],
    ['replies', 'clientId'],
    ['shared', 'id'],
    ['threads', 'id'],
  ]);
  opened.close();
});

test('no connection stays open, so a later release can upgrade the database', async () => {
  await withDatabase((database) => database.put('replies', REPLY));
  await withDatabase(() => Promise.reject(new Error('Failed'))).catch(() => {});
  const upgraded = await new Promise((resolve, reject) => {
    const request = indexedDB.open('agent_app', 2);
    request.addEventListener('blocked', () => reject(new Error('A connection is open')));
    request.addEventListener('success', () => resolve(request.result.version));
  });
  expect(upgraded).toBe(2);
});
