import { and, eq, gt, lte, sql } from 'drizzle-orm';
import { completeOrder } from '../delivery/delivery.server.ts';
import type { OrderContext } from '../order-context.server.ts';
import { t } from '../../../i18n/translate.ts';
import { reminderDaysFor } from '../../rules.ts';
import { subscriptionPeriods, subscriptions } from '../subscription/tables.server.ts';
import { processDue } from '../process-due.server.ts';
import { orders } from '../tables.server.ts';
import { isBeingPaid } from '../payment/settle-page.server.ts';
import { asSystem, type Turn } from './as-actor.server.ts';
import { cancelOrder } from './cancel-order.server.ts';
import { dueOf } from '../../deadlines.ts';
import { mailOrder } from './mail-order.server.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * Handles expired deadlines: cancels unpaid orders, completes delivered ones and sends reminders before that.
 * Every process runs this job, so each order is checked again under its lock.
 */
export async function runClocks(appContext: OrderContext): Promise<void> {
  const now = appContext.clock.now();
  await each(
    appContext,
    // An unpaid later period is handled with its subscription.
    sql`${orders.state} = 'awaiting payment' and ${lte(orders.paymentDueAt, now)}
      and not exists (select 1 from ${subscriptionPeriods} p
        join ${subscriptions} s on s.id = p.subscription_id
        where p.order_id = ${orders.id} and p.state = 'awaiting payment' and s.state <> 'awaiting payment')`,
    async (turn) => {
      const isDue = turn.order.state === 'awaiting payment' && turn.order.paymentDueAt <= now;
      // A pending bank transfer would otherwise arrive at a cancelled order.
      if (isDue && !(await isBeingPaid(turn.tx, turn.order.id))) await cancelOrder(turn);
    },
  );
  await each(
    appContext,
    sql`${orders.state} = 'delivered' and ${lte(orders.acceptanceDueAt, now)}`,
    (turn) =>
      turn.order.state === 'delivered' && isPast(turn.order.acceptanceDueAt, now)
        ? completeOrder(turn)
        : Promise.resolve(),
  );
  // The last reminder goes first: if both are due because no process ran, the buyer gets only one.
  const { orderAcceptanceDays } = appContext.settings;
  for (const [index, days] of [...reminderDaysFor(orderAcceptanceDays).entries()].reverse()) {
    const since = new Date(now.getTime() - days * DAY_MS);
    // Days on which a refund was being decided do not count, because they have moved the deadline.
    const left = orderAcceptanceDays - days + 1;
    const until = new Date(now.getTime() + left * DAY_MS);
    const due = and(
      eq(orders.state, 'delivered'),
      lte(orders.deliveredAt, since),
      lte(orders.acceptanceDueAt, until),
      lte(orders.remindedTimes, index),
    );
    // oxlint-disable-next-line no-await-in-loop -- the one says whether the other is still due
    await each(appContext, sql`${due}`, (turn) => remind(turn, index, { since, until }));
  }
}

function each(
  appContext: OrderContext,
  due: ReturnType<typeof sql>,
  work: (turn: Turn) => Promise<void>,
): Promise<void> {
  return processDue<{ readonly orderId: string; readonly number: number }>(appContext, {
    read: (last, limit) =>
      appContext.db
        .select({ orderId: orders.id, number: orders.number })
        .from(orders)
        .where(and(due, gt(orders.number, last?.number ?? 0)))
        .orderBy(orders.number)
        .limit(limit),
    work: ({ orderId }) => asSystem(appContext, orderId, work),
    failure: 'Could not process a deadline of an order',
  });
}

/** Announces the automatic completion. The check under the lock makes sure that each reminder is sent once. */
async function remind(
  { tx, after, appContext, order }: Turn,
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
  await mailOrder(tx, after, appContext, order, {
    transition: 'reminder',
    said: () => t('Your delivery is waiting for you.'),
    due: dueOf(order, appContext.settings.supportTimezone, appContext.clock.now()),
  });
}

function isPast(moment: Date | null, now: Date): boolean {
  return moment !== null && moment <= now;
}
