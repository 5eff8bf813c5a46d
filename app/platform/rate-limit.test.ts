import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { TestClock } from '../../tests/support/database.ts';
import { RefusedError } from './errors.ts';
import { addressBlock, bucketsOf, RateLimiter, type RateLimit } from './rate-limit.ts';

const LIMIT: RateLimit = { name: 'test', burst: 3, perMinute: 6 };

async function refusalOf(
  limiter: RateLimiter,
  key: string,
  limit = LIMIT,
): Promise<RefusedError | null> {
  try {
    await limiter.take(limit, key);
    return null;
  } catch (error) {
    if (error instanceof RefusedError) return error;
    throw error;
  }
}

async function countAllowed(limiter: RateLimiter, key: string, attempts: number) {
  const refusals = await Promise.all(
    Array.from({ length: attempts }, () => refusalOf(limiter, key)),
  );
  return refusals.filter((refusal) => refusal === null).length;
}

describe('a rate limit', () => {
  test('keeps nobody waiting for hours when the clock was set back', async () => {
    const clock = new TestClock();
    const limiter = new RateLimiter(clock);
    await countAllowed(limiter, 'a', 3);
    clock.advance(-6 * 60 * 60 * 1000);
    expect(await refusalOf(limiter, 'a')).toMatchObject({ retryAfterSeconds: 10 });
    clock.advance(10_000);
    expect(await countAllowed(limiter, 'a', 2)).toBe(1);
  });

  test('lets a burst through and refuses the next with 429 and the time to wait', async () => {
    const limiter = new RateLimiter(new TestClock());
    expect(await countAllowed(limiter, 'a', 3)).toBe(3);
    expect(await refusalOf(limiter, 'a')).toMatchObject({
      status: 429,
      message: "You're doing that too often. Try again in 10 seconds.",
    });
  });

  test('refills at its rate and never beyond the burst', async () => {
    const clock = new TestClock();
    const limiter = new RateLimiter(clock);
    await countAllowed(limiter, 'a', 3);
    clock.advance(9_999);
    expect(await countAllowed(limiter, 'a', 1)).toBe(0);
    clock.advance(1);
    expect(await countAllowed(limiter, 'a', 2)).toBe(1);
    clock.advance(24 * 60 * 60 * 1000);
    expect(await countAllowed(limiter, 'a', 10)).toBe(3);
  });

  test('counts the time already waited, and writes one second in the singular', async () => {
    const clock = new TestClock();
    const limiter = new RateLimiter(clock);
    await countAllowed(limiter, 'a', 3);
    clock.advance(6_500);
    expect((await refusalOf(limiter, 'a'))?.message).toContain('in 4 seconds.');
    clock.advance(3_000);
    expect((await refusalOf(limiter, 'a'))?.message).toContain('in 1 second.');
  });

  test('is not prolonged by trying again too early', async () => {
    const clock = new TestClock();
    const limiter = new RateLimiter(clock);
    await countAllowed(limiter, 'a', 3);
    for (let second = 0; second < 10; second += 1) {
      await refusalOf(limiter, 'a');
      clock.advance(1000);
    }
    expect(await countAllowed(limiter, 'a', 1)).toBe(1);
  });

  test('keeps its promise: after the seconds it names, the next try is let through', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 5 }),
        fc.integer({ min: 1, max: 120 }),
        fc.array(fc.integer({ min: 0, max: 5_000 }), { maxLength: 30 }),
        async (burst, perMinute, pauses) => {
          const limit = { name: 'promise', burst, perMinute };
          const clock = new TestClock();
          const limiter = new RateLimiter(clock);
          for (const pause of pauses) {
            await refusalOf(limiter, 'a', limit);
            clock.advance(pause);
          }
          let refusal: RefusedError | null = null;
          while (!refusal) refusal = await refusalOf(limiter, 'a', limit);
          const seconds = Number(/in (\d+) second/.exec(refusal.message)?.[1]);
          expect(seconds).toBeGreaterThan(0);
          clock.advance(seconds * 1000);
          expect(await refusalOf(limiter, 'a', limit)).toBeNull();
        },
      ),
    );
  });

  test('of one key or one name leaves the others alone', async () => {
    const limiter = new RateLimiter(new TestClock());
    await countAllowed(limiter, 'a', 4);
    expect(await countAllowed(limiter, 'b', 4)).toBe(3);
    expect(await refusalOf(limiter, 'a', { ...LIMIT, name: 'other' })).toBeNull();
  });

  test('survives a clock that is set back', async () => {
    const clock = new TestClock();
    const limiter = new RateLimiter(clock);
    await countAllowed(limiter, 'a', 3);
    clock.advance(-60 * 60 * 1000);
    expect(await countAllowed(limiter, 'a', 1)).toBe(0);
  });

  test('of one /48 is not what each of its /64s has, nor that of one /56', async () => {
    const from = (network: string) => async (count: number) => {
      const limiter = new RateLimiter(new TestClock());
      let allowed = 0;
      for (let n = 0; n < count; n += 1) {
        const block = addressBlock(`2001:db8:${network.replace('*', n.toString(16))}::1`);
        if ((await refusalOf(limiter, block, { ...LIMIT, burst: 20 })) === null) allowed += 1;
      }
      return allowed;
    };
    expect(await from('7:*00')(60)).toBe(40);
    expect(await from('7:12*')(15)).toBe(15);
    expect(await from('7:*')(60)).toBe(30);
    expect(await from('*:1')(60)).toBe(60);
  });

  test('is taken from no network around a block that was refused itself', async () => {
    const limiter = new RateLimiter(new TestClock());
    expect(await countAllowed(limiter, addressBlock('2001:db8:7:1::1'), 50)).toBe(3);
    expect(await countAllowed(limiter, addressBlock('2001:db8:7:200::1'), 50)).toBe(3);
  });

  test('holds nothing of what strangers wrote, and forgets whoever has the whole burst again', async () => {
    const clock = new TestClock();
    const limiter = new RateLimiter(clock);
    const [bucket] = bucketsOf(LIMIT, 'é'.repeat(30_000));
    expect(bucket?.id).toHaveLength(bucketsOf(LIMIT, 'e')[0]!.id.length);
    for (let n = 0; n < 2000; n += 1) await limiter.take(LIMIT, String(n));
    expect(limiter.size).toBe(2000);
    clock.advance(60 * 60_000);
    await limiter.take(LIMIT, 'somebody');
    expect(limiter.size).toBe(1);
  });

  test('forgets the keys that rested longest when there are too many, and only those', async () => {
    const limiter = new RateLimiter(new TestClock());
    await countAllowed(limiter, 'first', 3);
    for (let key = 0; key < 49_999; key += 1) await limiter.take(LIMIT, String(key));
    expect(await countAllowed(limiter, 'first', 1)).toBe(0);
    await limiter.take(LIMIT, 'one too many');
    expect(await countAllowed(limiter, 'first', 4)).toBe(3);
    await countAllowed(limiter, 'one too many', 3);
    expect(await countAllowed(limiter, 'one too many', 1)).toBe(0);
  });
});

