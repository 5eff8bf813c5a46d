import { eq } from 'drizzle-orm';
import type { Trace } from '../../../platform/change/audit.server.ts';
import { change } from '../../../platform/change/change.server.ts';
import { RefusedError } from '../../../platform/errors.ts';
import type { Member } from '../../../accounts/protocol/member.ts';
import { may } from '../../../accounts/protocol/permissions.ts';
import type { OrderHost } from '../order-host.server.ts';
import { lockPayment } from '../refund/book-refund.server.ts';
import { REFUND_KIND } from '../refund/refund-kind-name.ts';
import { payments, refunds } from '../tables.server.ts';
import { book } from './ledger.server.ts';

/**
 * Returns a held payment to its sender. Idempotent. Throws {@link RefusedError}: 403 without the permission,
 * 404, 409 if the payment is not held.
 */
export async function returnPayment(
  host: OrderHost,
  trace: Trace,
  member: Member,
  paymentId: string,
): Promise<void> {
  if (!may(member, 'manage-orders')) throw new RefusedError(403, 'Your account may not do this.');
  await change(host, trace, async (tx, after) => {
    const [found] = await tx.select().from(payments).where(eq(payments.id, paymentId));
    if (!found) throw new RefusedError(404, 'This payment is not available.');
    const { payment, gone } = await lockPayment(tx, found);
    if (payment.state !== 'held') throw new RefusedError(409, 'This payment is not held any more.');
    const at = host.clock.now();
    const { way, currency, orderId } = payment;
    // Part of the payment may have been refunded at the provider.
    const amount = payment.amount - gone;
    const [refund] = await tx
      .insert(refunds)
      .values({
        orderId,
        paymentId,
        way,
        amount,
        currency,
        state: 'due',
        memberId: member.id,
        createdAt: at,
      })
      .returning({ id: refunds.id });
    if (!refund) throw new Error('The refund was not inserted');
    await tx.update(payments).set({ state: 'returned' }).where(eq(payments.id, paymentId));
    await book(tx, at, {
      key: `refund ${refund.id}`,
      from: 'held',
      to: `received:${way}`,
      amount,
      currency,
      orderId,
    });
    after.deliver(REFUND_KIND, { key: refund.id, lane: way, payload: {} });
    after.audit('payment-returned', { subjectId: paymentId, subject: payment.reference });
  });
}
