import { eq } from 'drizzle-orm';
import type { Member } from '../../../accounts/protocol/member.ts';
import { t } from '../../../i18n/translate.ts';
import type { Trace } from '../../../platform/change/audit.server.ts';
import { RefusedError } from '../../../platform/errors.ts';
import { formatOrderNumber } from '../../protocol/transitions.ts';
import { asMember } from '../order/as-actor.server.ts';
import type { OrderContext } from '../order-context.server.ts';
import { orders } from '../tables.server.ts';

/**
 * Records that a member has looked up the buyer's tax number. Repeating it changes nothing. Throws
 * {@link RefusedError}: 404, 409 if the order has no tax number.
 */
export async function verifyTaxNumber(
  appContext: OrderContext,
  trace: Trace,
  member: Member,
  number: number,
): Promise<void> {
  await asMember(appContext, trace, member, number, async ({ tx, after, order, actor }) => {
    if (order.taxNumber === null) {
      throw new RefusedError(409, t('This order has no tax number.'));
    }
    if (order.taxNumberVerifiedAt !== null) return;
    const at = appContext.clock.now();
    await tx
      .update(orders)
      .set({
        taxNumberVerifiedAt: at,
        taxNumberVerifiedBy: actor.memberId ?? null,
        updatedAt: at,
      })
      .where(eq(orders.id, order.id));
    after.audit('order-tax-number-verified', {
      subjectId: order.id,
      subject: formatOrderNumber(order.number),
    });
  });
}
