import { tooFast, type Allowance, type Bucket } from '../../app/platform/rate-limit.ts';
import { LEASE_MS } from './take-script.ts';

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
