import { RefusedError } from '../../../platform/errors.ts';
import { t } from '../../../i18n/translate.ts';
import { readOffer } from '../offer/read-offer.server.ts';
import { formatOrderNumber } from '../../protocol/transitions.ts';
import type { Turn } from './as-actor.server.ts';
import { changeState } from './change-state.server.ts';

/**
 * Cancels a request of a subscription before its work starts. The period counts no cancelled order, so it gets the
 * request back. Throws {@link RefusedError} 409 for any other order.
 */
export async function withdrawRequest(
  { tx, after, appContext, order, actor }: Turn,
  why?: string,
): Promise<void> {
  const { source } = await readOffer(tx, order.offerId);
  if (source !== 'request') {
    throw new RefusedError(409, t('This order is no request of a subscription.'));
  }
  await changeState(tx, after, appContext, order, {
    transition: 'withdraw',
    actor,
    why,
    // An order without a price is paid as long as it has this date.
    set: { paidAt: null },
    says: () => t('The request is cancelled. You can make another one in the same period.'),
  });
  if (actor.memberId ?? actor.program) {
    after.audit('order-cancelled', {
      subjectId: order.id,
      subject: formatOrderNumber(order.number),
    });
  }
}
