import { and, asc, eq, isNull, lte, ne } from 'drizzle-orm';
import { change } from '../../platform/change/change.server.ts';
import type { Database } from '../../platform/db/database.server.ts';
import type { OrderHost } from '../order-host.server.ts';
import { paymentEvents } from '../tables.server.ts';
import { bookPayment } from './book-payment.server.ts';
import { openProvider, providersOf } from './open-provider.server.ts';
import type { PaymentProvider } from './provider.ts';
import type { Way } from './ways.ts';

const TRACE = { member: undefined, requestId: 'payments' };
const AT_ONCE = 50;
/** What is being booked by the request that brought it is left to that. */
const LEFT_ALONE_MS = 60_000;
const BODIES_KEPT_MS = 180 * 24 * 60 * 60 * 1000;
const FORGOTTEN = '{}';

/**
 * Books what an event says, once: under the lock of the event, in one change with all that follows. Where
 * money has to be fetched first, that is done before, under a key of the provider's own.
 */
export async function bookEvent(
  host: OrderHost,
  provider: PaymentProvider,
  eventId: string,
): Promise<void> {
  const known = await find(host.db, provider.way, eventId);
  if (!known || known.bookedAt) return;
  const told = provider.read(known.body);
  const news =
    told.kind === 'approved' && provider.capture ? await provider.capture(told.checkout) : told;
  await change(host, TRACE, async (tx, after) => {
    const [event] = await tx
      .select({ bookedAt: paymentEvents.bookedAt })
      .from(paymentEvents)
      .where(isEvent(provider.way, eventId))
      .for('update');
    if (!event || event.bookedAt) return;
    const outcome =
      news.kind === 'paid'
        ? await bookPayment(tx, after, host, provider.way, news)
        : 'nothing to book';
    await tx
      .update(paymentEvents)
      .set({ bookedAt: host.clock.now(), outcome })
      .where(isEvent(provider.way, eventId));
  });
}

/** Books what a process left that died in between, or what failed. */
export async function bookWaiting(host: OrderHost): Promise<void> {
  const before = new Date(host.clock.now().getTime() - LEFT_ALONE_MS);
  for (const way of providersOf(host.settings)) {
    // oxlint-disable-next-line no-await-in-loop -- seldom, and one after the other
    const provider = await openProvider(host.settings, way);
    // oxlint-disable-next-line no-await-in-loop -- as above
    const waiting = await host.db
      .select({ eventId: paymentEvents.eventId })
      .from(paymentEvents)
      .where(
        and(
          eq(paymentEvents.way, way),
          isNull(paymentEvents.bookedAt),
          lte(paymentEvents.receivedAt, before),
        ),
      )
      .orderBy(asc(paymentEvents.receivedAt))
      .limit(AT_ONCE);
    for (const { eventId } of waiting) {
      try {
        // oxlint-disable-next-line no-await-in-loop -- as above
        if (provider) await bookEvent(host, provider, eventId);
      } catch (error) {
        host.log.error({ err: error, way, eventId }, 'An event of a payment was not booked');
      }
    }
  }
}

/** A provider names the payer in what it tells: once it was booked, that is kept for as long as disputes last. */
export async function forgetBodies({ db, clock }: Pick<OrderHost, 'db' | 'clock'>): Promise<void> {
  const before = new Date(clock.now().getTime() - BODIES_KEPT_MS);
  await db
    .update(paymentEvents)
    .set({ body: FORGOTTEN })
    .where(and(lte(paymentEvents.bookedAt, before), ne(paymentEvents.body, FORGOTTEN)));
}

function isEvent(way: Way, eventId: string) {
  return and(eq(paymentEvents.way, way), eq(paymentEvents.eventId, eventId));
}

async function find(db: Database, way: Way, eventId: string) {
  const [row] = await db.select().from(paymentEvents).where(isEvent(way, eventId));
  return row;
}
