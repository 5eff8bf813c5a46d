import type { InvoiceTaxRate } from '../invoice-document/invoice-document.ts';

/** The part of an order or invoice with one tax rate. */
export interface RateAmount {
  readonly taxRate: InvoiceTaxRate;
  readonly net: number;
  readonly tax: number;
}

/** Returns what is left of an order or invoice by tax rate, after its refunds or credit notes. */
export function leftOf(
  charged: readonly RateAmount[],
  refunds: readonly (readonly RateAmount[])[],
): RateAmount[] {
  const refunded = refunds.flat();
  return charged.map(({ taxRate, net, tax }) => {
    const ofRate = refunded.filter((each) => keyOf(each.taxRate) === keyOf(taxRate));
    return {
      taxRate,
      net: ofRate.reduce((left, each) => left - each.net, net),
      tax: ofRate.reduce((left, each) => left - each.tax, tax),
    };
  });
}

/**
 * Splits a refunded sum over the rates in proportion to what is left, and each share into net and tax, rounded half
 * away from zero. Everything that is left leaves exactly nothing. Throws an Error for a sum that exceeds it.
 */
export function splitRefund(sum: number, left: readonly RateAmount[]): RateAmount[] {
  const amounts = left.map(({ net, tax }) => net + tax);
  if (sum > amounts.reduce((all, amount) => all + amount, 0)) {
    throw new Error(`${sum} is more than what is left`);
  }
  const shares = distribute(sum, amounts);
  return left.flatMap(({ taxRate, tax }, index) => {
    const [share = 0, amount = 0] = [shares[index], amounts[index]];
    if (share === 0) return [];
    const product = 2n * BigInt(share) * BigInt(tax) + BigInt(amount);
    const shareOfTax = Number(product / (2n * BigInt(amount)));
    return [{ taxRate, net: share - shareOfTax, tax: shareOfTax }];
  });
}

const keyOf = ({ name, rate, category }: InvoiceTaxRate) => [name, rate, category].join('\n');

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
