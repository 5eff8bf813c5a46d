import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { RefusedError } from '../../app/platform/errors.ts';
import { addressBlock, type RateLimit } from '../../app/platform/rate-limit.ts';
import { createLog } from '../../app/platform/log.server.ts';
import { openRedis, type Redis } from '../../server/redis/connection.ts';
import { SharedRateLimits } from '../../server/redis/shared-limits.ts';
import { TestClock } from '../support/database.ts';
import { OwnRedis } from '../support/own-redis.ts';

const LIMIT = { name: 'test', burst: 20, perMinute: 6 };

let own: OwnRedis;
let redis: Redis;
beforeAll(async () => {
  const started = await OwnRedis.start();
  if (!started) throw new Error('redis-server is not installed');
  own = started;
  redis = await openRedis(own.url, 'embarka:test:', createLog('error'));
});
afterAll(async () => {
  redis.close();
  await own.kill();
});

/** Processes that count together. */
const openLimits = (count = 2) =>
  // On a machine that stalls none of them may count alone.
  Array.from({ length: count }, () => new SharedRateLimits(redis, new TestClock(), 60_000));

/** Whether one was let through. */
async function isAllowed(limits: SharedRateLimits, limit: RateLimit, key: string) {
  try {
    await limits.take(limit, key);
    return true;
  } catch (error) {
    if (error instanceof RefusedError && error.retryAfterSeconds) return false;
    throw error;
  }
}

async function countAllowed(keys: readonly string[]): Promise<number> {
  const limits = openLimits();
  let allowed = 0;
  for (const [n, key] of keys.entries()) {
    if (await isAllowed(limits[n % 2]!, LIMIT, key)) allowed += 1;
  }
  return allowed;
}

test('sixty networks of one /48 get what two of them get, on all processes together', async () => {
  const blocks = Array.from({ length: 60 }, (_, n) => addressBlock(`2001:db8:7:${n}00::1`));
  expect(await countAllowed(blocks)).toBe(40);
});

test('an address of IPv4 gets what the limit says, and its neighbour the same', async () => {
  expect(await countAllowed(Array.from({ length: 30 }, () => '203.0.113.9'))).toBe(20);
  expect(await countAllowed(Array.from({ length: 30 }, () => '203.0.113.10'))).toBe(20);
});

test('a network that is refused takes nothing from those around it', async () => {
  const block = addressBlock('2001:db8:8:1::1');
  expect(await countAllowed(Array.from({ length: 50 }, () => block))).toBe(20);
  expect(await countAllowed([addressBlock('2001:db8:8:200::1')])).toBe(1);
});

test('what is kept in Redis has one length, says nothing of anybody, and ends by itself', async () => {
  await countAllowed([`somebody@${'x'.repeat(60_000)}.example`, 'short']);
  const keys = await redis.client.keys('embarka:test:limit:*');
  expect(new Set(keys.map((key) => key.length)).size).toBe(1);
  expect(keys.join()).not.toContain('somebody');
  for (const key of keys) expect(await redis.client.pTTL(key)).toBeGreaterThan(0);
});

test('eight processes that hammer one key let no more through than the limit says', async () => {
  const limit = { name: 'hammered', burst: 40, perMinute: 600 };
  const processes = openLimits(8);
  // Each holds some ahead, and the bucket had the time to fill up again behind their backs.
  let allowed = 0;
  for (const each of processes) if (await isAllowed(each, limit, 'somebody')) allowed += 1;
  expect(allowed).toBe(8);
  await setTimeout(2000);
  const started = performance.now();
  allowed = 0;
  const hammer = async (each: SharedRateLimits) => {
    while (performance.now() - started < 1500) {
      const answers = Array.from({ length: 5 }, () => isAllowed(each, limit, 'somebody'));
      const through = (await Promise.all(answers)).filter(Boolean).length;
      allowed += through;
      await setTimeout(1);
    }
  };
  await Promise.all(processes.map(hammer));
  const seconds = (performance.now() - started) / 1000;
  expect(allowed).toBeLessThanOrEqual(limit.burst + (limit.perMinute / 60) * seconds);
  // And not much less: what one does not use comes back to the others.
  expect(allowed).toBeGreaterThan(limit.burst / 2 + (limit.perMinute / 60) * (seconds - 1));
});

test('who writes now and then is mostly let through without asking Redis', async () => {
  const limit = { name: 'now and then', burst: 30, perMinute: 60 };
  const [one] = openLimits(1) as [SharedRateLimits];
  const asked = async () =>
    Number(/cmdstat_hgetall:calls=(\d+)/.exec(await redis.client.info('commandstats'))?.[1] ?? 0);
  const before = await asked();
  const left = [];
  for (let count = 0; count < 12; count += 1) {
    left.push((await one.take(limit, 'elena')).remaining);
  }
  expect((await asked()) - before).toBeLessThanOrEqual(5);
  // As if each had been asked for.
  expect(left.slice(0, 6)).toEqual([29, 28, 27, 26, 25, 24]);
});

test('what a process that ended held comes back, and a bucket that is empty is asked once', async () => {
  const limit = { name: 'left behind', burst: 16, perMinute: 0.001 };
  const [one, other] = openLimits() as [SharedRateLimits, SharedRateLimits];
  // Two of sixteen: one to use and one ahead, with which its process ends.
  expect(await isAllowed(one, limit, 'somebody')).toBe(true);
  let allowed = 0;
  while (await isAllowed(other, limit, 'somebody')) allowed += 1;
  expect(allowed).toBe(14);
  const before = await redis.client.info('commandstats');
  for (let count = 0; count < 20; count += 1) {
    expect(await isAllowed(other, limit, 'somebody')).toBe(false);
  }
  const calls = (stats: string) => /cmdstat_evalsha:calls=(\d+)/.exec(stats)?.[1];
  expect(calls(await redis.client.info('commandstats'))).toBe(calls(before));
});

test('many at once who take the same are one question, and each is told what is left', async () => {
  const limit = { name: 'at once', burst: 10, perMinute: 1 };
  const [one] = openLimits(1) as [SharedRateLimits];
  const answers = await Promise.all(
    Array.from({ length: 15 }, () =>
      one.take(limit, 'somebody').then(
        ({ remaining }) => remaining,
        () => 'refused',
      ),
    ),
  );
  expect(answers).toEqual([
    9,
    8,
    7,
    6,
    5,
    4,
    3,
    2,
    1,
    0,
    ...Array.from({ length: 5 }, () => 'refused'),
  ]);
});

test('a Redis that takes too long holds nobody up: they are counted here until it answers', async () => {
  const limit = { name: 'slow', burst: 2, perMinute: 0.001 };
  const asked = Promise.withResolvers<unknown>();
  const slow = { isReady: true, prefix: 'slow:', client: { sendCommand: () => asked.promise } };
  const limits = new SharedRateLimits(slow as unknown as Redis, new TestClock(), 1);
  expect(await isAllowed(limits, limit, 'somebody')).toBe(true);
  expect(await isAllowed(limits, limit, 'somebody')).toBe(true);
  expect(await isAllowed(limits, limit, 'somebody')).toBe(false);
  // Three are given after all: one was for who asked first.
  asked.resolve([[3, 0, 5000, 1]]);
  await expect.poll(() => isAllowed(limits, limit, 'somebody')).toBe(true);
  expect(await isAllowed(limits, limit, 'somebody')).toBe(true);
});
