import { and, asc, eq } from 'drizzle-orm';
import type { Database } from '../../../platform/db/database.server.ts';
import { RefusedError } from '../../../platform/errors.ts';
import { daysAfter } from '../../deadlines.ts';
import { splitOverMilestones } from '../../pricing/split-milestones.ts';
import {
  currentMilestone,
  payableMilestone,
  stateOfMilestone,
  stateOfOrder,
  whyNotMilestone,
  type MilestoneTransition,
} from '../../protocol/milestone-transitions.ts';
import type { OrderState } from '../../protocol/transitions.ts';
import { readOffer } from '../offer/read-offer.server.ts';
import type { OrderContext } from '../order-context.server.ts';
import { lineAmountsOf } from '../tax/line-amounts.ts';
import { milestones, type offers, type OrderRow, type orders } from '../tables.server.ts';

// The callers hold the order's lock, which is the lock of its milestones.

export type MilestoneRow = typeof milestones.$inferSelect;

/** Returns the milestones in their order, or an empty list for an order without. */
export async function readMilestones(
  db: Database,
  { id, milestone }: Pick<OrderRow, 'id' | 'milestone'>,
): Promise<MilestoneRow[]> {
  if (milestone === null) return [];
  return db
    .select()
    .from(milestones)
    .where(eq(milestones.orderId, id))
    .orderBy(asc(milestones.position));
}

/** Returns `undefined` for an order without milestones. */
export async function readCurrentMilestone(
  db: Database,
  order: Pick<OrderRow, 'id' | 'milestone'>,
): Promise<MilestoneRow | undefined> {
  const rows = await readMilestones(db, order);
  return rows.find(({ position }) => position === order.milestone);
}

export async function insertMilestones(
  tx: Database,
  orderId: string,
  { lines, plan }: Pick<typeof offers.$inferSelect, 'lines' | 'plan'>,
  at: Date,
): Promise<void> {
  if (!plan) return;
  const parts = splitOverMilestones(
    lineAmountsOf(lines),
    plan.milestones.map(({ amount }) => amount),
  );
  await tx.insert(milestones).values(
    plan.milestones.map(({ title, amount, days }, index) => {
      const taxes = parts[index] ?? [];
      return {
        orderId,
        position: index + 1,
        title,
        amount,
        taxAmount: taxes.reduce((sum, { tax }) => sum + tax, 0),
        taxes,
        days,
        payableAt: index === 0 ? at : null,
      };
    }),
  );
}

type Changed = Partial<typeof milestones.$inferInsert>;

/** Changes a milestone. Its state follows from its times and its money. */
export async function setMilestone(
  tx: Database,
  at: Date,
  row: MilestoneRow,
  set: Omit<Changed, 'state' | 'refundedAt'>,
): Promise<MilestoneRow> {
  const state = stateOfMilestone({ ...row, ...set });
  const [changed] = await tx
    .update(milestones)
    .set({ ...set, state, refundedAt: state === 'refunded' ? (row.refundedAt ?? at) : null })
    .where(and(eq(milestones.orderId, row.orderId), eq(milestones.position, row.position)))
    .returning();
  if (!changed) throw new Error(`Milestone ${row.position} vanished under its order's lock`);
  return changed;
}

/** Throws {@link RefusedError} 409 with a reason if the table of milestones does not allow this. */
export function requireMilestoneStep(
  { state }: Pick<MilestoneRow, 'state'>,
  name: MilestoneTransition,
): void {
  const refusal = whyNotMilestone(name, state);
  if (refusal) throw new RefusedError(409, refusal);
}

export interface Followed {
  readonly state: OrderState;
  readonly set: Partial<typeof orders.$inferInsert>;
}

/**
 * Returns the state that the milestones give their order, and the dates of the milestone that is current now. Work on a
 * milestone that was paid begins when it becomes the current one.
 */
export async function followMilestones(
  tx: Database,
  { clock, settings }: OrderContext,
  order: OrderRow,
  isRefundRequested: boolean,
): Promise<Followed> {
  const offer = await readOffer(tx, order.offerId);
  const rows = await readMilestones(tx, order);
  const isAllAtOnce = offer.plan?.isAllAtOnce ?? false;
  const isBriefMissing = offer.questions.length > 0 && order.brief === null;
  const facts = { milestones: rows, isAllAtOnce, isBriefMissing };
  const state = stateOfOrder({ ...facts, isRefundRequested });
  const before = stateOfOrder({ ...facts, isRefundRequested: false });
  const stateBefore = state === 'refund requested' ? { stateBefore: before } : {};
  const current = currentMilestone(rows, isAllAtOnce);
  if (!current) return { state, set: { ...stateBefore, acceptanceDueAt: null } };
  const begins = current.state === 'funded' && current.deliveryDueAt === null && !isBriefMissing;
  if (current.position === order.milestone && !begins) return { state, set: stateBefore };
  return {
    state,
    set: {
      ...stateBefore,
      milestone: current.position,
      deliveryDueAt: begins
        ? daysAfter(settings.supportTimezone, clock.now(), current.days)
        : current.deliveryDueAt,
      deliveredAt: current.deliveredAt,
      acceptanceDueAt: current.acceptanceDueAt,
      revisionsUsed: current.revisionsUsed,
      remindedTimes: 0,
    },
  };
}

/**
 * Copies what an order's row says of its current milestone, and opens the next payment. Called for every event of an
 * order. Returns all milestones.
 */
export async function saveCurrentMilestone(
  tx: Database,
  at: Date,
  order: OrderRow,
): Promise<MilestoneRow[]> {
  if (order.milestone === null) return [];
  const rows = await readMilestones(tx, order);
  const current = rows.find(({ position }) => position === order.milestone);
  if (!current) throw new Error(`Order ${order.id} has no milestone ${order.milestone}`);
  const state = order.stateBefore ?? order.state;
  const isDelivered = state === 'delivered' || state === 'revision requested';
  const { deliveryDueAt, deliveredAt, acceptanceDueAt, revisionsUsed } = order;
  const updated = await setMilestone(tx, at, current, {
    deliveryDueAt,
    deliveredAt,
    acceptanceDueAt,
    revisionsUsed,
    ...(isDelivered && { isRevisionRequested: state === 'revision requested' }),
  });
  const all = rows.map((row) => (row.position === updated.position ? updated : row));
  if (order.state === 'cancelled') return all;
  const { plan } = await readOffer(tx, order.offerId);
  const payable = payableMilestone(all, plan?.isAllAtOnce ?? false);
  if (payable?.payableAt === null) await setMilestone(tx, at, payable, { payableAt: at });
  return all;
}
