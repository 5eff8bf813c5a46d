import { expect, test } from 'vitest';
import type { ThreadView } from '../protocol/views.ts';
import { VisitorPresence } from './visitor-presence.ts';

const thread = (isVisitorOnline: boolean) =>
  ({
    conversations: [{ id: 'conv_1' }, { id: 'conv_2' }],
    isVisitorOnline,
  }) as unknown as ThreadView;

function reading(presence: VisitorPresence) {
  let answer: (thread: ThreadView) => void = () => {};
  const result = presence.read(() => new Promise((resolve) => (answer = resolve)));
  return { result, answer: (isOnline: boolean) => answer(thread(isOnline)) };
}

test('a visitor whose page reconnects while the thread is read does not stand as offline', async () => {
  const presence = new VisitorPresence();
  const { result, answer } = reading(presence);
  presence.hint({ conversationId: 'conv_2', isOnline: true });
  answer(false);
  expect((await result).isVisitorOnline).toBe(true);
});

test('what was told last counts, and only of this visitor', async () => {
  const presence = new VisitorPresence();
  const { result, answer } = reading(presence);
  presence.hint({ conversationId: 'conv_1', isOnline: true });
  presence.hint({ conversationId: 'conv_1', isOnline: false });
  presence.hint({ conversationId: 'conv_9', isOnline: true });
  answer(true);
  expect((await result).isVisitorOnline).toBe(false);
});

test('what was told before a reading is known to it', async () => {
  const presence = new VisitorPresence();
  presence.hint({ conversationId: 'conv_1', isOnline: true });
  const first = reading(presence);
  presence.hint({ conversationId: 'conv_1', isOnline: true });
  const second = reading(presence);
  second.answer(false);
  first.answer(false);
  expect((await second.result).isVisitorOnline).toBe(false);
  expect((await first.result).isVisitorOnline).toBe(true);
});

test('a reading that fails leaves nothing behind', async () => {
  const presence = new VisitorPresence();
  const failed = presence.read(() => Promise.reject(new Error('no connection')));
  presence.hint({ conversationId: 'conv_1', isOnline: true });
  await expect(failed).rejects.toThrow('no connection');
  const { result, answer } = reading(presence);
  answer(false);
  expect((await result).isVisitorOnline).toBe(false);
});
