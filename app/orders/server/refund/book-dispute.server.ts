import { and, eq } from 'drizzle-orm';
import type { After } from '../../../platform/change/change.server.ts';
import type { Database } from '../../../platform/db/database.server.ts';
import { t, msg } from '../../../i18n/translate.ts';
import type { OrderContext } from '../order-context.server.ts';
import { reportEvent } from '../order/report-event.server.ts';
import type { ProviderDispute } from '../payment/provider.ts';
import type { PaymentProviderName } from '../../protocol/payment-methods.ts';
import { disputes, refunds } from '../tables.server.ts';
import {
  failRefund,
  findProviderPayment,
  lockPayment,
  moneyOf,
  takeOut,
  type Locked,
} from './book-refund.server.ts';
import { IS_GONE } from './is-gone.server.ts';
import { notifyManagers } from './notify-managers.server.ts';

const SAID = {
  open: msg('The payment of {amount} is disputed.'),
  won: msg('The shop won the dispute over {amount}.'),
  lost: msg('The buyer won the dispute over {amount}.'),
} as const;

const REPORTED = { open: 'dispute-opened', won: 'dispute-won', lost: 'dispute-lost' } as const;

/**
 * Books a report about a dispute: adds its beginning and end to the order's history, notifies managers, and
 * deducts the money of a lost dispute once. Late reports change nothing.
 */
export async function bookDispute(
  tx: Database,
  after: After,
  appContext: OrderContext,
  paymentMethod: PaymentProviderName,
  told: ProviderDispute,
): Promise<string> {
  const found = await findProviderPayment(tx, paymentMethod, told.payment);
  if (!found) return 'of no payment of ours';
  const locked = await lockPayment(tx, found.payment);
  const [known] = await tx
    .select()
    .from(disputes)
    .where(and(eq(disputes.way, paymentMethod), eq(disputes.reference, told.reference)));
  const isNews = !known || (told.state !== 'open' && told.state !== known.state);
  if (!isNews) return `known already: ${known.state}`;
  const now = appContext.clock.now();
  const closedAt = told.state === 'open' ? null : now;
  const [row] = known
    ? await tx
        .update(disputes)
        .set({ state: told.state, closedAt })
        .where(eq(disputes.id, known.id))
        .returning()
    : await tx
        .insert(disputes)
        .values({
          paymentId: locked.payment.id,
          way: paymentMethod,
          reference: told.reference,
          amount: told.amount,
          currency: told.currency,
          state: told.state,
          openedAt: now,
          closedAt,
        })
        .returning();
  if (!row) throw new Error('The dispute was not written');
  const isTold =
    told.state === 'lost' && (await takeMoney(tx, after, appContext, row.id, told, locked));
  if (!isTold) {
    const says = () => t(SAID[told.state], { amount: moneyOf(told.amount, told.currency) });
    const { order } = await lockPayment(tx, locked.payment);
    if (order)
      await reportEvent(tx, after, appContext, order, { report: REPORTED[told.state], says });
    await notifyManagers(tx, after, appContext, order, {
      key: `dispute ${row.id} ${told.state}`,
      says,
    });
  }
  if (told.state === 'won' && row.refundId) {
    await failRefund(tx, after, appContext, { id: row.refundId }, { state: 'cancelled' });
    await tx.update(disputes).set({ refundId: null }).where(eq(disputes.id, row.id));
  }
  return told.state;
}

/**
 * Deducts the money of a lost dispute. Returns false if nothing is left, or if the provider has already
 * reported the same money as a reversal.
 */
async function takeMoney(
  tx: Database,
  after: After,
  appContext: OrderContext,
  disputeId: string,
  told: ProviderDispute,
  locked: Locked,
): Promise<boolean> {
  const note = (refundId: string) =>
    tx.update(disputes).set({ refundId }).where(eq(disputes.id, disputeId));
  const [reversal] = await tx
    .select({ id: refunds.id })
    .from(refunds)
    .where(
      and(
        eq(refunds.paymentId, locked.payment.id),
        eq(refunds.source, 'reversal'),
        eq(refunds.amount, told.amount),
        IS_GONE,
      ),
    )
    .limit(1);
  if (reversal) {
    await note(reversal.id);
    return false;
  }
  const taken = await takeOut(tx, after, appContext, locked, {
    amount: told.amount,
    source: 'chargeback',
    reference: null,
    state: 'done',
    report: 'dispute-lost',
    note,
  });
  return taken === 'booked';
}
