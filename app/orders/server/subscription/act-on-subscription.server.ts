import type { Member } from '../../../accounts/protocol/member.ts';
import type { Program } from '../../../accounts/protocol/program.ts';
import { t, msg, type Sentence } from '../../../i18n/translate.ts';
import type { Trace } from '../../../platform/change/audit.server.ts';
import { change, type After } from '../../../platform/change/change.server.ts';
import type { Database } from '../../../platform/db/database.server.ts';
import { RefusedError } from '../../../platform/errors.ts';
import { dayOf } from '../../../platform/weekly-hours.ts';
import { lastDayBefore } from '../../deadlines.ts';
import { formatMoney, readMoney } from '../../protocol/money.ts';
import { formatDay } from '../../protocol/offer.ts';
import { formatSubscriptionNumber } from '../../protocol/subscription-transitions.ts';
import { labelOfMethod, restartsPeriods } from '../payment/payment-providers.ts';
import { describeInterval, PRICE_NOTICE_DAYS } from '../../protocol/subscriptions.ts';
import { actorOfConversation, findOfBuyer, type Actor, type BuyerKey } from '../access.server.ts';
import { cancelOrder } from '../order/cancel-order.server.ts';
import { lockOrder } from '../order/change-state.server.ts';
import type { OrderContext } from '../order-context.server.ts';
import {
  changeSubscription,
  findOpenPeriod,
  requireSubscriptionStep,
  type SubscriptionRow,
} from './change-subscription.server.ts';
import { lockForPeriod, nextPeriodNumber, requestPeriodPayment } from './open-period.server.ts';
import { daysFrom, periodAt } from './periods.server.ts';
import { quotePeriod } from './quote-period.server.ts';
import { findSubscriptionOfMember, NO_SUCH_SUBSCRIPTION } from './subscription-access.server.ts';
import { subscriptions } from './tables.server.ts';

/** The context of an action on a subscription. The transaction holds the locks of `lockForPeriod`. */
export interface SubscriptionTurn {
  readonly tx: Database;
  readonly after: After;
  readonly appContext: OrderContext;
  readonly subscription: SubscriptionRow;
  readonly orderNumber: number;
  readonly actor: Actor;
}

type SubscriptionWork<T> = (turn: SubscriptionTurn) => Promise<T>;

/**
 * Runs `work` as the buyer, who is known by the subscription's secret or by an account. Throws {@link RefusedError} 404
 * for an unknown secret.
 */
export async function asSubscriber<T>(
  appContext: OrderContext,
  key: BuyerKey,
  work: SubscriptionWork<T>,
): Promise<T> {
  return change(appContext, undefined, async (tx, after) => {
    const id = await findOfBuyer(tx, subscriptions, key);
    if (!id) throw new RefusedError(404, t(NO_SUCH_SUBSCRIPTION));
    return work({
      tx,
      after,
      appContext,
      ...(await lockForPeriod(tx, id)),
      actor: { kind: 'buyer' },
    });
  });
}

/** Throws {@link RefusedError} 404 for a subscription that the member or program may not see. */
export async function asSubscriptionMember<T>(
  appContext: OrderContext,
  trace: Trace,
  member: Member | Program,
  number: number,
  work: SubscriptionWork<T>,
): Promise<T> {
  return change(appContext, trace, async (tx, after) => {
    const id = await findSubscriptionOfMember(tx, member, number);
    if (!id) throw new RefusedError(404, t(NO_SUCH_SUBSCRIPTION));
    const locked = await lockForPeriod(tx, id);
    // Access is checked again under the lock, because the visitor may have been reassigned meanwhile.
    const actor = await actorOfConversation(tx, member, locked.subscription.conversationId);
    if (!actor) throw new RefusedError(404, t(NO_SUCH_SUBSCRIPTION));
    const done = await work({ tx, after, appContext, ...locked, actor });
    after.audit('subscription-changed', {
      subjectId: id,
      subject: formatSubscriptionNumber(number),
    });
    return done;
  });
}

