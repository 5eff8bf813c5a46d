import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { settle } from '../../../tests/support/fake-time.ts';
import { memoryStorage } from '../../ui/browser-storage.ts';
import type { InboxEntry, MessageView, ThreadView } from '../protocol/views.ts';
import { OpenThread } from './open-thread.ts';

const BEFORE = 'conv_1795224000000_before';
const NOW = 'conv_1795224000000_now';

let told: string[];
let isDown: boolean;

beforeEach(() => {
  told = [];
  isDown = false;
  vi.stubGlobal('localStorage', memoryStorage());
  vi.stubGlobal('fetch', (url: string, { body }: { body: string }) => {
    if (isDown) return Promise.reject(new TypeError('Failed to fetch'));
    const { number } = JSON.parse(body) as { number: number };
    told.push(`${url.split('/')[3]} ${number}`);
    return Promise.resolve(Response.json({ ok: true }));
  });
});

afterEach(() => vi.unstubAllGlobals());

function message(conversationId: string, number: number, isAgent = false): MessageView {
  const clientId = `${conversationId}-${number}`;
  const text = `Message ${number}`;
  const createdAt = new Date(Date.UTC(2026, 10, 20, 10, number)).toISOString();
  const agent = { isAgent, agentId: null, agentName: null };
  return { id: clientId, clientId, conversationId, number, text, createdAt, ...agent };
}

function openThread() {
  const view: ThreadView = {
    entry: { visitorId: 'v1' } as InboxEntry,
    access: 'write',
    isVisitorOnline: true,
    conversations: [
      {
        id: BEFORE,
        readNumber: 2,
        removalCount: 0,
      },
      {
        id: NOW,
        readNumber: 0,
        removalCount: 0,
      },
    ],
    messages: [message(BEFORE, 1), message(BEFORE, 2), message(NOW, 1), message(NOW, 2)],
    notes: [],
  };
  const nothing = () => {};
  const thread = new OpenThread(view, 'maya', {
    onChange: nothing,
    onSignedOut: nothing,
    onFailed: nothing,
    onFailureOver: nothing,
  });
  thread.update(view);
  return thread;
}

test('only what visitors said and was not read yet is told as read, once', async () => {
  const thread = openThread();
  thread.markRead();
  thread.markRead();
  expect(told).toEqual([`${NOW} 2`]);
  thread.hint(message(NOW, 3));
  thread.markRead();
  thread.markRead();
  expect(told).toEqual([`${NOW} 2`, `${NOW} 3`]);
});

test('a message of the team’s own is told with the next of the visitor’s, or on leaving', () => {
  const thread = openThread();
  thread.markRead();
  thread.hint(message(NOW, 3, true));
  thread.hint(message(NOW, 4, true));
  thread.markRead();
  expect(told).toEqual([`${NOW} 2`]);
  thread.hint(message(NOW, 5));
  thread.markRead();
  thread.hint(message(NOW, 6, true));
  thread.dispose();
  expect(told).toEqual([`${NOW} 2`, `${NOW} 5`, `${NOW} 6`]);
});

test('leaving tells nothing as read that was not seen', () => {
  const thread = openThread();
  thread.markRead();
  thread.hint(message(NOW, 3));
  thread.hint(message(NOW, 4, true));
  thread.dispose();
  expect(told).toEqual([`${NOW} 2`]);
});

test('a mark that was lost is told again with the next', async () => {
  const thread = openThread();
  isDown = true;
  thread.markRead();
  await settle();
  isDown = false;
  thread.markRead();
  expect(told).toEqual([`${NOW} 2`]);
});
