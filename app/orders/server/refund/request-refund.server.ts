import { RefusedError } from '../../../platform/errors.ts';
import { say } from '../../../platform/say.ts';
import { ownerOf } from '../files/order-places.server.ts';
import { lockOrderFiles, sendOrderFiles } from '../files/send-files.server.ts';
import type { OrderHost } from '../order-host.server.ts';
import { asBuyer } from '../order/as-actor.server.ts';
import { changeState, requireStep } from '../order/change-state.server.ts';
import { requireText } from '../order/read-words.ts';
import { MESSAGE_MAX_LENGTH, REFUND_ANSWER_BUSINESS_DAYS } from '../../rules.ts';
import { businessDaysAfter } from '../../shop-days.ts';
import { refundRequests } from '../tables.server.ts';
import { REFUND_GROUND_IDS, sayGround } from '../../protocol/grounds.ts';

/**
 * Requests a refund for a reason of the refund policy, which starts the team's deadline to answer. Throws
 * {@link RefusedError}: 400 without a reason or an explanation, 409 or 410 for files, 409 if the order is
 * unpaid or was refunded.
 */
export async function requestRefund(
  host: OrderHost,
  secret: string,
  typed: { readonly ground: string; readonly explanation: string },
  fileIds: readonly string[] = [],
): Promise<void> {
  await asBuyer(host, secret, async ({ tx, after, order, actor }) => {
    requireStep(order, 'request-refund', actor.kind);
    const ground = REFUND_GROUND_IDS.find((known) => known === typed.ground);
    if (!ground) throw new RefusedError(400, 'Please choose what went wrong.', 'ground');
    const explanation = requireText(
      typed.explanation,
      'explanation',
      MESSAGE_MAX_LENGTH,
      say('Please explain what went wrong.'),
    );
    const askedAt = host.clock.now();
    const { supportTimezone } = host.settings;
    const dueAt = businessDaysAfter(supportTimezone, askedAt, REFUND_ANSWER_BUSINESS_DAYS);
    const owner = ownerOf(order.id, 'refund');
    const sent = await lockOrderFiles(tx, owner, fileIds, host.settings);
    const [request] = await tx
      .insert(refundRequests)
      .values({ orderId: order.id, ground, explanation, askedAt, dueAt })
      .returning({ id: refundRequests.id });
    if (!request) throw new Error('The refund request was not inserted');
    await sendOrderFiles(tx, { refundRequestId: request.id }, sent);
    await changeState(tx, after, host, order, {
      transition: 'request-refund',
      actor,
      why: `${sayGround(ground)}: ${explanation}`.slice(0, MESSAGE_MAX_LENGTH),
      set: { refundDueAt: dueAt },
      says: () => say('Refund requested.'),
      files: sent,
    });
  });
}
