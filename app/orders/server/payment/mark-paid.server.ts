import { speechOfBuyer } from '../order/buyer-speech.server.ts';
import { say } from '../../../platform/say.ts';
import type { Trace } from '../../../platform/change/audit.server.ts';
import { RefusedError } from '../../../platform/errors.ts';
import type { Member } from '../../../accounts/protocol/member.ts';
import type { Program } from '../../../accounts/protocol/program.ts';
import type { OrderHost } from '../order-host.server.ts';
import { asMember } from '../order/as-actor.server.ts';
import { requireStep } from '../order/change-state.server.ts';
import { toLine } from '../../../platform/shown-text.ts';
import { sayNumber } from '../../protocol/transitions.ts';
import { REFERENCE_MAX_LENGTH } from '../../rules.ts';
import { payments } from '../tables.server.ts';
import { book } from './ledger.server.ts';
import { settlePaid } from './settle-paid.server.ts';

/**
 * Records a payment that a member saw arrive by the payment link (rule 212). Throws {@link RefusedError}:
 * 404, 400 without a reference, 409 if no payment is due.
 */
export async function markPaid(
  host: OrderHost,
  trace: Trace,
  member: Member | Program,
  number: number,
  typedReference: string,
): Promise<void> {
  await asMember(host, trace, member, number, async ({ tx, after, order, actor }) => {
    // The state is checked first: a second click should learn that the order is paid, not that a reference is
    // missing.
    requireStep(order, 'pay', actor.kind);
    const reference = toLine(typedReference, REFERENCE_MAX_LENGTH);
    if (reference === '') {
      throw new RefusedError(
        400,
        say('Please write the reference under which the payment arrived.'),
        'reference',
      );
    }
    const at = host.clock.now();
    const amount = order.amount - order.creditAmount;
    await tx.insert(payments).values({
      orderId: order.id,
      way: 'link',
      reference,
      amount,
      currency: order.currency,
      state: 'booked',
      memberId: actor.memberId ?? null,
      createdAt: at,
    });
    await book(tx, at, {
      key: `payment ${order.id}`,
      from: 'received:link',
      to: 'orders',
      amount,
      currency: order.currency,
      orderId: order.id,
    });
    after.audit('order-marked-paid', {
      subjectId: order.id,
      subject: sayNumber(order.number),
      detail: reference,
    });
    const inBuyersWords = await speechOfBuyer(tx, host.settings, order.conversationId);
    const why = inBuyersWords(() => say('Reference {reference}', { reference }));
    await settlePaid(tx, after, host, order, { actor, why });
  });
}
