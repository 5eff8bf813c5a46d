import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createLog } from '../app/platform/log.server.ts';
import { startScheduledJobs } from './scheduled-jobs.ts';

const log = createLog('silent');

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

test('each job has its own interval', async () => {
  const runs: string[] = [];
  const job = (name: string, everyMs: number) => ({
    name,
    everyMs,
    run: async () => void runs.push(name),
  });
  const stop = startScheduledJobs([job('often', 10), job('seldom', 25)], log);
  await vi.advanceTimersByTimeAsync(50);
  await stop();
  expect(runs.filter((name) => name === 'often')).toHaveLength(5);
  expect(runs.filter((name) => name === 'seldom')).toHaveLength(2);
});

test('jobs that are due as often are not due at once', async () => {
  const begun: number[] = [];
  const run = async () => void begun.push(Date.now());
  const scheduledJobs = Array.from({ length: 8 }, (_, index) => ({
    name: `${index}`,
    everyMs: 5000,
    run,
  }));
  const stop = startScheduledJobs(scheduledJobs, log);
  const started = Date.now();
  await vi.advanceTimersByTimeAsync(5000);
  await stop();
  const moments = begun.map((at) => at - started).toSorted((one, other) => one - other);
  expect(moments).toHaveLength(8);
  const gaps = moments.slice(1).map((at, index) => at - (moments[index] ?? 0));
  expect(Math.min(...gaps)).toBeGreaterThan(100);
});

test('a job that is still under way is not started again', async () => {
  let started = 0;
  const { promise, resolve } = Promise.withResolvers<void>();
  const stop = startScheduledJobs(
    [{ name: 'slow', everyMs: 10, run: () => (started++, promise) }],
    log,
  );
  await vi.advanceTimersByTimeAsync(100);
  expect(started).toBe(1);
  resolve();
  await vi.advanceTimersByTimeAsync(10);
  expect(started).toBe(2);
  await stop();
});

test('a job that failed is tried again', async () => {
  let started = 0;
  const run = () => (started++, Promise.reject(new Error('no database')));
  const stop = startScheduledJobs([{ name: 'failing', everyMs: 10, run }], log);
  await vi.advanceTimersByTimeAsync(30);
  await stop();
  expect(started).toBe(3);
});

test('ending waits for the job under way', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const stop = startScheduledJobs([{ name: 'slow', everyMs: 10, run: () => promise }], log);
  await vi.advanceTimersByTimeAsync(10);
  let isStopped = false;
  const stopping = stop().then(() => (isStopped = true));
  await vi.advanceTimersByTimeAsync(10);
  expect(isStopped).toBe(false);
  resolve();
  await stopping;
  expect(isStopped).toBe(true);
});
