import { createHash } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { Clock } from '../../app/platform/clock.ts';
import {
  RateLimiter,
  tooFast,
  type Allowance,
  type RateLimit,
  type RateLimits,
} from '../../app/platform/rate-limit.ts';
import type { Redis } from './connection.ts';

/** A limit that cannot be asked within this time must not hold a message up. */
const PATIENCE_MS = 300;

/**
 * A token bucket by the clock of Redis, taken from in one step. Answers with the milliseconds until
 * there is a token, 0 when there was one; how many are left; and the milliseconds until all are
 * there again, when the bucket is forgotten. A clock that was set back keeps nobody waiting until it
 * is there again.
 */
const TAKE = `
local burst, rate = tonumber(ARGV[1]), tonumber(ARGV[2]) / 60000
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local bucket = redis.call('HMGET', KEYS[1], 'tokens', 'at')
local tokens, at = tonumber(bucket[1]) or burst, tonumber(bucket[2]) or now
if at > now then
  at = now
  redis.call('HSET', KEYS[1], 'at', at)
end
tokens = math.min(burst, tokens + (now - at) * rate)
if tokens < 1 then return {math.ceil((1 - tokens) / rate), 0, 0} end
redis.call('HSET', KEYS[1], 'tokens', tokens - 1, 'at', now)
local full = math.ceil((burst - tokens + 1) / rate)
redis.call('PEXPIRE', KEYS[1], full)
return {0, math.floor(tokens - 1), full}`;

type Taken = readonly [waitMs: number, remaining: number, fullAfterMs: number];

/** Limits that count for all processes together; for each alone while Redis is away. */
export class SharedRateLimits implements RateLimits {
  readonly #redis: Redis;
  readonly #alone: RateLimiter;

  constructor(redis: Redis, clock: Clock) {
    this.#redis = redis;
    this.#alone = new RateLimiter(clock);
  }

  async take(limit: RateLimit, key: string): Promise<Allowance> {
    const taken = await this.#takeShared(limit, key);
    if (!taken) return this.#alone.take(limit, key);
    const [waitMs, remaining, fullAfterMs] = taken;
    if (waitMs > 0) throw tooFast(Math.ceil(waitMs / 1000));
    return { remaining, fullAfterSeconds: Math.ceil(fullAfterMs / 1000) };
  }

  /** Undefined when Redis could not be asked. */
  async #takeShared(limit: RateLimit, key: string): Promise<Taken | undefined> {
    if (!this.#redis.isReady) return undefined;
    // Keys hold addresses and e-mail addresses, of any length: Redis is given none of that.
    const id = createHash('sha256').update(`${limit.name} ${key}`).digest('base64url');
    const asked = this.#redis.commands
      .eval(TAKE, {
        keys: [`${this.#redis.prefix}limit:${id}`],
        arguments: [String(limit.burst), String(limit.perMinute)],
      })
      .then(
        (answer) => answer as unknown as Taken,
        () => undefined,
      );
    return Promise.race([asked, wait(PATIENCE_MS, undefined, { ref: false })]);
  }
}
