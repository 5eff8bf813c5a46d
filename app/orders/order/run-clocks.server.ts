import { and, eq, gt, lte, sql } from 'drizzle-orm';
import { completeOrder } from '../delivery/answer-delivery.server.ts';
import type { OrderHost } from '../order-host.server.ts';
import { say } from '../../platform/say.ts';
import { REMINDED_ON_DAYS } from '../rules.ts';
import { checkouts, orders } from '../tables.server.ts';
import { asHouse, type Turn } from './as-actor.server.ts';
import { cancelOrder } from './cancel-order.server.ts';
import { dueOf } from './due-of.ts';
import { mailOrder } from './mail-order.server.ts';

/** Read in one go. */
const AT_ONCE = 50;
const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * What the clocks of an order do: one that nobody paid for is cancelled, one that was delivered completes
 * by itself, and its buyer is told of that before. Each under its lock, where it is looked at again: every
 * process does this, perhaps at the same moment.
 */
export async function runClocks(host: OrderHost): Promise<void> {
  const now = host.clock.now();
  await each(
    host,
    sql`${orders.state} = 'awaiting payment' and ${lte(orders.paymentDueAt, now)}`,
    async (turn) => {
      const isDue = turn.order.state === 'awaiting payment' && turn.order.paymentDueAt <= now;
      // Money that a bank is still moving would arrive at a cancelled order.
      if (isDue && !(await isBeingPaid(turn))) await cancelOrder(turn);
    },
  );
  await each(
    host,
    sql`${orders.state} = 'delivered' and ${lte(orders.acceptanceDueAt, now)}`,
    (turn) =>
      turn.order.state === 'delivered' && isPast(turn.order.acceptanceDueAt, now)
        ? completeOrder(turn)
        : Promise.resolve(),
  );
  // The last first: who was due for both, because no process ran, is told once.
  for (const [index, days] of [...REMINDED_ON_DAYS.entries()].reverse()) {
    const since = new Date(now.getTime() - days * DAY_MS);
    // Days on which a refund was being decided count for neither: the end has moved by as many.
    const left = host.settings.orderAcceptanceDays - days + 1;
    const until = new Date(now.getTime() + left * DAY_MS);
    const due = and(
      eq(orders.state, 'delivered'),
      lte(orders.deliveredAt, since),
      lte(orders.acceptanceDueAt, until),
      lte(orders.remindedTimes, index),
    );
    // oxlint-disable-next-line no-await-in-loop -- the one says whether the other is still due
    await each(host, sql`${due}`, (turn) => remind(turn, index, { since, until }));
  }
}

async function isBeingPaid({ tx, order }: Turn): Promise<boolean> {
  const [page] = await tx
    .select({ id: checkouts.id })
    .from(checkouts)
    .where(and(eq(checkouts.orderId, order.id), eq(checkouts.state, 'in progress')));
  return page !== undefined;
}

/** All that are due, each once: those that cannot be changed keep no others from their turn. */
async function each(
  host: OrderHost,
  due: ReturnType<typeof sql>,
  work: (turn: Turn) => Promise<void>,
): Promise<void> {
  let found: { readonly id: string; readonly number: number }[] = [];
  do {
    // oxlint-disable-next-line no-await-in-loop -- one page after the other
    found = await host.db
      .select({ id: orders.id, number: orders.number })
      .from(orders)
      .where(and(due, gt(orders.number, found.at(-1)?.number ?? 0)))
      .orderBy(orders.number)
      .limit(AT_ONCE);
    for (const { id } of found) {
      try {
        // oxlint-disable-next-line no-await-in-loop -- each is a change of its own
        await asHouse(host, id, work);
      } catch (error) {
        host.log.error({ err: error, orderId: id }, 'The clock of an order failed');
      }
    }
  } while (found.length === AT_ONCE);
}

/** Says that it will complete by itself; each time once, whichever process is first. */
async function remind(
  { tx, after, host, order }: Turn,
  index: number,
  { since, until }: { readonly since: Date; readonly until: Date },
): Promise<void> {
  const isDue =
    order.state === 'delivered' &&
    order.remindedTimes <= index &&
    isPast(order.deliveredAt, since) &&
    isPast(order.acceptanceDueAt, until);
  if (!isDue) return;
  await tx
    .update(orders)
    .set({ remindedTimes: index + 1 })
    .where(eq(orders.id, order.id));
  await mailOrder(tx, after, host, order, {
    transition: 'reminder',
    said: () => say('Your delivery is waiting for you.'),
    due: dueOf(order, host.settings.supportTimezone, host.clock.now()),
  });
}

function isPast(moment: Date | null, now: Date): boolean {
  return moment !== null && moment <= now;
}
