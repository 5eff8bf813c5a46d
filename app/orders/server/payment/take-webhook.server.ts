import { t } from '../../../i18n/translate.ts';
import { change, type After } from '../../../platform/change/change.server.ts';
import { RefusedError } from '../../../platform/errors.ts';
import type { OrderContext } from '../order-context.server.ts';
import { orders, paymentEvents } from '../tables.server.ts';
import { openProvider, providersOf } from './payment-providers.ts';
import type { PaymentMethod, PaymentProviderName } from '../../protocol/payment-methods.ts';
import { and, asc, eq, inArray, isNull, lte, sql } from 'drizzle-orm';
import type { Clock } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/db/database.server.ts';
import { deleteSome } from '../../../platform/db/delete-some.server.ts';
import {
  bookRefund,
  bookRefundedSum,
  bookReversal,
  findProviderPayment,
} from '../refund/book-refund.server.ts';
import { bookDispute } from '../refund/book-dispute.server.ts';
import { bookPayment } from './book-payment.server.ts';
import { ERASED_BODY } from './erase-bodies.server.ts';
import { findOrderOfNews } from './find-order-of-news.server.ts';
import { bookPeriod, bookSubscriptionStatus } from '../subscription/book-period.server.ts';
import { askAboutSubscription } from '../subscription/ask-about-subscription.server.ts';
import { captureApproved } from './check-pages.server.ts';
import { ProviderRefusedError, type PaymentProvider, type ProviderNews } from './provider.ts';
import { findPage, settlePage } from './settle-page.server.ts';

const AT_ONCE = 50;

/** Younger events are skipped, because the request that received them is still booking them. */
const LEFT_ALONE_MS = 60_000;

/** The time for disputes. Providers repeat an event for three days at most. */
const EVENTS_EXPIRE_AFTER_MS = 180 * 24 * 60 * 60 * 1000;
const FORGOTTEN_AT_ONCE = 1000;

/** The partial index of these events contains the same text. */
const NOTHING_TO_BOOK = 'nothing to book';

const TRACE = { member: undefined, requestId: 'payments' };

/**
 * Verifies an event, stores it under the provider's id and then books it, so that duplicate and late events
 * need no special handling. Throws {@link RefusedError}: 404 if the payment method is not configured, 400 for a
 * wrong signature.
 */
export async function takeWebhook(
  appContext: OrderContext,
  paymentMethod: Exclude<PaymentMethod, 'link'>,
  body: string,
  headers: Headers,
): Promise<void> {
  const provider = await openProvider(appContext.settings, paymentMethod);
  if (!provider) throw new RefusedError(404, t('There is nothing at this address.'));
  const event = await provider.verify(body, headers);
  if (!event) throw new RefusedError(400, t("The signature doesn't match."));
  await change(appContext, TRACE, (tx) =>
    tx
      .insert(paymentEvents)
      .values({
        way: paymentMethod,
        eventId: event.id,
        type: event.type,
        body,
        receivedAt: appContext.clock.now(),
      })
      .onConflictDoNothing(),
  );
  // A failure is retried by the scheduled job, and by the provider, because the response is not a 200.
  await bookEvent(appContext, provider, event.id);
}

/**
 * Books an event once, under the event's lock and in one transaction with all its consequences. The provider is
 * asked before the transaction, with an idempotency key, so that no lock waits for the network.
 */
