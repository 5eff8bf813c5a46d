import type { Trace } from '../../../platform/change/audit.server.ts';
import { say } from '../../../platform/say.ts';
import type { Member } from '../../../accounts/protocol/member.ts';
import type { Program } from '../../../accounts/protocol/program.ts';
import { ownerOf } from '../files/order-places.server.ts';
import { lockOrderFiles, sendOrderFiles } from '../files/send-files.server.ts';
import type { OrderHost } from '../order-host.server.ts';
import { asMember } from '../order/as-actor.server.ts';
import { changeState, requireStep } from '../order/change-state.server.ts';
import { requireText } from '../order/read-words.ts';
import { sayNumber } from '../../protocol/transitions.ts';
import { daysAfter } from '../../shop-days.ts';
import { MESSAGE_MAX_LENGTH } from '../../rules.ts';
import { deliveries } from '../tables.server.ts';

/**
 * Delivers files with a message, which starts the buyer's deadline to answer (rule 216). Nothing is
 * delivered unless all files are uploaded. Throws {@link RefusedError}: 404, 400, 409, 410.
 */
export async function deliver(
  host: OrderHost,
  trace: Trace,
  member: Member | Program,
  number: number,
  typed: string,
  fileIds: readonly string[] = [],
): Promise<void> {
  await asMember(host, trace, member, number, async ({ tx, after, order, actor }) => {
    const { clock, settings } = host;
    const at = clock.now();
    const message = requireText(
      typed,
      'message',
      MESSAGE_MAX_LENGTH,
      say('Please write what you deliver, and where the buyer finds it.'),
    );
    requireStep(order, 'deliver', actor.kind);
    const owner = ownerOf(order.id, 'delivery', actor.memberId);
    const sent = await lockOrderFiles(tx, owner, fileIds, settings);
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
      says: () => say('Delivered. Please look at it, and accept it or request a revision.'),
      files: sent,
    });
    const [delivery] = await tx
      .insert(deliveries)
      .values({
        orderId: order.id,
        event: delivered.lastEvent,
        message,
        memberId: actor.memberId ?? null,
        createdAt: at,
        dueAt: order.deliveryDueAt ?? at,
      })
      .returning({ id: deliveries.id });
    if (!delivery) throw new Error('The delivery was not inserted');
    await sendOrderFiles(tx, { deliveryId: delivery.id }, sent);
    after.audit('order-delivered', { subjectId: order.id, subject: sayNumber(order.number) });
  });
}
