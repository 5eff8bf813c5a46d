import { and, eq } from 'drizzle-orm';
import type { Trace } from '../../../platform/change/audit.server.ts';
import { change } from '../../../platform/change/change.server.ts';
import { sendAgain } from '../../../platform/change/manage-outbox.server.ts';
import { RefusedError } from '../../../platform/errors.ts';
import { outbox } from '../../../platform/tables.server.ts';
import type { Member } from '../../../accounts/protocol/member.ts';
import { may } from '../../../accounts/protocol/permissions.ts';
import type { OrderHost } from '../order-host.server.ts';
import { payments, refunds } from '../tables.server.ts';
import { REFUND_KIND } from './refund-kind-name.ts';

/**
 * Retries a failed refund for a manager, who does not see the job queue. Throws {@link RefusedError}: 403 for
 * anybody else, 404, 409 while the refund is being sent.
 */
export async function sendRefundAgain(
  host: OrderHost,
  trace: Trace,
  member: Member,
  refundId: string,
): Promise<void> {
  if (!may(member, 'manage-orders')) throw new RefusedError(403, 'Your account may not do this.');
  const [refund] = await host.db
    .select({ state: refunds.state, way: payments.way })
    .from(refunds)
    .innerJoin(payments, eq(payments.id, refunds.paymentId))
    .where(eq(refunds.id, refundId));
  if (!refund) throw new RefusedError(404, 'This refund is not available.');
  const [job] = await host.db
    .select({ id: outbox.id })
    .from(outbox)
    .where(and(eq(outbox.kind, REFUND_KIND), eq(outbox.key, refundId)));
  if (job) {
    await sendAgain(host, trace, job.id);
    return;
  }
  if (refund.state !== 'failed' && refund.state !== 'cancelled') {
    throw new RefusedError(409, 'This refund is under way already.');
  }
  // The bank sent the money back after the job was done and deleted, so a new job is needed.
  await change(host, trace, (_tx, after) => {
    after.deliver(REFUND_KIND, { key: refundId, lane: refund.way, payload: {} });
    after.audit('outbox-sent-again', { subjectId: refundId, detail: REFUND_KIND });
    return Promise.resolve();
  });
}
