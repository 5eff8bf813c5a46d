import { tooFast, type Allowance, type Bucket } from '../../app/platform/rate-limit.ts';
import { LEASE_MS } from './take-script.ts';

/** Above this many the oldest are given up: what they held comes back to the bucket by itself. */
const MAX_LEASES = 50_000;

/** What Redis answered about a bucket, and when it was asked, by `performance.now()`. */
export interface Answered {
  readonly askedAt: number;
  /** What this process may hand out. */
  tokens: number;
  /** Without a token: milliseconds from then until there may be one again. */
  readonly waitMs: number;
  /** What was left for everybody besides. */
  readonly left: number;
}

/** What this process knows of buckets for a while without asking: tokens it may hand out, or that there are none. */
export class Leases {
  /** The oldest first. */
  readonly #byBucket = new Map<string, Answered>();

  get size(): number {
    return this.#byBucket.size;
  }

  /** A token of what is held; undefined when Redis must be asked. Throws a RefusedError where it is known that there is none. */
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

/** What is left of a bucket in which there are so many tokens. */
export function allowanceOf({ burst, perMinute }: Bucket, tokens: number): Allowance {
  const left = Math.min(burst, tokens);
  return {
    remaining: Math.floor(left),
    fullAfterSeconds: Math.ceil(((burst - left) / perMinute) * 60),
  };
}
