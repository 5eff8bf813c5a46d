import { and, desc, eq, or } from 'drizzle-orm';
import { t } from '../../../i18n/translate.ts';
import type { After } from '../../../platform/change/change.server.ts';
import type { Database } from '../../../platform/db/database.server.ts';
import { isUuid } from '../../../platform/fields.ts';
import { auditLog } from '../../../platform/tables.server.ts';
import { formatDay } from '../../protocol/offer.ts';
import { lastDayBefore } from '../../deadlines.ts';
import type { PaymentProviderName } from '../../protocol/payment-methods.ts';
import type { OrderContext } from '../order-context.server.ts';
import { lockOrder } from '../order/change-state.server.ts';
import { bookPaymentOf, isOurs } from '../payment/book-payment.server.ts';
import type { PeriodPaid, SubscriptionStatus } from '../payment/provider.ts';
import { checkouts, payments } from '../tables.server.ts';
import {
  changeSubscription,
  findOpenPeriod,
  lockSubscription,
  type SubscriptionRow,
} from './change-subscription.server.ts';
import {
  cancelOpenPeriod,
  PERIOD_NOT_NEEDED,
  PERIOD_UNPAID,
} from './act-on-subscription.server.ts';
import { endAtProvider } from './end-subscription-kind.server.ts';
import { mailSubscription } from './mail-subscription.server.ts';
import { insertPeriod, lockForPeriod, nextPeriodNumber } from './open-period.server.ts';
import { subscriptionEvents, subscriptionPeriods, subscriptions } from './tables.server.ts';

/**
 * Books a period that a provider has charged, once: the first one to the order that began the subscription, a later one
 * to a new order. A payment that fits no order is held (rule 214). Returns a description of the outcome.
 */
export async function bookPeriod(
  tx: Database,
  after: After,
  appContext: OrderContext,
  paymentMethod: PaymentProviderName,
  paid: PeriodPaid,
): Promise<string> {
  const hold = () =>
    bookPaymentOf(tx, after, appContext, paymentMethod, paid, { order: undefined });
  /** The provider would charge each period, and the team would have to return each payment. */
  const holdAndEnd = () => {
    endAtProvider(after, paymentMethod, paid.reference);
    return hold();
  };
  const found = await findSubscription(tx, paymentMethod, paid);
  if (!found) {
    if (!isOurs(appContext, paid)) return 'of another shop';
    // A reset has deleted it for good. A backup from before it began may be restored, and the team may enter it again.
    return (await wasReset(tx)) ? holdAndEnd() : hold();
  }
  const { id } = found;
  const { orderNumber, subscription: locked } = await lockForPeriod(tx, id);
  const [known] = await tx
    .select({ state: payments.state })
    .from(payments)
    .where(and(eq(payments.way, paymentMethod), eq(payments.reference, paid.payment)));
  if (known) return `known already: ${known.state}`;
  const isOther = locked.providerId !== null && locked.providerId !== paid.reference;
  // It was paid otherwise, or continued by link, before the provider charged it.
  const isLeft = locked.providerId === null && locked.state !== 'awaiting payment';
  if (isOther || isLeft) return holdAndEnd();
  const subscription = await adopt(tx, locked, paymentMethod, paid);
  const dates = { startsAt: paid.startsAt, endsAt: paid.endsAt };
  const open = await findOpenPeriod(tx, id);
  if (open) {
    await tx
      .update(subscriptionPeriods)
      .set({ ...dates, reference: paid.invoice })
      .where(eq(subscriptionPeriods.id, open.id));
    const order = await lockOrder(tx, open.orderId);
    const [page] = await tx
      .select()
      .from(checkouts)
      .where(and(eq(checkouts.orderId, order.id), eq(checkouts.way, paymentMethod)))
      .orderBy(desc(checkouts.createdAt))
      .limit(1);
    const outcome = await bookPaymentOf(tx, after, appContext, paymentMethod, paid, {
      order,
      page,
    });
    if (outcome === 'booked' || locked.state !== 'awaiting payment') return outcome;
    // The buyer can still pay for the first period, with another subscription of the provider.
    await release(tx, locked, open);
    endAtProvider(after, paymentMethod, paid.reference);
    return outcome;
  }
  // A subscription that has ended here needs no period. The team sees the payment and can refund it.
  if (subscription.state === 'ended' || subscription.state === 'awaiting payment') return hold();
  const number = await nextPeriodNumber(tx, id);
  const order = await insertPeriod(tx, after, appContext, subscription, {
    orderNumber,
    number,
    dates,
    reference: paid.invoice,
  });
  return bookPaymentOf(tx, after, appContext, paymentMethod, paid, { order });
}