describe('the block of an address', () => {
  test.each([
    ['203.0.113.9', '203.0.113.9'],
    ['::ffff:203.0.113.9', '203.0.113.9'],
    ['::FFFF:203.0.113.9', '203.0.113.9'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
    ['2001:DB8:0001:0002::', '2001:db8:1:2'],
    ['2001:db8::1', '2001:db8:0:0'],
    ['2001:db8:1:2:3::', '2001:db8:1:2'],
    ['fe80::1%eth0', 'fe80:0:0:0'],
    ['::1', '0:0:0:0'],
    ['::', '0:0:0:0'],
    ['::ffff:cb00:7109', '203.0.113.9'],
    ['0:0:0:0:0:ffff:203.0.113.9', '203.0.113.9'],
    ['::ffff:203.0.113.9%eth0', '203.0.113.9'],
    ['2002:cb00:7109::1', '203.0.113.9'],
    ['2002:CB00:7109:ffff::1', '203.0.113.9'],
    ['64:ff9b::203.0.113.9', '203.0.113.9'],
    ['64:ff9b::cb00:7109', '203.0.113.9'],
    ['64:ff9b:1::cb00:7109', '203.0.113.9'],
    ['[2001:db8:1:2::1]', '2001:db8:1:2'],
    [' 2001:db8:1:2::1%25en0 ', '2001:db8:1:2'],
    ['2001:db8:1:2:3:4:203.0.113.9', '2001:db8:1:2'],
    ['nonsense', 'nonsense'],
  ])('%s is %s', (address, block) => {
    expect(addressBlock(address)).toBe(block);
  });

  test('is the same for every address of one /64, however it is abbreviated', () => {
    const group = fc.integer({ min: 0, max: 0xffff });
    const groups = (length: number) => fc.array(group, { minLength: length, maxLength: length });
    fc.assert(
      fc.property(groups(4), groups(4), groups(4), (network, one, other) => {
        const long = [...network, ...one].map((part) => part.toString(16).padStart(4, '0'));
        // The WHATWG serializer abbreviates as RFC 5952 demands.
        const written = [...network, ...other].map((part) => part.toString(16)).join(':');
        const short = new URL(`http://[${written}]`).hostname.slice(1, -1);
        expect(addressBlock(short)).toBe(addressBlock(long.join(':')));
      }),
    );
  });

  test('differs between neighbouring networks', () => {
    expect(addressBlock('2001:db8:1:2::1')).not.toBe(addressBlock('2001:db8:1:3::1'));
    expect(addressBlock('203.0.113.9')).not.toBe(addressBlock('203.0.113.10'));
  });
});
