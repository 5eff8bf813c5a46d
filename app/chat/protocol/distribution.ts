import type { Spread } from './report.ts';

/** The largest relative error of an estimated percentile. */
export const ESTIMATE_ERROR = 0.02;

/**
 * The ratio of neighbouring bucket bounds, so that every value is within the error of its bucket's value. As
 * in DDSketch (Masson, Rim and Lee, 2019), counts of several days add up bucket by bucket without any loss.
 */
const GROWTH = (1 + ESTIMATE_ERROR) / (1 - ESTIMATE_ERROR);
const LOG_GROWTH = Math.log(GROWTH);
const SHORTEST_SECONDS = 0.001;
/** The first bucket holds zero times. The others range from the shortest time to a century. */
const BEFORE_FIRST = Math.floor(Math.log(SHORTEST_SECONDS) / LOG_GROWTH);
const BUCKETS = Math.ceil(Math.log(100 * 366 * 24 * 3600) / LOG_GROWTH) - BEFORE_FIRST + 1;

export type Distribution = Uint32Array;

export function emptyDistribution(): Distribution {
  return new Uint32Array(BUCKETS);
}

export function addTime(distribution: Distribution, seconds: number): void {
  const bucket =
    seconds < SHORTEST_SECONDS ? 0 : Math.ceil(Math.log(seconds) / LOG_GROWTH) - BEFORE_FIRST;
  addTimes(distribution, Math.min(bucket, BUCKETS - 1), 1);
}

function addTimes(distribution: Distribution, bucket: number, count: number): void {
  distribution[bucket] = (distribution[bucket] ?? 0) + count;
}

/** Returns bucket numbers and counts alternately, without empty buckets. This form is stored. */
export function toPairs(distribution: Distribution): number[] {
  const pairs: number[] = [];
  for (const [bucket, count] of distribution.entries()) if (count > 0) pairs.push(bucket, count);
  return pairs;
}

export function addPairs(distribution: Distribution, pairs: readonly number[]): void {
  for (let at = 0; at + 1 < pairs.length; at += 2) {
    addTimes(distribution, pairs[at] ?? 0, pairs[at + 1] ?? 0);
  }
}

/** Equals PostgreSQL's `percentile_cont` within {@link ESTIMATE_ERROR}. */
export function estimateSpread(distribution: Distribution): Spread {
  const count = distribution.reduce((sum, each) => sum + each, 0);
  const at = (place: number) => {
    let passed = 0;
    const bucket = distribution.findIndex((each) => (passed += each) > place);
    return valueOf(bucket);
  };
  return spreadOf(count, at);
}

export function measureSpread(times: readonly number[]): Spread {
  const sorted = Float64Array.from(times).sort();
  return spreadOf(sorted.length, (place) => sorted[place] ?? 0);
}

function spreadOf(count: number, at: (place: number) => number): Spread {
  const percentile = (share: number) => {
    if (count === 0) return null;
    const place = share * (count - 1);
    const [low, high] = [at(Math.floor(place)), at(Math.ceil(place))];
    return low + (high - low) * (place - Math.floor(place));
  };
  return { count, median: percentile(0.5), p90: percentile(0.9) };
}

/** Returns the value with the same relative distance to both ends of the bucket. */
function valueOf(bucket: number): number {
  return bucket === 0 ? 0 : (2 * GROWTH ** (bucket + BEFORE_FIRST)) / (GROWTH + 1);
}
