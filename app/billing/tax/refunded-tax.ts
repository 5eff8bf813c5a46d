import type { ChargedTax } from './charged-tax.ts';

interface PaidLine {
  /** The buyer paid this amount for the line, with tax. */
  readonly gross: number;
  readonly tax?: ChargedTax | undefined;
}

/**
 * Returns the tax within a refunded sum. The sum is distributed over the lines in proportion to what was paid for
 * them, by the largest remainder; a tie goes to the earlier line. The whole sum contains exactly the charged tax.
 */
export function taxWithin(refunded: number, lines: readonly PaidLine[]): number {
  const shares = distribute(
    refunded,
    lines.map(({ gross }) => gross),
  );
  return lines.reduce((sum, { gross, tax }, index) => {
    if (!tax || gross === 0) return sum;
    const numerator = 2n * BigInt(shares[index] ?? 0) * BigInt(tax.amount) + BigInt(gross);
    return sum + Number(numerator / (2n * BigInt(gross)));
  }, 0);
}

/** The shares add up to the sum, and none exceeds its amount while the sum does not exceed all of them. */
export function distribute(sum: number, amounts: readonly number[]): number[] {
  const total = amounts.reduce((all, amount) => all + BigInt(amount), 0n);
  if (total === 0n) return amounts.map(() => 0);
  const exact = amounts.map((amount, index) => {
    const product = BigInt(sum) * BigInt(amount);
    return { index, share: Number(product / total), remainder: product % total };
  });
  const left = sum - exact.reduce((all, { share }) => all + share, 0);
  const first = new Set(
    exact
      .toSorted((one, other) =>
        one.remainder === other.remainder
          ? one.index - other.index
          : one.remainder > other.remainder
            ? -1
            : 1,
      )
      .slice(0, left)
      .map(({ index }) => index),
  );
  return exact.map(({ index, share }) => (first.has(index) ? share + 1 : share));
}
