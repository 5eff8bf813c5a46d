import { randomBytes } from 'node:crypto';
import type { Clock } from '../../app/platform/clock.ts';
import {
  bucketsOf,
  RateLimiter,
  tooFast,
  type Allowance,
  type Bucket,
  type RateLimit,
  type RateLimits,
} from '../../app/platform/rate-limit.ts';
import type { Redis } from './connection.ts';
import { allowanceOf, Leases, TAKE } from './leases.ts';
import { Script } from './script.ts';

/** A rate limit must not delay a message for longer than this. */
const PATIENCE_MS = 300;

type Answer = readonly [given: number, waitMs: number, leftThousandths: number, scarcest: number];

interface Asking {
  readonly buckets: readonly Bucket[];
  wanted: number;
  isSent: boolean;
  readonly answered: PromiseWithResolvers<Answer | undefined>;
}

/**
 * Rate limits over all processes; per process while Redis is down. For single buckets, a process
 * leases some tokens and hands them out without asking.
 */
export class SharedRateLimits implements RateLimits {
  readonly #redis: Redis;
  readonly #alone: RateLimiter;
  readonly #script: Script;
  readonly #process = randomBytes(8).toString('hex');
  readonly #leases = new Leases();
  /** Pending requests of single buckets, one at a time, so that no bucket is leased twice. */
  readonly #inProgress = new Map<string, Asking>();
  #askings: Asking[] = [];
  readonly #patienceMs: number;

  constructor(redis: Redis, clock: Clock, patienceMs = PATIENCE_MS) {
    this.#redis = redis;
    this.#patienceMs = patienceMs;
    this.#alone = new RateLimiter(clock);
    this.#script = new Script(redis, TAKE);
  }

  async take(limit: RateLimit, key: string): Promise<Allowance> {
    if (!this.#redis.isReady) return this.#alone.take(limit, key);
    const buckets = bucketsOf(limit, key);
    const [first, ...others] = buckets;
    const isSingle = first !== undefined && others.length === 0;
    const taken = isSingle ? this.#takeOfOne(first) : this.#takeOfAll(buckets);
    return (await taken) ?? this.#alone.take(limit, key);
  }

  async #takeOfOne(bucket: Bucket): Promise<Allowance | undefined> {
    for (;;) {
      const held = this.#leases.take(bucket);
      if (held) return held;
      const before = this.#inProgress.get(bucket.id);
      if (before?.isSent) {
        if (!(await before.answered.promise)) return undefined;
        continue;
      }
      const asking = before ?? this.#ask([bucket]);
      this.#inProgress.set(bucket.id, asking);
      const place = before ? ++asking.wanted : asking.wanted;
      const answer = await asking.answered.promise;
      if (!answer) return undefined;
      const [given, waitMs, left] = answer;
      if (place > given) throw tooFast(Math.ceil(waitMs / 1000));
      return allowanceOf(bucket, left / 1000 + given - place);
    }
  }

  async #takeOfAll(buckets: readonly Bucket[]): Promise<Allowance | undefined> {
    const answer = await this.#ask(buckets).answered.promise;
    if (!answer) return undefined;
    const [given, waitMs, left, scarcest] = answer;
    if (given === 0) throw tooFast(Math.ceil(waitMs / 1000));
    return allowanceOf(buckets[scarcest - 1]!, left / 1000);
  }

  #ask(buckets: readonly Bucket[]): Asking {
    const answered = Promise.withResolvers<Answer | undefined>();
    const asking = { buckets, wanted: 1, isSent: false, answered };
    if (this.#askings.length === 0) setImmediate(() => void this.#send());
    this.#askings.push(asking);
    return asking;
  }

  async #send(): Promise<void> {
    const askings = this.#askings;
    this.#askings = [];
    for (const asking of askings) asking.isSent = true;
    // One timer for the whole batch, because a timer for each request would cost as much as the
    // request.
    const giveUp = () => {
      for (const { answered } of askings) answered.resolve(undefined);
    };
    const late = setTimeout(giveUp, this.#patienceMs).unref();
    const askedAt = performance.now();
    const keys = askings.flatMap(({ buckets }) =>
      buckets.map(({ id }) => `${this.#redis.prefix}limit:${id}`),
    );
    const values = askings.flatMap(({ buckets, wanted }) => [
      String(buckets.length),
      String(wanted),
      ...buckets.flatMap(({ burst, perMinute }) => [String(burst), String(perMinute)]),
    ]);
    try {
      const answers = (await this.#script.run(keys, [this.#process, ...values])) as Answer[];
      for (const [index, asking] of askings.entries())
        this.#settle(asking, answers[index]!, askedAt);
    } catch {
      for (const { buckets } of askings) this.#inProgress.delete(buckets[0]!.id);
      giveUp();
    } finally {
      clearTimeout(late);
    }
  }

  #settle({ buckets, wanted, answered }: Asking, answer: Answer, askedAt: number): void {
    const [given, waitMs, left] = answer;
    const [first, ...others] = buckets;
    if (first && others.length === 0) {
      this.#inProgress.delete(first.id);
      const tokens = Math.max(0, given - wanted);
      this.#leases.put(first.id, { askedAt, tokens, waitMs, left: left / 1000 });
    }
    answered.resolve(answer);
  }
}
