import type { Spread } from './report.ts';

/** How far an estimated percentile is off at most, of itself. */
export const ESTIMATE_ERROR = 0.02;

/**
 * Each bucket ends this much above the one before: whatever lies in it is within the error of the
 * bucket's value. As in DDSketch (Masson, Rim and Lee, 2019): what was counted by days
 * adds up bucket by bucket, and nothing is lost by it.
 */
const GROWTH = (1 + ESTIMATE_ERROR) / (1 - ESTIMATE_ERROR);
const LOG_GROWTH = Math.log(GROWTH);
/** Shorter than this is no time: half a second is shown as 0 or 1 already. */
const SHORTEST_SECONDS = 0.001;
/** The first bucket holds what was no time; the others follow from the shortest to a century. */
const BEFORE_FIRST = Math.floor(Math.log(SHORTEST_SECONDS) / LOG_GROWTH);
const BUCKETS = Math.ceil(Math.log(100 * 366 * 24 * 3600) / LOG_GROWTH) - BEFORE_FIRST + 1;

/** How many times fell into each bucket. */
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

/** Buckets and counts by turns, without the empty ones: what is kept of it. */
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

/** The same percentiles as PostgreSQL's `percentile_cont`, each within {@link ESTIMATE_ERROR}. */
export function estimateSpread(distribution: Distribution): Spread {
  const count = distribution.reduce((sum, each) => sum + each, 0);
  const at = (place: number) => {
    let passed = 0;
    const bucket = distribution.findIndex((each) => (passed += each) > place);
    return valueOf(bucket);
  };
  return spreadOf(count, at);
}

/** The exact ones. */
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

/** As far from the bucket's lower end as from its upper one, in proportion. */
function valueOf(bucket: number): number {
  return bucket === 0 ? 0 : (2 * GROWTH ** (bucket + BEFORE_FIRST)) / (GROWTH + 1);
}
