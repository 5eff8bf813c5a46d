/**
 * Distributes a discount over lines in proportion to their amounts (rule 259). Shares are rounded down, and the
 * remaining units go to earlier lines first. The shares add up to the discount, and no share exceeds its line.
 */
export function allocateDiscount(discount: number, amounts: readonly number[]): number[] {
  const sum = amounts.reduce((total, amount) => total + BigInt(amount), 0n);
  if (sum === 0n) return amounts.map(() => 0);
  const shares = amounts.map((amount) => Number((BigInt(discount) * BigInt(amount)) / sum));
  let remainder = discount - shares.reduce((total, share) => total + share, 0);
  // One unit for each line is enough: every rounding lost less than one unit.
  return shares.map((share, index) => {
    if (remainder === 0 || share >= (amounts[index] ?? 0)) return share;
    remainder -= 1;
    return share + 1;
  });
}
