import { and, eq, inArray, or, sql } from 'drizzle-orm';
import { invoices, numberSeries } from '../../billing/server/tables.server.ts';
import { lockVisitor } from '../../chat/server/assignment/lock-visitor.server.ts';
import { conversations, visitors } from '../../chat/server/tables.server.ts';
import type { Database } from '../../platform/db/database.server.ts';
import { eraseBodiesOf } from './payment/erase-bodies.server.ts';
import {
  subscriptionPeriods,
  subscriptionRequests,
  subscriptions,
} from './subscription/tables.server.ts';
import {
  checkouts,
  credits,
  creditUses,
  deliveries,
  differences,
  disputes,
  ledger,
  milestones,
  offers,
  orderCodes,
  orderEvents,
  orders,
  payments,
  refundRequests,
  refunds,
} from './tables.server.ts';

/**
 * Deletes the offers, orders, subscriptions, bookings and documents of a buyer who never existed. For real buyers the
 * law requires `eraseOrdersOf`. The caller makes sure that no series of documents gets a gap.
 */
export async function purgeOrdersOf(tx: Database, email: string): Promise<void> {
  await lockVisitor(tx, email);
  const theirs = sql`${offers.conversationId} in (
    select ${conversations.id} from ${conversations}
    join ${visitors} on ${visitors.id} = ${conversations.visitorId}
    where ${visitors.email} = ${email})`;
  const rows = await tx
    .select({ id: orders.id, offerId: orders.offerId })
    .from(orders)
    .where(
      or(
        eq(orders.buyerEmail, email),
        sql`${orders.offerId} in (select ${offers.id} from ${offers} where ${theirs})`,
      ),
    )
    .orderBy(orders.id)
    .for('update');
  const ids = rows.map(({ id }) => id);
  await tx.delete(subscriptionRequests).where(inArray(subscriptionRequests.orderId, ids));
  await tx.delete(subscriptionPeriods).where(inArray(subscriptionPeriods.orderId, ids));
  await tx.delete(subscriptions).where(eq(subscriptions.buyerEmail, email));
  await purgeOrders(tx, ids);
  const offerIds = rows.map(({ offerId }) => offerId);
  await tx.delete(offers).where(or(theirs, inArray(offers.id, offerIds)));
  await tx.delete(orderCodes).where(eq(orderCodes.email, email));
}

/** Deletes orders that are no sale, with everything but their offers and subscriptions. */
export async function purgeOrders(tx: Database, ids: readonly string[]): Promise<void> {
  const of = [...ids];
  await purgeDocuments(tx, of);
  const returned = tx.select({ id: refunds.id }).from(refunds).where(inArray(refunds.orderId, of));
  const given = tx
    .select({ id: credits.id })
    .from(credits)
    .where(inArray(credits.refundId, returned));
  await tx.delete(disputes).where(inArray(disputes.refundId, returned));
  await tx.delete(differences).where(inArray(differences.orderId, of));
  await eraseBodiesOf(tx, of);
  await tx.delete(checkouts).where(inArray(checkouts.orderId, of));
  const booked = tx
    .select({ id: ledger.bookingId })
    .from(ledger)
    .where(inArray(ledger.orderId, of));
  // Both sides of a booking go in one statement, so that the books stay balanced.
  await tx.delete(ledger).where(inArray(ledger.bookingId, booked));
  await tx
    .delete(creditUses)
    .where(or(inArray(creditUses.orderId, of), inArray(creditUses.creditId, given)));
  await tx.delete(credits).where(inArray(credits.refundId, returned));
  await tx.delete(refunds).where(inArray(refunds.orderId, of));
  await tx.delete(payments).where(inArray(payments.orderId, of));
  await tx.delete(refundRequests).where(inArray(refundRequests.orderId, of));
  await tx.delete(deliveries).where(inArray(deliveries.orderId, of));
  await tx.delete(orderEvents).where(inArray(orderEvents.orderId, of));
  await tx.delete(milestones).where(inArray(milestones.orderId, of));
  await tx.delete(orders).where(inArray(orders.id, of));
}

/** A series without documents starts at its first number again. */
export async function purgeDocuments(tx: Database, ids: readonly string[]): Promise<void> {
  const gone = await tx
    .delete(invoices)
    .where(inArray(invoices.orderId, [...ids]))
    .returning({ kind: invoices.kind, year: invoices.seriesYear });
  const series = new Map(gone.map((each) => [`${each.kind} ${each.year}`, each]));
  for (const { kind, year } of series.values()) {
    const key = and(eq(numberSeries.kind, kind), eq(numberSeries.year, year));
    // oxlint-disable-next-line no-await-in-loop -- one transaction does one thing at a time
    await tx.select().from(numberSeries).where(key).for('update');
    // oxlint-disable-next-line no-await-in-loop -- as above
    const left = await tx.$count(
      invoices,
      and(eq(invoices.kind, kind), eq(invoices.seriesYear, year)),
    );
    // oxlint-disable-next-line no-await-in-loop -- as above
    if (left === 0) await tx.delete(numberSeries).where(key);
  }
}
