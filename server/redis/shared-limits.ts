import { setTimeout as wait } from 'node:timers/promises';
import type { Clock } from '../../app/platform/clock.ts';
import {
  bucketsOf,
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
 * Token buckets by the clock of Redis, taken from in one step: from all of them or from none.
 * Answers with the milliseconds until there is a token in each, 0 when there was; how many are left
 * in the scarcest; and the milliseconds until all of that one are there again. A bucket is forgotten
 * when it is full. A clock that was set back keeps nobody waiting until it is there again.
 */
const TAKE = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local left, wait, scarcest, full = {}, 0, nil, 0
for i, key in ipairs(KEYS) do
  local burst, rate = tonumber(ARGV[2 * i - 1]), tonumber(ARGV[2 * i]) / 60000
  local bucket = redis.call('HMGET', key, 'tokens', 'at')
  local tokens, at = tonumber(bucket[1]) or burst, tonumber(bucket[2]) or now
  if at > now then
    at = now
    redis.call('HSET', key, 'at', at)
  end
  left[i] = math.min(burst, tokens + (now - at) * rate)
  if left[i] < 1 then wait = math.max(wait, math.ceil((1 - left[i]) / rate)) end
end
if wait > 0 then return {wait, 0, 0} end
for i, key in ipairs(KEYS) do
  local burst, rate = tonumber(ARGV[2 * i - 1]), tonumber(ARGV[2 * i]) / 60000
  redis.call('HSET', key, 'tokens', left[i] - 1, 'at', now)
  local fullAfter = math.ceil((burst - left[i] + 1) / rate)
  redis.call('PEXPIRE', key, fullAfter)
  if scarcest == nil or left[i] < scarcest then scarcest, full = left[i], fullAfter end
end
return {0, math.floor(scarcest - 1), full}`;

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
    const buckets = bucketsOf(limit, key);
    const asked = this.#redis.commands
      .eval(TAKE, {
        keys: buckets.map(({ id }) => `${this.#redis.prefix}limit:${id}`),
        arguments: buckets.flatMap(({ burst, perMinute }) => [String(burst), String(perMinute)]),
      })
      .then(
        (answer) => answer as unknown as Taken,
        () => undefined,
      );
    return Promise.race([asked, wait(PATIENCE_MS, undefined, { ref: false })]);
  }
}
