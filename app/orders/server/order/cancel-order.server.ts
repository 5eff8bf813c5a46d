import { eq } from 'drizzle-orm';
import { settleRedemption } from '../coupons/redeem-coupon.server.ts';
import { returnCredit } from '../credit/credit.server.ts';
import { book } from '../payment/ledger.server.ts';
import { correctInvoices } from '../invoices/credit-invoice.server.ts';
import { readMilestones, setMilestone } from '../milestones/milestone-rows.server.ts';
import { closePagesSoon } from '../payment/settle-page.server.ts';
import { t, msg, type Sentence } from '../../../i18n/translate.ts';
import { dropPeriod } from '../subscription/settle-period.server.ts';
import { orders } from '../tables.server.ts';
import type { Turn } from './as-actor.server.ts';
import { changeState } from './change-state.server.ts';
import { formatOrderNumber, type ActorKind } from '../../protocol/transitions.ts';

/** Cancels an unpaid order, returns the credit and the coupon that were used for it, and voids its invoices. */
export async function cancelOrder(
  { tx, after, appContext, order, actor }: Turn,
  why?: string,
  said: Sentence = SAID[actor.kind],
): Promise<void> {
  await dropPeriod(tx, after, appContext, order, actor);
  await changeState(tx, after, appContext, order, {
    transition: 'cancel',
    actor,
    why,
    set: { creditAmount: 0 },
    says: () => t(said),
  });
  await settleRedemption(tx, order.id, 'released', appContext.clock.now());
  await closePagesSoon(tx, appContext, order.id);
  const returned = await returnCredit(tx, order.id);
  if (returned > 0) {
    await book(tx, appContext.clock.now(), {
      key: `credit back ${order.id}`,
      from: 'orders',
      to: 'credit',
      amount: returned,
      currency: order.currency,
      orderId: order.id,
    });
    await tx.update(orders).set({ creditAmount: 0 }).where(eq(orders.id, order.id));
    const [first] = await readMilestones(tx, order);
    if (first) await setMilestone(tx, appContext.clock.now(), first, { creditAmount: 0 });
  }
  if (actor.memberId ?? actor.program) {
    after.audit('order-cancelled', {
      subjectId: order.id,
      subject: formatOrderNumber(order.number),
    });
  }
  await correctInvoices(tx, after, appContext, order.id);
}

const SAID = {
  buyer: msg('Cancelled by the buyer.'),
  agent: msg('Cancelled.'),
  manager: msg('Cancelled.'),
  provider: msg('Cancelled.'),
  house: msg('Cancelled because no payment arrived in time.'),
} as const satisfies Readonly<Record<ActorKind, Sentence>>;
