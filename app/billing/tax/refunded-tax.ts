import type { InvoiceTaxRate } from '../invoice-document/invoice-document.ts';

/** Net and tax of one line of an order or invoice, or a part of them. */
export interface LineAmount {
  /** The index of the line. */
  readonly line: number;
  readonly taxRate: InvoiceTaxRate;
  readonly net: number;
  readonly tax: number;
}

/** Returns what is left of the lines of an order or invoice, after its refunds or credit notes. */
export function leftOf(
  charged: readonly LineAmount[],
  refunds: readonly (readonly LineAmount[])[],
): LineAmount[] {
  const refunded = refunds.flat();
  return charged.map(({ line, taxRate, net, tax }) => {
    const ofLine = refunded.filter((each) => each.line === line);
    return {
      line,
      taxRate,
      net: ofLine.reduce((left, each) => left - each.net, net),
      tax: ofLine.reduce((left, each) => left - each.tax, tax),
    };
  });
}

/**
 * Splits a refunded sum over the lines in proportion to what is left of them (rule 276), and each share into net and tax,
 * rounded half away from zero. Everything that is left leaves exactly nothing. Throws an Error for a sum that exceeds it.
 */
export function splitRefund(sum: number, left: readonly LineAmount[]): LineAmount[] {
  const amounts = left.map(({ net, tax }) => net + tax);
  if (sum > amounts.reduce((all, amount) => all + amount, 0)) {
    throw new Error(`${sum} is more than what is left`);
  }
  const shares = distribute(sum, amounts);
  return left.flatMap(({ line, taxRate, tax }, index) => {
    const [share = 0, amount = 0] = [shares[index], amounts[index]];
    if (share === 0) return [];
    const product = 2n * BigInt(share) * BigInt(tax) + BigInt(amount);
    const shareOfTax = Number(product / (2n * BigInt(amount)));
    return [{ line, taxRate, net: share - shareOfTax, tax: shareOfTax }];
  });
}

/** The shares add up to the sum, and none exceeds its amount while the sum does not exceed all of them. */
function distribute(sum: number, amounts: readonly number[]): number[] {
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
