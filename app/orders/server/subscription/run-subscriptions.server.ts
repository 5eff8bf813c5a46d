import { and, eq, gt, isNull, lte, or, sql, type SQL } from 'drizzle-orm';
import { msg, t, type Sentence } from '../../../i18n/translate.ts';
import type { OrderContext } from '../order-context.server.ts';
import { processDue } from '../process-due.server.ts';
import {
  asSubscriptionSystem,
  cancelOpenPeriod,
  pauseNow,
  PERIOD_NOT_NEEDED,
  type SubscriptionTurn,
} from './act-on-subscription.server.ts';
import { changeSubscription, findOpenPeriod } from './change-subscription.server.ts';
import { mailSubscription } from './mail-subscription.server.ts';
import { datesOfPeriod, nextPeriodNumber, requestPeriodPayment } from './open-period.server.ts';
import { daysFrom } from './periods.server.ts';
import { subscriptionPeriods, subscriptions } from './tables.server.ts';

const HOUR_MS = 60 * 60 * 1000;
/** The payment link of a period is sent this many days before it begins. */
const SENT_BEFORE_DAYS = 7;

/** Days after the failed payment. */
const REMINDED_ON_DAYS = [1, 4, 7] as const;
const PAUSED_ON_DAY = 10;

const PAUSED_UNPAID = msg(
  'Your subscription is paused, because the payment did not arrive. Contact us to continue.',
);
const PAUSED_AS_PLANNED = msg('Your subscription is paused.');

/**
 * Handles what time does to subscriptions: payment links, periods that begin unpaid, reminders, pauses and ends. Every
 * process runs this job, so each subscription is checked again under its lock.
 */
export async function runSubscriptions(appContext: OrderContext): Promise<void> {
  const now = appContext.clock.now();
  const { supportTimezone } = appContext.settings;
  await each(
    appContext,
    and(eq(subscriptions.state, 'ending'), lte(subscriptions.periodEndsAt, now)),
    endDue,
  );
  await each(
    appContext,
    and(
      eq(subscriptions.state, 'active'),
      eq(subscriptions.isPausing, true),
      lte(subscriptions.periodEndsAt, now),
    ),
    pauseDue,
  );
  const soon = daysFrom(supportTimezone, now, SENT_BEFORE_DAYS);
  await each(
    appContext,
    and(
      eq(subscriptions.state, 'active'),
      eq(subscriptions.isPausing, false),
      isNull(subscriptions.providerId),
      lte(subscriptions.periodEndsAt, soon),
      sql`not exists (select 1 from ${subscriptionPeriods} p
        where p.subscription_id = ${subscriptions.id} and p.state = 'awaiting payment')`,
    ),
    openDue,
  );
  await each(
    appContext,
    and(
      eq(subscriptions.state, 'active'),
      isNull(subscriptions.providerId),
      sql`exists (select 1 from ${subscriptionPeriods} p
        where p.subscription_id = ${subscriptions.id} and p.state = 'awaiting payment'
        and p.starts_at <= ${now.toISOString()})`,
    ),
    failDue,
  );
  await each(appContext, and(eq(subscriptions.state, 'past due'), isNextStepNear(now)), remindDue);
}

/**
 * True for subscriptions whose next reminder or pause is due, or will be within two hours, because the clocks may change in
 * between. To lock the others each minute would keep orders waiting, which need the lock of the order numbers, too.
 */
function isNextStepNear(now: Date): SQL | undefined {
  const steps = [...REMINDED_ON_DAYS, PAUSED_ON_DAY].map((day, sent) =>
    and(
      eq(subscriptions.remindersSent, sent),
      lte(subscriptions.pastDueAt, new Date(now.getTime() - (day * 24 - 2) * HOUR_MS)),
    ),
  );
  return or(...steps);
}

