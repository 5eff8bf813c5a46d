import { and, asc, eq, gt, lte, or, sql } from 'drizzle-orm';
import { t } from '../../../i18n/translate.ts';
import { dayOf } from '../../../platform/weekly-hours.ts';
import { addDays } from '../../../platform/day.ts';
import { endOfDay } from '../../deadlines.ts';
import { formatMoney } from '../../protocol/money.ts';
import { lockInvoice } from '../invoices/invoice-order.server.ts';
import { asSystem, type Turn } from '../order/as-actor.server.ts';
import { mailOrder } from '../order/mail-order.server.ts';
import { isBeingPaid } from '../payment/settle-page.server.ts';
import type { OrderContext } from '../order-context.server.ts';
import { processDue } from '../process-due.server.ts';
import { milestones } from '../tables.server.ts';
import { setMilestone } from './milestone-rows.server.ts';
import { payablePart } from './part-of-order.server.ts';

type Found = Pick<typeof milestones.$inferSelect, 'orderId' | 'position'>;

/**
 * Reminds buyers of milestones that can be paid, on the days of `INVOICE_REMINDERS` after the day on which this became
 * possible. The first milestone has the time limit for payments instead. Every process runs this job, so each milestone
 * is checked again under its order's lock. If several reminders are due because no process ran, only one is sent.
 */
export async function remindOfMilestones(appContext: OrderContext): Promise<void> {
  const { db, settings } = appContext;
  const days = settings.invoiceReminders;
  if (days.length === 0) return;
  const isDue = or(
    ...days.map((after, index) =>
      and(
        lte(milestones.payableAt, remindedFrom(appContext, after)),
        lte(milestones.paymentReminders, index),
      ),
    ),
  );
  await processDue<Found>(appContext, {
    read: (last, limit) =>
      db
        .select({ orderId: milestones.orderId, position: milestones.position })
        .from(milestones)
        .where(
          and(
            eq(milestones.state, 'awaiting payment'),
            gt(milestones.position, 1),
            isDue,
            last &&
              sql`(${milestones.orderId}, ${milestones.position}) > (${last.orderId}, ${last.position})`,
          ),
        )
        .orderBy(asc(milestones.orderId), asc(milestones.position))
        .limit(limit),
    work: (found) => asSystem(appContext, found.orderId, (turn) => remind(turn, found)),
    failure: 'Could not remind of a milestone',
  });
}

/** A milestone that became payable before this moment is reminded of. */
function remindedFrom({ clock, settings }: OrderContext, days: number): Date {
  const { supportTimezone } = settings;
  return endOfDay(supportTimezone, addDays(dayOf(supportTimezone, clock.now()), -days));
}

async function remind(turn: Turn, { position }: Found): Promise<void> {
  const { tx, after, appContext, order } = turn;
  const part = await payablePart(tx, order);
  const milestone = part?.milestone;
  // While a refund is being decided, nobody is asked to pay more.
  if (!milestone || milestone.position !== position || order.state === 'refund requested') return;
  const { payableAt } = milestone;
  const due = appContext.settings.invoiceReminders.filter(
    (days) => payableAt !== null && payableAt <= remindedFrom(appContext, days),
  ).length;
  if (due <= milestone.paymentReminders) return;
  // An open invoice has reminders of its own, and a bank transfer may be on its way.
  if (await lockInvoice(tx, order.id, position)) return;
  if (await isBeingPaid(tx, order.id)) return;
  await setMilestone(tx, appContext.clock.now(), milestone, { paymentReminders: due });
  await mailOrder(tx, after, appContext, order, {
    transition: 'reminder',
    said: () =>
      t('“{milestone}” can be paid: {amount}.', {
        milestone: milestone.title,
        amount: formatMoney(part.amount - part.creditAmount, order.currency),
      }),
  });
}
