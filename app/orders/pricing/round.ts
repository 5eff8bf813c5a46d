/**
 * A percentage is an integer number of thousandths of a percent, such as 19_000 for 19 %. A floating-point
 * percentage would lose half cents: 34.90 × 0.15 is 5.234999… there.
 */
export const WHOLE = 100_000;

/** Rounds half away from zero. The denominator must be positive. */
export function divideRounded(numerator: bigint, denominator: bigint): bigint {
  const magnitude = numerator < 0n ? -numerator : numerator;
  const rounded = (2n * magnitude + denominator) / (2n * denominator);
  return numerator < 0n ? -rounded : rounded;
}

export function percentageOf(amount: bigint, percentage: number): bigint {
  return divideRounded(amount * BigInt(percentage), BigInt(WHOLE));
}

/** Returns the part of an amount including tax that is tax. */
export function taxContainedIn(gross: number, rate: number): number {
  return Number(divideRounded(BigInt(gross) * BigInt(rate), BigInt(WHOLE + rate)));
}

export function taxOn(net: number, rate: number): number {
  return Number(percentageOf(BigInt(net), rate));
}