function each(
  appContext: OrderContext,
  due: SQL | undefined,
  work: (turn: SubscriptionTurn) => Promise<void>,
): Promise<void> {
  return processDue<{ readonly subscriptionId: string; readonly number: number }>(appContext, {
    read: (last, limit) =>
      appContext.db
        .select({ subscriptionId: subscriptions.id, number: subscriptions.number })
        .from(subscriptions)
        .where(and(due, gt(subscriptions.number, last?.number ?? 0)))
        .orderBy(subscriptions.number)
        .limit(limit),
    work: ({ subscriptionId }) => asSubscriptionSystem(appContext, subscriptionId, work),
    failure: 'Could not process a deadline of a subscription',
  });
}

async function endDue(turn: SubscriptionTurn): Promise<void> {
  const { tx, after, appContext, subscription, actor } = turn;
  if (subscription.state !== 'ending' || !isOver(turn)) return;
  await cancelOpenPeriod(turn, PERIOD_NOT_NEEDED);
  await changeSubscription(tx, after, appContext, subscription, {
    transition: 'end',
    actor,
    says: () => t('Your subscription has ended.'),
  });
}

async function pauseDue(turn: SubscriptionTurn): Promise<void> {
  const { subscription } = turn;
  if (subscription.state !== 'active' || !subscription.isPausing || !isOver(turn)) return;
  await pauseNow(turn, PAUSED_AS_PLANNED);
}

async function openDue(turn: SubscriptionTurn): Promise<void> {
  const { tx, after, appContext, subscription, orderNumber } = turn;
  const { supportTimezone } = appContext.settings;
  if (subscription.state !== 'active' || subscription.isPausing) return;
  if (await findOpenPeriod(tx, subscription.id)) return;
  const number = await nextPeriodNumber(tx, subscription.id);
  const dates = datesOfPeriod(supportTimezone, subscription, number);
  if (dates.startsAt > daysFrom(supportTimezone, appContext.clock.now(), SENT_BEFORE_DAYS)) return;
  await requestPeriodPayment(tx, after, appContext, subscription, { orderNumber, number, dates });
}

/** A period that is unpaid on its first day is past due from the start of that day. */
async function failDue({
  tx,
  after,
  appContext,
  subscription,
  actor,
}: SubscriptionTurn): Promise<void> {
  if (subscription.state !== 'active') return;
  const open = await findOpenPeriod(tx, subscription.id);
  if (!open?.startsAt || open.startsAt > appContext.clock.now()) return;
  await changeSubscription(tx, after, appContext, subscription, {
    transition: 'fail',
    actor,
    set: { pastDueAt: open.startsAt },
    says: () => t('The payment of the new period has not arrived.'),
    isMailed: false,
  });
}

/** Sends the newest reminder that is due, or pauses on the tenth day. */
async function remindDue(turn: SubscriptionTurn): Promise<void> {
  const { tx, after, appContext, subscription } = turn;
  const { pastDueAt, remindersSent } = subscription;
  if (subscription.state !== 'past due' || pastDueAt === null) return;
  const { supportTimezone } = appContext.settings;
  const now = appContext.clock.now();
  const isDay = (days: number) => daysFrom(supportTimezone, pastDueAt, days) <= now;
  if (isDay(PAUSED_ON_DAY)) {
    await pauseNow(turn, PAUSED_UNPAID);
    return;
  }
  const due = REMINDED_ON_DAYS.filter(isDay).length;
  if (due <= remindersSent) return;
  await tx
    .update(subscriptions)
    .set({ remindersSent: due })
    .where(eq(subscriptions.id, subscription.id));
  await mailSubscription(tx, after, appContext, subscription, () => t(REMINDER));
}

const REMINDER: Sentence = msg(
  'Your payment has not arrived yet. Open your subscription to pay, or to cancel it.',
);

function isOver({ appContext, subscription: { periodEndsAt } }: SubscriptionTurn): boolean {
  return periodEndsAt !== null && periodEndsAt <= appContext.clock.now();
}
