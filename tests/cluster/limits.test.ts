import { afterAll, beforeAll, expect, test } from 'vitest';
import { RefusedError } from '../../app/platform/errors.ts';
import { addressBlock } from '../../app/platform/rate-limit.ts';
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

/** Two processes that count together. */
const openLimits = () => [1, 2].map(() => new SharedRateLimits(redis, new TestClock()));

async function countAllowed(keys: readonly string[]): Promise<number> {
  const limits = openLimits();
  let allowed = 0;
  for (const [n, key] of keys.entries()) {
    try {
      await limits[n % 2]!.take(LIMIT, key);
      allowed += 1;
    } catch (error) {
      if (!(error instanceof RefusedError && error.retryAfterSeconds)) throw error;
    }
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
  const keys = await redis.commands.keys('embarka:test:limit:*');
  expect(new Set(keys.map((key) => key.length)).size).toBe(1);
  expect(keys.join()).not.toContain('somebody');
  for (const key of keys) expect(await redis.commands.pTTL(key)).toBeGreaterThan(0);
});