async function bookEvent(
  appContext: OrderContext,
  provider: PaymentProvider,
  eventId: string,
): Promise<void> {
  const { way: paymentMethod } = provider;
  const known = await find(appContext.db, paymentMethod, eventId);
  if (!known || known.bookedAt) return;
  // Bodies that an erasure removed belong to events that were already booked.
  const told = known.body === ERASED_BODY ? [] : await provider.read(known.body);
  const answered: ProviderNews[] = [];
  // oxlint-disable-next-line no-await-in-loop -- one after the other, as they are booked
  for (const news of told) answered.push(...(await askAbout(appContext, provider, news)));
  await change(appContext, TRACE, async (tx, after) => {
    const [event] = await tx
      .select({ bookedAt: paymentEvents.bookedAt })
      .from(paymentEvents)
      .where(isEvent(paymentMethod, eventId))
      .for('update');
    if (!event || event.bookedAt) return;
    const outcomes = [];
    // oxlint-disable-next-line no-await-in-loop -- one transaction does one thing at a time
    for (const news of answered)
      outcomes.push(await bookNews(tx, after, appContext, paymentMethod, news));
    // The news of the event comes first: an answer about a subscription may name earlier orders, too.
    const orderId = await findOrderOfNews(tx, paymentMethod, [...told, ...answered]);
    await tx
      .update(paymentEvents)
      .set({
        bookedAt: appContext.clock.now(),
        outcome: outcomes.join('; ') || NOTHING_TO_BOOK,
        orderId: orderId ?? null,
        ...(orderId !== undefined && (await isBuyerErased(tx, orderId))
          ? { body: ERASED_BODY }
          : {}),
      })
      .where(isEvent(paymentMethod, eventId));
  });
}

/** An erasure leaves events that are not booked yet, because the booking needs their bodies. */
async function isBuyerErased(tx: Database, orderId: string): Promise<boolean> {
  return (await tx.$count(orders, and(eq(orders.id, orderId), isNull(orders.buyerEmail)))) > 0;
}

/** Completes an event with data from the provider that the event itself does not contain. */
async function askAbout(
  appContext: OrderContext,
  provider: PaymentProvider,
  told: ProviderNews,
): Promise<readonly ProviderNews[]> {
  const { way: paymentMethod } = provider;
  if (told.kind === 'approved') {
    const page = await findPage(appContext.db, paymentMethod, told.checkout);
    if (!page) return [];
    const status = await captureApproved(appContext, provider, page);
    if (status.kind === 'paid') return [{ ...status, checkout: page.id }];
    if (status.kind === 'period paid') return [status];
    if (status.kind === 'approved') return [];
    return [{ kind: 'page', checkout: page.id, status, was: page }];
  }
  if (told.kind === 'invoice' || told.kind === 'subscription') {
    return askAboutSubscription(appContext, provider, paymentMethod, told);
  }
  if (told.kind !== 'refunded') return [told];
  const payment = await findProviderPayment(appContext.db, paymentMethod, told.payment);
  if (!payment) return [];
  const refunds = await provider.refundsOf(told.payment, payment.checkout).catch(ifRefused);
  // A refund of the told total may have failed since. The total may include refunds that the list does not contain yet.
  const total = (await provider.refundedTotal?.(told.payment).catch(ifRefused)) ?? told.total;
  return [
    ...(refunds ?? []).map((refund) => ({ kind: 'refund', refund }) as const),
    { ...told, total },
  ];
}

function ifRefused(error: unknown): undefined {
  if (!(error instanceof ProviderRefusedError)) throw error;
}

export async function bookNews(
  tx: Database,
  after: After,
  appContext: OrderContext,
  paymentMethod: PaymentProviderName,
  news: ProviderNews,
): Promise<string> {
  switch (news.kind) {
    case 'paid':
      return bookPayment(tx, after, appContext, paymentMethod, news);
    case 'period paid':
      return bookPeriod(tx, after, appContext, paymentMethod, news);
    case 'subscription status':
      return bookSubscriptionStatus(tx, after, appContext, paymentMethod, news);
    case 'page': {
      const { payment } = news;
      // A booked payment that is denied later is reversed, because the money never arrived.
      const isBooked = payment && (await findProviderPayment(tx, paymentMethod, payment));
      if (isBooked && news.status.kind === 'failed') {
        const reference = `denied ${payment}`;
        return bookReversal(tx, after, appContext, paymentMethod, {
          kind: 'reversed',
          payment,
          reference,
        });
      }
      const page = await findPage(tx, paymentMethod, news.checkout);
      return page
        ? settlePage(tx, after, appContext, page.id, news.status, news.was)
        : 'of no page of ours';
    }
    case 'refund':
      return bookRefund(tx, after, appContext, paymentMethod, news.refund);
    case 'refunded':
      return bookRefundedSum(tx, after, appContext, paymentMethod, news);
    case 'reversed':
      return bookReversal(tx, after, appContext, paymentMethod, news);
    case 'dispute':
      return bookDispute(tx, after, appContext, paymentMethod, news.dispute);
    default:
      return NOTHING_TO_BOOK;
  }
}