/** Runs `work` as the system, for the scheduled jobs. */
export async function asSubscriptionSystem(
  appContext: OrderContext,
  id: string,
  work: SubscriptionWork<unknown>,
): Promise<void> {
  const trace = { member: undefined, requestId: 'subscriptions' };
  await change(appContext, trace, async (tx, after) => {
    const locked = await lockForPeriod(tx, id);
    await work({ tx, after, appContext, ...locked, actor: { kind: 'house' } });
  });
}

/**
 * Ends the subscription at the end of the paid period. Without a paid period, a buyer's cancellation ends it at once.
 */
export async function cancelSubscription(turn: SubscriptionTurn, why?: string): Promise<void> {
  const { tx, after, appContext, subscription, actor } = turn;
  const isUnpaid = subscription.state === 'past due' || subscription.state === 'paused';
  if (isUnpaid && actor.kind === 'buyer') {
    await endWith(turn, 'stop-unpaid', why);
    return;
  }
  requireSubscriptionStep(subscription, 'cancel', actor.kind);
  await cancelOpenPeriod(turn, PERIOD_NOT_NEEDED);
  await changeSubscription(tx, after, appContext, subscription, {
    transition: 'cancel',
    actor,
    why,
    says: () =>
      t('Your subscription ends on {day}. Until then, you can keep it.', {
        day: lastPaidDay(turn),
      }),
  });
}

export async function keepSubscription(turn: SubscriptionTurn): Promise<void> {
  const { tx, after, appContext, subscription, actor } = turn;
  await changeSubscription(tx, after, appContext, subscription, {
    transition: 'keep',
    actor,
    says: () => t('Your subscription continues.'),
  });
}

/** Ends the subscription now. A paid period is not refunded automatically. */
export async function endSubscription(turn: SubscriptionTurn, why?: string): Promise<void> {
  await endWith(turn, 'end', why);
}

/** Takes effect at the end of the paid period; a subscription that is past due is paused at once. */
export async function pauseSubscription(turn: SubscriptionTurn, why?: string): Promise<void> {
  const { tx, after, appContext, subscription, actor } = turn;
  if (subscription.state !== 'active') {
    await pauseNow(turn, PAUSED_NOW, why);
    return;
  }
  requireSubscriptionStep(subscription, 'plan-pause', actor.kind);
  if (subscription.isPausing) throw new RefusedError(409, t('A pause is already planned.'));
  await cancelOpenPeriod(turn, PERIOD_NOT_NEEDED);
  await changeSubscription(tx, after, appContext, subscription, {
    transition: 'plan-pause',
    actor,
    why,
    set: { isPausing: true },
    says: () => t('Your subscription will be paused after {day}.', { day: lastPaidDay(turn) }),
  });
}

export async function undoPause(turn: SubscriptionTurn): Promise<void> {
  const { tx, after, appContext, subscription, actor } = turn;
  requireSubscriptionStep(subscription, 'undo-pause', actor.kind);
  if (!subscription.isPausing) {
    throw new RefusedError(409, t('This subscription has no planned pause.'));
  }
  await changeSubscription(tx, after, appContext, subscription, {
    transition: 'undo-pause',
    actor,
    set: { isPausing: false },
    says: () => t('Your subscription continues without a pause.'),
  });
}

/** Pauses at once, and cancels the order of a period that was not paid. */
export async function pauseNow(
  turn: SubscriptionTurn,
  said: Sentence,
  why?: string,
): Promise<void> {
  const { tx, after, appContext, subscription, actor } = turn;
  requireSubscriptionStep(subscription, 'pause', actor.kind);
  await cancelOpenPeriod(turn, PERIOD_UNPAID);
  await changeSubscription(tx, after, appContext, subscription, {
    transition: 'pause',
    actor,
    why,
    says: () => t(said),
  });
}

/**
 * Starts a new period today, if the provider can. By payment link, it is past due until it is paid.
 */
