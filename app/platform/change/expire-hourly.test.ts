import { expect, test } from 'vitest';
import { createChatContext, TestClock, useDatabase } from '../../../tests/support/database.ts';
import { forgetMailboxMails } from '../email/mailbox-budget.server.ts';
import { mailboxMails } from '../tables.server.ts';
import { expireHourly } from './expire-hourly.server.ts';

const store = useDatabase();
const DAY_MS = 24 * 60 * 60 * 1000;

/** A shop that was off while this many rows expired, and one row that has not. */
async function afterLongStop(expired: number) {
  const clock = new TestClock();
  const mail = (id: string, countedAt: Date) => {
    return { id, mailbox: 'elena@example.com', sort: 'review' as const, countedAt };
  };
  const old = new Date(clock.now().getTime() - 30 * DAY_MS);
  const rows = Array.from({ length: expired }, (_, index) => mail(`old ${index}`, old));
  await store.db.insert(mailboxMails).values([...rows, mail('new', clock.now())]);
  const batches: number[] = [];
  const job = expireHourly(createChatContext(store.db, clock), 'test', async (tx) => {
    const count = await forgetMailboxMails(tx, clock);
    batches.push(count);
    return count;
  });
  return { job, batches };
}

test('expired rows are deleted in batches of 1,000 until none is left', async () => {
  const { job, batches } = await afterLongStop(2500);
  await job.run();
  expect(batches).toEqual([1000, 1000, 500, 0]);
  expect(await store.db.$count(mailboxMails)).toBe(1);
});

test('two processes delete each expired row once', async () => {
  const { job, batches } = await afterLongStop(2500);
  await Promise.all([job.run(), job.run()]);
  expect(batches.reduce((sum, count) => sum + count)).toBe(2500);
  expect(await store.db.$count(mailboxMails)).toBe(1);
});
