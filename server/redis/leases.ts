import { tooFast, type Allowance, type Bucket } from '../../app/platform/rate-limit.ts';

/** The validity of a lease, measured by Redis and by the process. */
const LEASE_MS = 60_000;

/**
 * Token buckets by Redis time: a request takes from all of its buckets or none. Of a single bucket
 * a process leases an eighth, which reduces the refill meanwhile. Returns tokens, milliseconds
 * until the next one, thousandths left and the number of the scarcest bucket.
 */
export const TAKE = `
local LEASE = ${LEASE_MS}
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local process, value, nextKey = ARGV[1], 2, 1

local function look(key, burst, rate)
  local tokens, at, held, isOwn, over = burst, now, 0, false, {}
  local fields = redis.call('HGETALL', key)
  for f = 1, #fields, 2 do
    local name, content = fields[f], fields[f + 1]
    if name == 'tokens' then
      tokens = tonumber(content)
    elseif name == 'at' then
      at = tonumber(content)
      if at > now then
        at = now
        redis.call('HSET', key, 'at', now)
      end
    else
      local count, ends = content:match('^(%d+) (%d+)$')
      held = held + tonumber(count)
      if name == process then isOwn = true
      elseif tonumber(ends) <= now or tonumber(ends) > now + LEASE then over[#over + 1] = name end
    end
  end
  -- Until now they may have been handed out at any time, those that are over or used up as well.
  local left = math.min(burst - held, tokens + (now - at) * rate)
  if #over > 0 then
    redis.call('HDEL', key, unpack(over))
    redis.call('HSET', key, 'tokens', tostring(left), 'at', now)
  end
  return left, isOwn
end

local function keep(bucket, tokens, lease)
  redis.call('HSET', bucket.key, 'tokens', tostring(tokens), 'at', now)
  if lease > 0 then
    redis.call('HSET', bucket.key, process, lease .. ' ' .. (now + LEASE))
  elseif bucket.isOwn then
    redis.call('HDEL', bucket.key, process)
  end
  redis.call('PEXPIRE', bucket.key, math.ceil((bucket.burst - tokens) / bucket.rate) + LEASE)
end

local answers = {}
while value < #ARGV do
  local count, wanted = tonumber(ARGV[value]), tonumber(ARGV[value + 1])
  value = value + 2
  local buckets, wait, scarcest = {}, 0, 1
  for b = 1, count do
    local bucket = { key = KEYS[nextKey], burst = tonumber(ARGV[value]), rate = tonumber(ARGV[value + 1]) / 60000 }
    nextKey, value = nextKey + 1, value + 2
    bucket.left, bucket.isOwn = look(bucket.key, bucket.burst, bucket.rate)
    if bucket.left < 1 then wait = math.max(wait, math.ceil((1 - bucket.left) / bucket.rate)) end
    buckets[b] = bucket
    if bucket.left < buckets[scarcest].left then scarcest = b end
  end
  local given, left = 0, 0
  if wait == 0 and count > 1 then
    given = 1
    for _, bucket in ipairs(buckets) do keep(bucket, bucket.left - 1, 0) end
    left = buckets[scarcest].left - 1
  elseif wait == 0 then
    local bucket = buckets[1]
    given = math.min(math.floor(bucket.left), math.max(wanted, math.floor(bucket.left / 8)))
    left = bucket.left - given
    if given < wanted then wait = math.ceil((1 - left) / bucket.rate) end
    keep(bucket, left, math.max(0, given - wanted))
  end
  answers[#answers + 1] = { given, wait, math.floor(left * 1000), scarcest }
end
return answers`;

/**
 * Beyond this number, the oldest leases are dropped; their tokens return to the bucket when the
 * lease ends.
 */
const MAX_LEASES = 50_000;

/** The answer of Redis about a bucket, with the time of the question by `performance.now()`. */
export interface Answered {
  readonly askedAt: number;
  tokens: number;
  /** Without a token: milliseconds from `askedAt` until there may be one again. */
  readonly waitMs: number;
  readonly left: number;
}

/**
 * The leases of this process: tokens to hand out without asking Redis, or the knowledge that a
 * bucket is empty.
 */
export class Leases {
  readonly #byBucket = new Map<string, Answered>();

  get size(): number {
    return this.#byBucket.size;
  }

  /**
   * Takes a leased token; undefined when Redis must be asked. Throws a RefusedError when the bucket
   * is known to be empty.
   */
  take(bucket: Bucket): Allowance | undefined {
    const lease = this.#byBucket.get(bucket.id);
    if (!lease) return undefined;
    const age = performance.now() - lease.askedAt;
    if (age >= LEASE_MS) return undefined;
    if (lease.tokens > 0) {
      lease.tokens -= 1;
      return allowanceOf(bucket, lease.left + lease.tokens + (age / 60_000) * bucket.perMinute);
    }
    if (age < lease.waitMs) throw tooFast(Math.ceil((lease.waitMs - age) / 1000));
    return undefined;
  }

  put(bucketId: string, answered: Answered): void {
    this.#byBucket.delete(bucketId);
    if (answered.tokens > 0 || answered.waitMs > 0) this.#byBucket.set(bucketId, answered);
    const now = performance.now();
    for (const [id, { askedAt }] of this.#byBucket) {
      if (now - askedAt < LEASE_MS && this.#byBucket.size <= MAX_LEASES) break;
      this.#byBucket.delete(id);
    }
  }
}

export function allowanceOf({ burst, perMinute }: Bucket, tokens: number): Allowance {
  const left = Math.min(burst, tokens);
  return {
    remaining: Math.floor(left),
    fullAfterSeconds: Math.ceil(((burst - left) / perMinute) * 60),
  };
}
