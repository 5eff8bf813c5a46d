import { expect, test, vi } from 'vitest';
import { settle } from '../../../tests/support/fake-time.ts';
import type { InboxEntry } from '../../conversation/wire/views.ts';
import { unreadIn, UnreadTotal } from './unread-total.ts';

const entries = [{ unreadCount: 2 }, { unreadCount: 1 }] as InboxEntry[];

test('a list that is loaded to its end says itself what is unread; of a longer one the server does', () => {
  expect(unreadIn({ entries, hasMore: false }, 99)).toBe(3);
  expect(unreadIn({ entries, hasMore: true }, 99)).toBe(99);
});

test('hints that come during a question lead to one more, and its answer stays', async () => {
  const answers: ((total: number) => void)[] = [];
  const counted: number[] = [];
  const total = new UnreadTotal({
    read: () => new Promise((resolve) => answers.push(resolve)),
    onCounted: (unread) => counted.push(unread),
    onError: vi.fn<(error: unknown) => void>(),
  });
  const asked = [total.ask(), total.ask(), total.ask()];
  expect(answers).toHaveLength(1);
  answers[0]?.(4);
  await settle();
  expect(answers).toHaveLength(2);
  answers[1]?.(5);
  await Promise.all(asked);
  expect(counted).toEqual([4, 5]);
});

test('after a question that failed the next hint asks again', async () => {
  const onError = vi.fn<(error: unknown) => void>();
  const onCounted = vi.fn<(unread: number) => void>();
  const read = vi.fn<() => Promise<number>>();
  read.mockRejectedValueOnce(new Error('no connection')).mockResolvedValueOnce(7);
  const total = new UnreadTotal({ read, onCounted, onError });
  await total.ask();
  expect(onError).toHaveBeenCalledOnce();
  await total.ask();
  expect(onCounted).toHaveBeenCalledExactlyOnceWith(7);
});