export async function resumeSubscription(turn: SubscriptionTurn): Promise<void> {
  const { tx, after, appContext, subscription, orderNumber, actor } = turn;
  requireSubscriptionStep(subscription, 'resume', actor.kind);
  const { supportTimezone } = appContext.settings;
  const today = dayOf(supportTimezone, appContext.clock.now());
  const number = await nextPeriodNumber(tx, subscription.id);
  const dates = periodAt(supportTimezone, today, subscription.interval, 0);
  const resumed = await changeSubscription(tx, after, appContext, subscription, {
    transition: 'resume',
    actor,
    set: { anchorDay: today, anchorPeriod: number },
    says: () =>
      restartsPeriods(subscription.paymentMethod)
        ? t('Your subscription continues with a new period from today.')
        : t('Your subscription continues. {provider} charges the new period on its next date.', {
            provider: labelOfMethod(subscription.paymentMethod),
          }),
  });
  if (resumed.providerId !== null) return;
  await requestPeriodPayment(tx, after, appContext, resumed, { orderNumber, number, dates });
}

/**
 * Announces a new price of one unit for periods that begin after the notice. Throws {@link RefusedError}: 400 for an
 * amount that cannot be a price, 409 for one that is already planned.
 */
export async function planPrice(turn: SubscriptionTurn, typed: string): Promise<void> {
  const { tx, after, appContext, subscription, actor } = turn;
  requireSubscriptionStep(subscription, 'plan-price', actor.kind);
  const { currency, interval } = subscription;
  const amount = readMoney(typed, currency);
  if (typeof amount !== 'number') throw new RefusedError(400, amount.fault, 'price');
  if (amount === 0) throw new RefusedError(400, t('Enter an amount above zero.'), 'price');
  // A repeated request would postpone the price, and email the buyer again.
  if (amount === subscription.nextUnitAmount) {
    throw new RefusedError(409, t('This price is already planned.'), 'price');
  }
  const { supportTimezone } = appContext.settings;
  const now = appContext.clock.now();
  const priceFrom = daysFrom(supportTimezone, now, PRICE_NOTICE_DAYS);
  const planned = { nextUnitAmount: amount, priceFrom };
  const quote = quotePeriod(appContext, { ...subscription, ...planned }, 2, priceFrom);
  await changeSubscription(tx, after, appContext, subscription, {
    transition: 'plan-price',
    actor,
    set: planned,
    says: () =>
      t(
        'For periods that begin after {day}, you pay {amount} {interval}. You can cancel before that.',
        {
          day: formatDay(dayOf(supportTimezone, priceFrom)),
          amount: formatMoney(quote.view.total, currency),
          interval: describeInterval(interval),
        },
      ),
  });
}

async function endWith(
  turn: SubscriptionTurn,
  transition: 'end' | 'stop-unpaid',
  why?: string,
): Promise<void> {
  const { tx, after, appContext, subscription, actor } = turn;
  requireSubscriptionStep(subscription, transition, actor.kind);
  // The order of a subscription that has not begun can still be cancelled on its own page.
  await cancelOpenPeriod(turn, PERIOD_NOT_NEEDED);
  // The cancelled order of a first period has ended the subscription already.
  if (subscription.state === 'awaiting payment') return;
  await changeSubscription(tx, after, appContext, subscription, {
    transition,
    actor,
    why,
    says: () => t('Your subscription has ended.'),
  });
}

const PAUSED_NOW = msg('Your subscription is paused.');
export const PERIOD_NOT_NEEDED = msg('Cancelled, because the subscription does not continue.');
export const PERIOD_UNPAID = msg('Cancelled, because the period was not paid.');

/** Cancels the order of the unpaid period, if there is one. `lockSubscription` holds the lock of this order. */
export async function cancelOpenPeriod(
  {
    tx,
    after,
    appContext,
    subscription,
  }: Pick<SubscriptionTurn, 'tx' | 'after' | 'appContext' | 'subscription'>,
  said: Sentence,
): Promise<void> {
  const open = await findOpenPeriod(tx, subscription.id);
  if (!open) return;
  const order = await lockOrder(tx, open.orderId);
  await cancelOrder({ tx, after, appContext, order, actor: { kind: 'house' } }, undefined, said);
}

function lastPaidDay({ appContext, subscription }: SubscriptionTurn): string {
  const { periodEndsAt } = subscription;
  if (periodEndsAt === null) throw new Error('The subscription has no paid period');
  return formatDay(lastDayBefore(appContext.settings.supportTimezone, periodEndsAt));
}