/**
 * Books the events that a crash or an error left behind. An event that fails again goes to the end of the
 * queue, so that a permanently failing one does not block the others.
 */
export async function bookWaiting(appContext: OrderContext): Promise<void> {
  for (const paymentMethod of providersOf(appContext.settings)) {
    // oxlint-disable-next-line no-await-in-loop -- seldom, and one after the other
    const provider = await openProvider(appContext.settings, paymentMethod);
    // oxlint-disable-next-line no-await-in-loop -- as above
    for (const eventId of await triedLongestAgo(appContext, paymentMethod)) {
      try {
        // oxlint-disable-next-line no-await-in-loop -- as above
        if (provider) await bookEvent(appContext, provider, eventId);
      } catch (error) {
        appContext.log.error(
          { err: error, paymentMethod, eventId },
          'Could not book a payment event',
        );
      }
    }
  }
}

/**
 * Returns the events to retry, never tried ones first. The try is recorded beforehand, because it may crash the
 * process.
 */
async function triedLongestAgo(
  appContext: OrderContext,
  paymentMethod: PaymentMethod,
): Promise<string[]> {
  const now = appContext.clock.now();
  const waiting = await appContext.db
    .select({ eventId: paymentEvents.eventId })
    .from(paymentEvents)
    .where(
      and(
        eq(paymentEvents.way, paymentMethod),
        isNull(paymentEvents.bookedAt),
        lte(paymentEvents.receivedAt, new Date(now.getTime() - LEFT_ALONE_MS)),
      ),
    )
    .orderBy(sql`${paymentEvents.triedAt} nulls first`, asc(paymentEvents.receivedAt))
    .limit(AT_ONCE);
  const ids = waiting.map(({ eventId }) => eventId);
  if (ids.length === 0) return [];
  await change(appContext, TRACE, (tx) =>
    tx
      .update(paymentEvents)
      .set({ triedAt: now })
      .where(and(eq(paymentEvents.way, paymentMethod), inArray(paymentEvents.eventId, ids))),
  );
  return ids;
}

/** Deletes events that booked nothing. Others keep their row, so that they are booked no second time. */
export async function expireEvents(tx: Database, clock: Clock): Promise<number> {
  const before = new Date(clock.now().getTime() - EVENTS_EXPIRE_AFTER_MS);
  const isNothing = sql`${paymentEvents.outcome} = ${sql.raw(`'${NOTHING_TO_BOOK}'`)}`;
  return deleteSome(tx, paymentEvents, and(isNothing, lte(paymentEvents.bookedAt, before)));
}

/** Bodies of booked events name the payer, so they are deleted once the time for disputes is over. */
export async function forgetBodies(appContext: OrderContext): Promise<void> {
  const before = new Date(appContext.clock.now().getTime() - EVENTS_EXPIRE_AFTER_MS).toISOString();
  let forgotten: number;
  do {
    // oxlint-disable-next-line no-await-in-loop -- in batches, because there are many after a long stop
    forgotten = await change(appContext, TRACE, async (tx) => {
      const { rows } = await tx.execute(sql`
        update payment_events set body = ${ERASED_BODY}
        where (way, event_id) in (
          select way, event_id from payment_events
          -- As the index has it.
          where booked_at <= ${before} and body <> '{}' order by booked_at limit ${FORGOTTEN_AT_ONCE}
        )
        returning event_id`);
      return rows.length;
    });
  } while (forgotten === FORGOTTEN_AT_ONCE);
}

function isEvent(paymentMethod: PaymentMethod, eventId: string) {
  return and(eq(paymentEvents.way, paymentMethod), eq(paymentEvents.eventId, eventId));
}

async function find(db: Database, paymentMethod: PaymentMethod, eventId: string) {
  const [row] = await db.select().from(paymentEvents).where(isEvent(paymentMethod, eventId));
  return row;
}
