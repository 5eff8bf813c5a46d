import { hash } from 'node:crypto';
import type { Clock } from './clock.ts';
import { RefusedError } from './errors.ts';
import { RecentlyUsed } from './recently-used.ts';
import { say, sayCounted } from './say.ts';

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
/** How often the keys whose whole burst is there again are forgotten. */
const FORGET_EVERY_MS = 60_000;

/** Token buckets by limit and key, in this process. */
export class RateLimiter implements RateLimits {
  readonly #clock: Clock;
  readonly #buckets = new RecentlyUsed<string, { tokens: number; at: number; fullAt: number }>(
    MAX_KEYS,
  );
  #forgotAt = -Infinity;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** How many keys are remembered. */
  get size(): number {
    return this.#buckets.size;
  }

  async take(limit: RateLimit, key: string): Promise<Allowance> {
    const now = this.#clock.now().getTime();
    this.#forgetFull(now);
    const asked = bucketsOf(limit, key).map((bucket) => ({
      ...bucket,
      tokens: this.#tokensOf(bucket, now),
    }));
    const refusals = asked
      .filter(({ tokens }) => tokens < 1)
      .map(({ tokens, perMinute }) => Math.ceil(((1 - tokens) / perMinute) * 60));
    // All or nothing: who is refused by one bucket has taken from none.
    if (refusals.length > 0) throw tooFast(Math.max(...refusals));
    for (const { id, tokens, burst, perMinute } of asked) {
      const fullAt = now + ((burst - (tokens - 1)) / perMinute) * 60_000;
      this.#buckets.put(id, { tokens: tokens - 1, at: now, fullAt });
    }
    const [scarcest] = asked.toSorted((one, other) => one.tokens - other.tokens);
    const { tokens, burst, perMinute } = scarcest!;
    return {
      remaining: Math.floor(tokens - 1),
      fullAfterSeconds: Math.ceil(((burst - (tokens - 1)) / perMinute) * 60),
    };
  }

  #tokensOf({ id, burst, perMinute }: Bucket, now: number): number {
    const bucket = this.#buckets.find(id);
    if (!bucket) return burst;
    // A clock that was set back must not keep anybody waiting until it is there again.
    bucket.at = Math.min(bucket.at, now);
    return Math.min(burst, bucket.tokens + ((now - bucket.at) / 60_000) * perMinute);
  }

  #forgetFull(now: number): void {
    this.#forgotAt = Math.min(this.#forgotAt, now);
    if (now - this.#forgotAt < FORGET_EVERY_MS) return;
    this.#forgotAt = now;
    this.#buckets.dropWhere(({ fullAt }) => fullAt <= now);
  }
}

/** One of the buckets that an action takes from. */
export interface Bucket {
  /** Of one length, whatever the key: keys hold what strangers wrote. */
  readonly id: string;
  readonly burst: number;
  readonly perMinute: number;
}

/**
 * The buckets that one action takes from. The block of an IPv6 address (see {@link addressBlock}),
 * which no other key looks like, counts for the networks around it too: whoever rents a /48 has
 * 65,536 of the blocks, and gets twice what one of them gets.
 */
export function bucketsOf({ name, burst, perMinute }: RateLimit, key: string): readonly Bucket[] {
  const bucket = (of: string, factor: number) => ({
    id: hash('sha256', of, 'base64url'),
    burst: Math.ceil(burst * factor),
    perMinute: perMinute * factor,
  });
  const [block64, block56, block48] = networksOf(key);
  const buckets = [bucket(`${name} ${block64}`, 1)];
  if (block56 !== undefined) buckets.push(bucket(`${name} /56 ${block56}`, 1.5));
  if (block48 !== undefined) buckets.push(bucket(`${name} /48 ${block48}`, 2));
  return buckets;
}

/** The block itself and, for one of IPv6, its /56 and its /48. */
export function networksOf(block: string): readonly [string, string?, string?] {
  const groups = /^([\da-f]{1,4}:[\da-f]{1,4}:[\da-f]{1,4}):([\da-f]{1,4})$/.exec(block);
  if (!groups) return [block];
  const [, network = '', subnet = ''] = groups;
  return [block, `${network}:${(Number.parseInt(subnet, 16) >> 8).toString(16)}`, network];
}

/** The refusal of somebody who has to wait. */
export function tooFast(seconds: number): RefusedError {
  const wait = sayCounted(seconds, '{count} second|{count} seconds');
  return new RefusedError(
    429,
    say('That was too fast. Please try again in {wait}.', { wait }),
    undefined,
    seconds,
  );
}

/**
 * The part of an address that a person cannot change at will: all of IPv4, the /64 of IPv6. One
 * that only carries an IPv4 address (mapped, 6to4, NAT64) is that IPv4 address. What is no address
 * is its own block.
 */
export function addressBlock(address: string): string {
  const groups = groupsOf(address);
  if (!groups) return plainAddress(address);
  const [a = 0, b = 0, c = 0] = groups;
  if (a === 0x2002) return ipv4Of(b, c);
  const isNat64 =
    a === 0x64 && b === 0xff9b && (c === 1 || groups.slice(2, 6).every((g) => g === 0));
  if (isNat64) return ipv4Of(groups[6] ?? 0, groups[7] ?? 0);
  return groups
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(':');
}

/** An address as it is compared: in its shortest form, IPv4 where it is only seen through IPv6, no zone. */
export function plainAddress(address: string): string {
  const [bare = ''] = address
    .trim()
    .toLowerCase()
    .replace(/^\[|\]$/g, '')
    .split('%');
  if (!bare.includes(':')) return bare;
  const url = `http://[${bare}]/`;
  if (!URL.canParse(url)) return bare;
  const short = new URL(url).hostname.slice(1, -1);
  const mapped = /^::ffff:([\da-f]{1,4}):([\da-f]{1,4})$/.exec(short);
  return mapped
    ? ipv4Of(Number.parseInt(mapped[1] ?? '', 16), Number.parseInt(mapped[2] ?? '', 16))
    : short;
}

/** The eight groups of an IPv6 address. */
function groupsOf(address: string): readonly number[] | undefined {
  const plain = plainAddress(address);
  if (!/^[\da-f]{0,4}:[\da-f:]*$/.test(plain)) return undefined;
  const [head = '', tail] = plain.split('::');
  const start = head.split(':').filter(Boolean);
  const end = (tail ?? '').split(':').filter(Boolean);
  const zeros = Array.from({ length: Math.max(0, 8 - start.length - end.length) }, () => '0');
  return [...start, ...zeros, ...end].slice(0, 8).map((group) => Number.parseInt(group, 16));
}

function ipv4Of(high: number, low: number): string {
  return [high >> 8, high & 255, low >> 8, low & 255].join('.');
}
