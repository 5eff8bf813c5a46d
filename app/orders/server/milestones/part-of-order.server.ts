import type { LineAmount } from '../../../billing/tax/refunded-tax.ts';
import { t } from '../../../i18n/translate.ts';
import type { Database } from '../../../platform/db/database.server.ts';
import { RefusedError } from '../../../platform/errors.ts';
import { payableMilestone } from '../../protocol/milestone-transitions.ts';
import { whyNot, type ActorKind } from '../../protocol/transitions.ts';
import { readOffer } from '../offer/read-offer.server.ts';
import { lineAmountsOf } from '../tax/line-amounts.ts';
import type { OrderRow } from '../tables.server.ts';
import { readMilestones, type MilestoneRow } from './milestone-rows.server.ts';

/** The buyer pays this in one sum: a milestone, or an order without milestones. */
export interface PartOfOrder {
  /** Null for an order without milestones. */
  readonly milestone: MilestoneRow | null;
  readonly position: number | null;
  readonly amount: number;
  readonly taxAmount: number;
  readonly creditAmount: number;
  readonly paidAmount: number;
  readonly refundedAmount: number;
}

function partOf(order: OrderRow, milestone: MilestoneRow | null): PartOfOrder {
  if (milestone === null) return { ...order, milestone, position: null };
  const { amount, creditAmount, fundedAt, position, refundedAmount, taxAmount } = milestone;
  return {
    milestone,
    position,
    amount,
    taxAmount,
    creditAmount,
    paidAmount: fundedAt ? amount : 0,
    refundedAmount,
  };
}

/** Returns the whole order, or one of its milestones. Throws {@link RefusedError} 400 for an unknown one. */
export async function readPart(
  db: Database,
  order: OrderRow,
  position: number | null | undefined,
): Promise<PartOfOrder> {
  if (order.milestone === null) return partOf(order, null);
  const rows = await readMilestones(db, order);
  const milestone = rows.find((row) => row.position === position);
  if (!milestone) throw new RefusedError(400, t('Choose a milestone.'), 'milestone');
  return partOf(order, milestone);
}

/** Returns the part that can be paid now, or `undefined`. */
export async function payablePart(db: Database, order: OrderRow): Promise<PartOfOrder | undefined> {
  if (order.milestone === null) {
    return order.state === 'awaiting payment' ? partOf(order, null) : undefined;
  }
  if (order.state === 'cancelled') return undefined;
  const { plan } = await readOffer(db, order.offerId);
  const rows = await readMilestones(db, order);
  const milestone = payableMilestone(rows, plan?.isAllAtOnce ?? false);
  return milestone && partOf(order, milestone);
}

/** Throws {@link RefusedError} 409 with the reason if nothing can be paid now. */
export async function requirePayablePart(
  db: Database,
  order: OrderRow,
  actor: ActorKind,
): Promise<PartOfOrder> {
  const isFirst = order.milestone === null || order.state === 'awaiting payment';
  const refusal = whyNot(isFirst ? 'pay' : 'pay-milestone', order.state, actor);
  if (refusal) throw new RefusedError(409, refusal);
  const part = await payablePart(db, order);
  if (part) return part;
  throw new RefusedError(
    409,
    t('The next milestone can be paid once the current one is accepted.'),
  );
}

/** Net and tax of the lines of the part's invoice. Their numbers are those of the invoice's lines. */
export async function readLinesOf(
  db: Database,
  order: OrderRow,
  { milestone }: PartOfOrder,
): Promise<LineAmount[]> {
  if (milestone) return milestone.taxes.map((each, line) => ({ ...each, line }));
  const { lines } = await readOffer(db, order.offerId);
  return lineAmountsOf(lines);
}

/** Keys of the ledger name the order, and the milestone if there is one. */
export function keyOfPart({ id }: Pick<OrderRow, 'id'>, { position }: PartOfOrder): string {
  return position === null ? id : `${id} ${position}`;
}
