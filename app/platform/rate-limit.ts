import type { Clock } from './clock.ts';
import { RefusedError } from './errors.ts';

export interface RateLimit {
  readonly name: string;
  /** How many may come at once. */
  readonly burst: number;
  /** How many more each minute allows. */
  readonly perMinute: number;
}

/** What is left after a token was taken. */
export interface Allowance {
  readonly remaining: number;
  /** Until the whole burst is there again. */
  readonly fullAfterSeconds: number;
}

/** Counts what comes, by limit and key. */
export interface RateLimits {
  /** Takes one token; rejects with a {@link RefusedError} 429 that says when to try again. */
  take(limit: RateLimit, key: string): Promise<Allowance>;
}

/** Above this many keys those used longest ago are forgotten: memory stays bounded under attack. */
const MAX_KEYS = 50_000;

/** Token buckets by limit and key, in this process. */
export class RateLimiter implements RateLimits {
  readonly #clock: Clock;
  readonly #buckets = new Map<string, { tokens: number; at: number }>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  async take(limit: RateLimit, key: string): Promise<Allowance> {
    const now = this.#clock.now().getTime();
    const id = `${limit.name} ${key}`;
    const bucket = this.#buckets.get(id) ?? { tokens: limit.burst, at: now };
    // A clock that was set back must not keep anybody waiting until it is there again.
    bucket.at = Math.min(bucket.at, now);
    const refilled = ((now - bucket.at) / 60_000) * limit.perMinute;
    const tokens = Math.min(limit.burst, bucket.tokens + refilled);
    if (tokens < 1) throw tooFast(Math.ceil(((1 - tokens) / limit.perMinute) * 60));
    // Deleting first moves the key to the end, so that the oldest is dropped when it is full.
    this.#buckets.delete(id);
    this.#buckets.set(id, { tokens: tokens - 1, at: now });
    if (this.#buckets.size > MAX_KEYS) {
      const oldest = this.#buckets.keys().next();
      if (!oldest.done) this.#buckets.delete(oldest.value);
    }
    const missing = limit.burst - (tokens - 1);
    return {
      remaining: Math.floor(tokens - 1),
      fullAfterSeconds: Math.ceil((missing / limit.perMinute) * 60),
    };
  }
}

/** The refusal of somebody who has to wait. */
export function tooFast(seconds: number): RefusedError {
  const wait = seconds === 1 ? '1 second' : `${seconds} seconds`;
  return new RefusedError(
    429,
    `That was too fast. Please try again in ${wait}.`,
    undefined,
    seconds,
  );
}

/**
 * The part of an address that a person cannot change at will: all of IPv4, the /64 of IPv6.
 */
export function addressBlock(address: string): string {
  const v4 = /^(?:::ffff:)?(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (v4) return v4;
  const [head = '', tail = ''] = address.split('::');
  const start = head.split(':').filter(Boolean);
  const end = address.includes('::') ? tail.split(':').filter(Boolean) : [];
  const zeros = Array.from({ length: Math.max(0, 8 - start.length - end.length) }, () => '0');
  const groups = [...start, ...(address.includes('::') ? zeros : []), ...end];
  return groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':');
}