async function wasReset(tx: Database): Promise<boolean> {
  return (await tx.$count(auditLog, eq(auditLog.action, 'data-reset'))) > 0;
}

/**
 * Notes which subscription of the provider it is, and the price there. Our own price may have changed since the page was
 * opened, and is only sent if it differs from the noted one.
 */
async function adopt(
  tx: Database,
  subscription: SubscriptionRow,
  paymentMethod: PaymentProviderName,
  { reference, amount, laterAmount }: PeriodPaid,
): Promise<SubscriptionRow> {
  if (subscription.state === 'ended') return subscription;
  const providerAmount = laterAmount ?? subscription.providerAmount ?? amount;
  const [adopted] = await tx
    .update(subscriptions)
    .set({ paymentMethod, providerId: reference, providerAmount })
    .where(eq(subscriptions.id, subscription.id))
    .returning();
  return adopted ?? subscription;
}

/** Undoes {@link adopt} for a payment that did not begin the subscription. */
async function release(
  tx: Database,
  { id, paymentMethod, providerId, providerAmount }: SubscriptionRow,
  { id: periodId, startsAt, endsAt, reference }: typeof subscriptionPeriods.$inferSelect,
): Promise<void> {
  await tx
    .update(subscriptions)
    .set({ paymentMethod, providerId, providerAmount })
    .where(eq(subscriptions.id, id));
  await tx
    .update(subscriptionPeriods)
    .set({ startsAt, endsAt, reference })
    .where(eq(subscriptionPeriods.id, periodId));
}

