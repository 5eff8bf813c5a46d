import { RefusedError } from '../../../platform/errors.ts';
import { say } from '../../../platform/say.ts';
import { readOffer } from '../offer/read-offer.server.ts';
import type { OrderHost } from '../order-host.server.ts';
import { asBuyer, type Turn } from '../order/as-actor.server.ts';
import { changeState, requireStep } from '../order/change-state.server.ts';
import { requireText } from '../order/read-words.ts';
import { daysAfter } from '../../shop-days.ts';
import { MESSAGE_MAX_LENGTH } from '../../rules.ts';
import { sayRevisions } from '../../protocol/offer.ts';

/** Idempotent. Throws {@link RefusedError} 409 if the order is not delivered. */
export async function acceptDelivery(host: OrderHost, secret: string): Promise<void> {
  await asBuyer(host, secret, async (turn) => {
    if (turn.order.state === 'completed') return;
    await completeOrder(turn);
  });
}

/** Called for the buyer who accepts, and for the scheduled job after the deadline. */
export async function completeOrder({ tx, after, host, order, actor }: Turn): Promise<void> {
  await changeState(tx, after, host, order, {
    transition: 'complete',
    actor,
    set: { completedAt: host.clock.now(), acceptanceDueAt: null },
    says: () =>
      actor.kind === 'house'
        ? say('Completed, because nobody asked for a change in time.')
        : say('The delivery was accepted. The order is completed.'),
  });
}

/**
 * Requests one of the agreed revisions. Throws {@link RefusedError}: 400 without a text, 409 if no revision is
 * left or nothing is delivered.
 */
export async function requestRevision(
  host: OrderHost,
  secret: string,
  typed: string,
): Promise<void> {
  await asBuyer(host, secret, async ({ tx, after, order, actor }) => {
    requireStep(order, 'request-revision', actor.kind);
    const offer = await readOffer(tx, order.offerId);
    if (order.revisionsUsed >= offer.revisions) {
      const agreed = sayRevisions(offer.revisions);
      throw new RefusedError(
        409,
        order.revisionsUsed === 0
          ? say('The order has {agreed}, and no more were agreed. Please ask in the chat.', {
              agreed,
            })
          : say('The order has {agreed}, and all are used. Please ask in the chat.', { agreed }),
      );
    }
    const wish = requireText(
      typed,
      'wish',
      MESSAGE_MAX_LENGTH,
      say('Please say what should be changed.'),
    );
    const { clock, settings } = host;
    await changeState(tx, after, host, order, {
      transition: 'request-revision',
      actor,
      why: wish,
      set: {
        revisionsUsed: order.revisionsUsed + 1,
        acceptanceDueAt: null,
        // A revision gets the same time as the first delivery.
        deliveryDueAt: daysAfter(settings.supportTimezone, clock.now(), offer.deliveryDays),
      },
      says: () =>
        say('Revision {number} of {revisions} requested.', {
          number: order.revisionsUsed + 1,
          revisions: offer.revisions,
        }),
    });
  });
}
