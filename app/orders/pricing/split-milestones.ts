import { leftOf, splitRefund, type LineAmount } from '../../billing/tax/refunded-tax.ts';
import { percentageOf, WHOLE } from './round.ts';

/**
 * Splits net and tax of an order's lines over its milestones (rule 281). Each milestone adds up to its amount, and all
 * of them together are the lines to the last unit. Throws an Error for amounts that are not the total.
 */
export function splitOverMilestones(
  lines: readonly LineAmount[],
  amounts: readonly number[],
): LineAmount[][] {
  const parts: LineAmount[][] = [];
  let left: readonly LineAmount[] = lines;
  for (const amount of amounts) {
    // Splitting what is left keeps rounding errors from adding up: the last milestone takes all of it.
    const part = splitRefund(amount, left);
    left = leftOf(left, [part]);
    parts.push(part);
  }
  if (left.some(({ net, tax }) => net !== 0 || tax !== 0)) {
    throw new Error('The milestones do not add up to the lines');
  }
  return parts;
}

/**
 * Returns the two amounts of an order with a deposit: a percentage of the total including tax and after coupons, and the
 * rest. The deposit is rounded half away from zero to a multiple of `step`, because a payment provider may take no other
 * amount. Returns `null` if one of the amounts would be zero, so the order has no milestones.
 */
export function splitDeposit(
  total: number,
  percentage: number,
  step = 1,
): readonly [deposit: number, rest: number] | null {
  if (!Number.isSafeInteger(percentage) || percentage <= 0 || percentage >= WHOLE) {
    throw new RangeError(`A deposit is between 0 and 100 %, not ${percentage / 1000} %`);
  }
  const exact = Number(percentageOf(BigInt(total), percentage));
  const deposit = Math.round(exact / step) * step;
  return deposit > 0 && deposit < total ? [deposit, total - deposit] : null;
}
