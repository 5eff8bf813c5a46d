import { and, asc, eq, inArray, isNull, lte, ne, sql } from 'drizzle-orm';
import { change, type After } from '../../../platform/change/change.server.ts';
import type { Database } from '../../../platform/db/database.server.ts';
import type { OrderHost } from '../order-host.server.ts';
import {
  bookRefund,
  bookRefundedSum,
  bookReversal,
  findProviderPayment,
} from '../refund/book-refund.server.ts';
import { bookDispute } from '../refund/book-dispute.server.ts';
import { paymentEvents } from '../tables.server.ts';
import { bookPayment } from './book-payment.server.ts';
import { captureApproved } from './check-pages.server.ts';
import { openProvider, providersOf } from './open-provider.server.ts';
import { ProviderRefusedError, type PaymentProvider, type ProviderNews } from './provider.ts';
import { findPage, settlePage } from './settle-page.server.ts';
import type { ProviderWay, Way } from '../../protocol/ways.ts';

const TRACE = { member: undefined, requestId: 'payments' };
const AT_ONCE = 50;
/** Younger events are skipped, because the request that received them is still booking them. */
const LEFT_ALONE_MS = 60_000;
const BODIES_KEPT_MS = 180 * 24 * 60 * 60 * 1000;
const FORGOTTEN = '{}';

/**
 * Books an event once, under the event's lock and in one transaction with all its consequences. The provider is
 * asked before the transaction, with an idempotency key.
 */
export async function bookEvent(
  host: OrderHost,
  provider: PaymentProvider,
  eventId: string,
): Promise<void> {
  const known = await find(host.db, provider.way, eventId);
  if (!known || known.bookedAt) return;
  const told: ProviderNews =
    // Bodies that an erasure removed belong to events that were already booked.
    known.body === FORGOTTEN ? { kind: 'other' } : provider.read(known.body);
  const answered = await askAbout(host, provider, told);
  await change(host, TRACE, async (tx, after) => {
    const [event] = await tx
      .select({ bookedAt: paymentEvents.bookedAt })
      .from(paymentEvents)
      .where(isEvent(provider.way, eventId))
      .for('update');
    if (!event || event.bookedAt) return;
    const outcomes = [];
    // oxlint-disable-next-line no-await-in-loop -- one transaction does one thing at a time
    for (const news of answered) outcomes.push(await bookNews(tx, after, host, provider.way, news));
    await tx
      .update(paymentEvents)
      .set({ bookedAt: host.clock.now(), outcome: outcomes.join('; ') || 'nothing to book' })
      .where(isEvent(provider.way, eventId));
  });
}

/** Completes an event with data from the provider that the event itself does not contain. */
async function askAbout(
  host: OrderHost,
  provider: PaymentProvider,
  told: ProviderNews,
): Promise<readonly ProviderNews[]> {
  if (told.kind === 'approved') {
    const page = await findPage(host.db, provider.way, told.checkout);
    if (!page) return [];
    const status = await captureApproved(host, provider, page);
    if (status.kind === 'paid') return [{ ...status, checkout: page.id }];
    if (status.kind === 'approved') return [];
    return [{ kind: 'page', checkout: page.id, status, was: page }];
  }
  if (told.kind !== 'refunded') return [told];
  const payment = await findProviderPayment(host.db, provider.way, told.payment);
  if (!payment) return [];
  const refunds = await provider.refundsOf(told.payment, payment.checkout).catch(ifRefused);
  // The total may include refunds that the provider's list does not contain yet.
  return [...(refunds ?? []).map((refund) => ({ kind: 'refund', refund }) as const), told];
}

function ifRefused(error: unknown): undefined {
  if (!(error instanceof ProviderRefusedError)) throw error;
}

export async function bookNews(
  tx: Database,
  after: After,
  host: OrderHost,
  way: ProviderWay,
  news: ProviderNews,
): Promise<string> {
  switch (news.kind) {
    case 'paid':
      return bookPayment(tx, after, host, way, news);
    case 'page': {
      const { payment } = news;
      // A booked payment that is denied later is reversed, because the money never arrived.
      const isBooked = payment && (await findProviderPayment(tx, way, payment));
      if (isBooked && news.status.kind === 'failed') {
        const reference = `denied ${payment}`;
        return bookReversal(tx, after, host, way, { kind: 'reversed', payment, reference });
      }
      const page = await findPage(tx, way, news.checkout);
      return page
        ? settlePage(tx, after, host, page.id, news.status, news.was)
        : 'of no page of ours';
    }
    case 'refund':
      return bookRefund(tx, after, host, way, news.refund);
    case 'refunded':
      return bookRefundedSum(tx, after, host, way, news);
    case 'reversed':
      return bookReversal(tx, after, host, way, news);
    case 'dispute':
      return bookDispute(tx, after, host, way, news.dispute);
    default:
      return 'nothing to book';
  }
}

/**
 * Books the events that a crash or an error left behind. An event that fails again goes to the end of the
 * queue, so that a permanently failing one does not block the others.
 */
export async function bookWaiting(host: OrderHost): Promise<void> {
  for (const way of providersOf(host.settings)) {
    // oxlint-disable-next-line no-await-in-loop -- seldom, and one after the other
    const provider = await openProvider(host.settings, way);
    // oxlint-disable-next-line no-await-in-loop -- as above
    for (const eventId of await triedLongestAgo(host, way)) {
      try {
        // oxlint-disable-next-line no-await-in-loop -- as above
        if (provider) await bookEvent(host, provider, eventId);
      } catch (error) {
        host.log.error({ err: error, way, eventId }, 'An event of a payment was not booked');
      }
    }
  }
}

/**
 * Returns the events to retry, never tried ones first. The try is recorded beforehand, because it may crash the
 * process.
 */
async function triedLongestAgo(host: OrderHost, way: Way): Promise<string[]> {
  const now = host.clock.now();
  const waiting = await host.db
    .select({ eventId: paymentEvents.eventId })
    .from(paymentEvents)
    .where(
      and(
        eq(paymentEvents.way, way),
        isNull(paymentEvents.bookedAt),
        lte(paymentEvents.receivedAt, new Date(now.getTime() - LEFT_ALONE_MS)),
      ),
    )
    .orderBy(sql`${paymentEvents.triedAt} nulls first`, asc(paymentEvents.receivedAt))
    .limit(AT_ONCE);
  const ids = waiting.map(({ eventId }) => eventId);
  if (ids.length === 0) return [];
  await change(host, TRACE, (tx) =>
    tx
      .update(paymentEvents)
      .set({ triedAt: now })
      .where(and(eq(paymentEvents.way, way), inArray(paymentEvents.eventId, ids))),
  );
  return ids;
}

/** Bodies of booked events name the payer, so they are deleted once the time for disputes is over. */
export async function forgetBodies(host: OrderHost): Promise<void> {
  const before = new Date(host.clock.now().getTime() - BODIES_KEPT_MS);
  await change(host, TRACE, (tx) =>
    tx
      .update(paymentEvents)
      .set({ body: FORGOTTEN })
      .where(and(lte(paymentEvents.bookedAt, before), ne(paymentEvents.body, FORGOTTEN))),
  );
}

function isEvent(way: Way, eventId: string) {
  return and(eq(paymentEvents.way, way), eq(paymentEvents.eventId, eventId));
}

async function find(db: Database, way: Way, eventId: string) {
  const [row] = await db.select().from(paymentEvents).where(isEvent(way, eventId));
  return row;
}
