import type { After } from '../../../platform/change/change.server.ts';
import type { Database } from '../../../platform/db/database.server.ts';
import { say } from '../../../platform/say.ts';
import type { Actor } from '../access.server.ts';
import { readOffer } from '../offer/read-offer.server.ts';
import type { OrderHost } from '../order-host.server.ts';
import { changeState, type OrderRow } from '../order/change-state.server.ts';
import { daysAfter } from '../../shop-days.ts';
import { formatMoney } from '../../protocol/money.ts';
import { closePagesSoon } from './settle-page.server.ts';

/** Marks the order as paid, and starts the work at once if nothing is needed from the buyer. */
export async function settlePaid(
  tx: Database,
  after: After,
  host: OrderHost,
  order: OrderRow,
  { actor, why }: { readonly actor: Actor; readonly why: string },
): Promise<OrderRow> {
  const offer = await readOffer(tx, order.offerId);
  await closePagesSoon(tx, host, order.id);
  const paidAt = host.clock.now();
  const paid = await changeState(tx, after, host, order, {
    transition: 'pay',
    actor,
    why,
    set: { paidAmount: order.amount, paidAt },
    says: () => {
      const amount = formatMoney(order.amount, order.currency);
      return offer.questions.length > 0
        ? say('{amount} received, thank you. To begin, we need something from you.', { amount })
        : say('{amount} received, thank you.', { amount });
    },
  });
  if (offer.questions.length > 0) return paid;
  return beginWork(tx, after, host, paid, offer.deliveryDays, { kind: 'house' });
}

/** The delivery deadline counts from payment and a complete brief (rule 218). */
export async function beginWork(
  tx: Database,
  after: After,
  host: OrderHost,
  order: OrderRow,
  deliveryDays: number,
  actor: Actor,
  brief?: readonly string[],
): Promise<OrderRow> {
  const { clock, settings } = host;
  return changeState(tx, after, host, order, {
    transition: 'begin',
    actor,
    set: {
      deliveryDueAt: daysAfter(settings.supportTimezone, clock.now(), deliveryDays),
      ...(brief ? { brief } : {}),
    },
    says: () => say('Work begins.'),
  });
}