/** Applies what a provider says about a subscription. A change of ours that the provider has not confirmed yet wins. */
export async function bookSubscriptionStatus(
  tx: Database,
  after: After,
  appContext: OrderContext,
  paymentMethod: PaymentProviderName,
  status: SubscriptionStatus,
): Promise<string> {
  const found = await findSubscription(tx, paymentMethod, status);
  if (!found || found.isOther) return 'of no subscription of ours';
  const { id } = found;
  const subscription = await lockSubscription(tx, id);
  const { state, periodEndsAt, isPausing } = subscription;
  // Before the first payment, the page of the order decides.
  if (state === 'ended' || state === 'awaiting payment') return `known already: ${state}`;
  if (subscription.providerId === null) return 'paid by link';
  const actor = { kind: 'provider' } as const;
  const turn = { tx, after, appContext, subscription };
  const isCurrent = subscription.sentVersion === subscription.version;
  const lastDay = () =>
    periodEndsAt === null
      ? ''
      : formatDay(lastDayBefore(appContext.settings.supportTimezone, periodEndsAt));
  const end = async () => {
    await cancelOpenPeriod(turn, PERIOD_NOT_NEEDED);
    await changeSubscription(tx, after, appContext, subscription, {
      transition: 'end',
      actor,
      says: () => t('Your subscription has ended.'),
    });
    return 'ended';
  };
  const cancel = async () => {
    await cancelOpenPeriod(turn, PERIOD_NOT_NEEDED);
    await changeSubscription(tx, after, appContext, subscription, {
      transition: 'cancel',
      actor,
      says: () =>
        t('Your subscription ends on {day}. Until then, you can keep it.', { day: lastDay() }),
    });
    return 'ending';
  };
  switch (status.state) {
    case 'ended':
      return end();
    case 'cancelled': {
      if (!isCurrent || state === 'ending') return 'known already';
      const isPaid =
        state === 'active' && periodEndsAt !== null && periodEndsAt > appContext.clock.now();
      return isPaid ? cancel() : end();
    }
    case 'paused':
      if (!isCurrent || isPausing) return 'known already';
      if (state === 'active') {
        await cancelOpenPeriod(turn, PERIOD_NOT_NEEDED);
        await changeSubscription(tx, after, appContext, subscription, {
          transition: 'plan-pause',
          actor,
          set: { isPausing: true },
          says: () => t('Your subscription will be paused after {day}.', { day: lastDay() }),
        });
        return 'pausing';
      }
      if (state !== 'past due') return 'known already';
      await cancelOpenPeriod(turn, PERIOD_UNPAID);
      await changeSubscription(tx, after, appContext, subscription, {
        transition: 'pause',
        actor,
        says: () => t('Your subscription is paused.'),
      });
      return 'paused';
    case 'past due': {
      const { paymentUrl, isConfirmationNeeded } = status;
      await tx.update(subscriptions).set({ paymentUrl }).where(eq(subscriptions.id, id));
      const failed =
        state === 'active'
          ? await changeSubscription(tx, after, appContext, subscription, {
              transition: 'fail',
              actor,
              set: { paymentUrl },
              says: () => t('The payment of the new period failed.'),
              isMailed: false,
            })
          : subscription;
      // A bank that asks for a confirmation is no refusal, so the buyer learns of it at once.
      if (isConfirmationNeeded) {
        await mailSubscription(tx, after, appContext, failed, () =>
          t('Your bank asks you to confirm the payment. Open your subscription to confirm it.'),
        );
      }
      return 'past due';
    }
    case 'ending':
      return isCurrent && state === 'active' ? cancel() : 'known already';
    case 'active':
      if (!isCurrent) return 'known already';
      if (isPausing && (await isPauseOfProvider(tx, id))) {
        await changeSubscription(tx, after, appContext, subscription, {
          transition: 'undo-pause',
          actor,
          set: { isPausing: false },
          says: () => t('Your subscription continues without a pause.'),
        });
        return 'active';
      }
      if (state !== 'ending') return 'known already';
      await changeSubscription(tx, after, appContext, subscription, {
        transition: 'keep',
        actor,
        says: () => t('Your subscription continues.'),
      });
      return 'active';
    default:
      return 'nothing to book';
  }
}

/** A pause that the team has planned is withdrawn by the team alone. */
async function isPauseOfProvider(tx: Database, subscriptionId: string): Promise<boolean> {
  const [planned] = await tx
    .select({ actor: subscriptionEvents.actor })
    .from(subscriptionEvents)
    .where(
      and(
        eq(subscriptionEvents.subscriptionId, subscriptionId),
        eq(subscriptionEvents.transition, 'plan-pause'),
      ),
    )
    .orderBy(desc(subscriptionEvents.number))
    .limit(1);
  return planned?.actor === 'provider';
}

/**
 * Finds a subscription by the provider's id or by our own, which the provider returns. `isOther` means that our
 * subscription is charged by another one of the provider.
 */
export async function findSubscription(
  db: Database,
  paymentMethod: PaymentProviderName,
  {
    reference,
    subscription,
  }: { readonly reference: string; readonly subscription?: string | undefined },
): Promise<{ readonly id: string; readonly isOther: boolean } | undefined> {
  const [row] = await db
    .select({ id: subscriptions.id, providerId: subscriptions.providerId })
    .from(subscriptions)
    .where(
      or(
        and(
          eq(subscriptions.paymentMethod, paymentMethod),
          eq(subscriptions.providerId, reference),
        ),
        subscription !== undefined && isUuid(subscription)
          ? eq(subscriptions.id, subscription)
          : undefined,
      ),
    )
    .limit(1);
  return row && { id: row.id, isOther: (row.providerId ?? reference) !== reference };
}
