import { expect, test } from 'vitest';
import {
  addPairs,
  addTime,
  emptyDistribution,
  ESTIMATE_ERROR,
  estimateSpread,
  measureSpread,
  toPairs,
} from './distribution.ts';

const distributionOf = (times: readonly number[]) => {
  const distribution = emptyDistribution();
  for (const time of times) addTime(distribution, time);
  return distribution;
};

/** Times from 10 milliseconds to a year, spaced more closely where they are short. */
const TIMES = Array.from({ length: 999 }, (_, n) => 0.01 * 1.0219 ** n);

test.each([1, 2, 3, 10, 250, 999])('%i times are estimated within the error', (count) => {
  const times = TIMES.slice(0, count);
  const [estimated, exact] = [estimateSpread(distributionOf(times)), measureSpread(times)];
  expect(estimated.count).toBe(count);
  for (const share of ['median', 'p90'] as const) {
    const off = (estimated[share] ?? 0) / (exact[share] ?? 1) - 1;
    expect(Math.abs(off)).toBeLessThanOrEqual(ESTIMATE_ERROR * (1 + 1e-9));
  }
});

test('what was counted apart adds up to what was counted at once', () => {
  const together = emptyDistribution();
  for (const part of [TIMES.slice(0, 100), TIMES.slice(100)]) {
    addPairs(together, toPairs(distributionOf(part)));
  }
  expect(together).toEqual(distributionOf(TIMES));
});

test('no time at all, and more than a century, have their place', () => {
  expect(estimateSpread(distributionOf([0, 0, 0]))).toEqual({ count: 3, median: 0, p90: 0 });
  expect(estimateSpread(distributionOf([1e12])).median).toBeGreaterThan(3e9);
  expect(estimateSpread(emptyDistribution())).toEqual({ count: 0, median: null, p90: null });
});
