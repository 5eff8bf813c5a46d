import { hash } from 'node:crypto';
import type { Clock } from './clock.ts';
import { RefusedError } from './errors.ts';
import { LRUCache } from 'lru-cache';
import { t } from '../i18n/translate.ts';

export interface RateLimit {
  readonly name: string;
  readonly burst: number;
  readonly perMinute: number;
}

export interface Allowance {
  readonly remaining: number;
  /** Seconds until the bucket is full again. */
  readonly fullAfterSeconds: number;
}

export interface RateLimits {
  /** Takes one token; rejects with a {@link RefusedError} 429 that says when to retry. */
  take(limit: RateLimit, key: string): Promise<Allowance>;
}

/**
 * Beyond this number, the least recently used keys are dropped, which bounds memory under attack.
 */
const MAX_KEYS = 50_000;
const FORGET_EVERY_MS = 60_000;

export class RateLimiter implements RateLimits {
  readonly #clock: Clock;
  readonly #buckets = new LRUCache<string, { tokens: number; at: number; fullAt: number }>({
    max: MAX_KEYS,
  });
  #forgotAt = -Infinity;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

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
    // All or nothing: a request that one bucket refuses takes no token from the others.
    if (refusals.length > 0) throw tooFast(Math.max(...refusals));
    for (const { id, tokens, burst, perMinute } of asked) {
      const fullAt = now + ((burst - (tokens - 1)) / perMinute) * 60_000;
      this.#buckets.set(id, { tokens: tokens - 1, at: now, fullAt });
    }
    const [scarcest] = asked.toSorted((one, other) => one.tokens - other.tokens);
    const { tokens, burst, perMinute } = scarcest!;
    return {
      remaining: Math.floor(tokens - 1),
      fullAfterSeconds: Math.ceil(((burst - (tokens - 1)) / perMinute) * 60),
    };
  }

  #tokensOf({ id, burst, perMinute }: Bucket, now: number): number {
    const bucket = this.#buckets.peek(id);
    if (!bucket) return burst;
    // Setting back the clock must not make anybody wait until the old time returns.
    bucket.at = Math.min(bucket.at, now);
    return Math.min(burst, bucket.tokens + ((now - bucket.at) / 60_000) * perMinute);
  }

  #forgetFull(now: number): void {
    this.#forgotAt = Math.min(this.#forgotAt, now);
    if (now - this.#forgotAt < FORGET_EVERY_MS) return;
    this.#forgotAt = now;
    for (const [id, { fullAt }] of this.#buckets) if (fullAt <= now) this.#buckets.delete(id);
  }
}

export interface Bucket {
  /** A hash of constant length, because keys contain user input. */
  readonly id: string;
  readonly burst: number;
  readonly perMinute: number;
}

/**
 * Lists the buckets of one action. The block of an IPv6 address (see {@link addressBlock}) also
 * counts for its /56 and its /48, which allows twice the rate of one block: a rented /48 contains
 * 65,536 blocks.
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

export function networksOf(block: string): readonly [string, string?, string?] {
  const groups = /^([\da-f]{1,4}:[\da-f]{1,4}:[\da-f]{1,4}):([\da-f]{1,4})$/.exec(block);
  if (!groups) return [block];
  const [, network = '', subnet = ''] = groups;
  return [block, `${network}:${(Number.parseInt(subnet, 16) >> 8).toString(16)}`, network];
}

export function tooFast(seconds: number): RefusedError {
  const wait = t('{count, plural, one {# second} other {# seconds}}', { count: seconds });
  return new RefusedError(
    429,
    t('That was too fast. Please try again in {wait}.', { wait }),
    undefined,
    seconds,
  );
}

/**
 * Returns the part of an address that a person cannot change at will: all of IPv4, the /64 of IPv6.
 * An IPv6 address that embeds an IPv4 address (mapped, 6to4, NAT64) counts as that address. Other
 * strings are returned normalized.
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

/**
 * Normalizes an address for comparison: the shortest form, plain IPv4 instead of mapped IPv6, no
 * zone.
 */
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
