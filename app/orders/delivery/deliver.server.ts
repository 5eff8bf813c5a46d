import type { Trace } from '../../platform/change/audit.server.ts';
import type { Member } from '../../team/members/member.ts';
import type { OrderHost } from '../order-host.server.ts';
import { asMember } from '../order/as-actor.server.ts';
import { changeState } from '../order/change-state.server.ts';
import { requireText } from '../order/read-words.ts';
import { daysAfter } from '../shop-days.ts';
import { MESSAGE_MAX_LENGTH } from '../rules.ts';
import { deliveries } from '../tables.server.ts';

/**
 * The team delivers, with a message (DECISIONS 47); from here the buyer has some days to answer. Files of a
 * delivery belong to the row of `deliveries` that this inserts. Throws {@link RefusedError}: 404, 400, 409.
 */
export async function deliver(
  host: OrderHost,
  trace: Trace,
  member: Member,
  number: number,
  typed: string,
): Promise<void> {
  await asMember(host, trace, member, number, async ({ tx, after, order, actor }) => {
    const { clock, settings } = host;
    const at = clock.now();
    const message = requireText(
      typed,
      'message',
      MESSAGE_MAX_LENGTH,
      'Please write what you deliver, and where the buyer finds it.',
    );
    const days = settings.orderAcceptanceDays;
    const delivered = await changeState(tx, after, host, order, {
      transition: 'deliver',
      actor,
      why: message,
      set: {
        deliveredAt: at,
        acceptanceDueAt: daysAfter(settings.supportTimezone, at, days),
        remindedTimes: 0,
      },
      says: 'Delivered. Please look at it, and accept it or request a revision.',
    });
    await tx.insert(deliveries).values({
      orderId: order.id,
      event: delivered.lastEvent,
      message,
      memberId: member.id,
      createdAt: at,
      dueAt: order.deliveryDueAt ?? at,
    });
  });
}
