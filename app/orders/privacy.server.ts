import { eq, inArray, or, sql } from 'drizzle-orm';
import { files } from '../conversation/files/tables.server.ts';
import type { After } from '../platform/change/change.server.ts';
import type { Database } from '../platform/db/database.server.ts';
import type { Counted, Erased } from '../platform/room.ts';
import { sayCount } from '../platform/say-count.ts';
import { countOrderFiles, exportOrderFiles } from './files/read-order-files.server.ts';
import { sayNumber } from './order/transitions.ts';
import {
  checkouts,
  creditUses,
  credits,
  deliveries,
  differences,
  ledger,
  offers,
  orderEvents,
  orders,
  paymentEvents,
  payments,
  refundRequests,
  refunds,
} from './tables.server.ts';

/** How much is held about an address. */
export async function countOrders(db: Database, email: string): Promise<Counted[]> {
  const fileCount = await countOrderFiles(db, email);
  return [
    { noun: 'order', number: await db.$count(orders, eq(orders.buyerEmail, email)) },
    { noun: 'credit', number: await db.$count(credits, eq(credits.email, email)) },
    ...(fileCount > 0 ? [{ noun: 'order file', number: fileCount }] : []),
  ];
}

/** Everything about the orders of an address, in the words a person reads. */
export async function exportOrdersOf(db: Database, email: string) {
  const theirs = await db
    .select({ order: orders, offer: offers })
    .from(orders)
    .innerJoin(offers, eq(offers.id, orders.offerId))
    .where(eq(orders.buyerEmail, email))
    .orderBy(orders.number);
  const ids = theirs.map(({ order }) => order.id);
  const [events, delivered, asked, money, back, own, sent] = await Promise.all([
    ids.length === 0 ? [] : db.select().from(orderEvents).where(inArray(orderEvents.orderId, ids)),
    ids.length === 0 ? [] : db.select().from(deliveries).where(inArray(deliveries.orderId, ids)),
    ids.length === 0
      ? []
      : db.select().from(refundRequests).where(inArray(refundRequests.orderId, ids)),
    ids.length === 0 ? [] : db.select().from(payments).where(inArray(payments.orderId, ids)),
    ids.length === 0 ? [] : db.select().from(refunds).where(inArray(refunds.orderId, ids)),
    db.select().from(credits).where(eq(credits.email, email)),
    exportOrderFiles(db, ids),
  ]);
  const of = <Row extends { readonly orderId: string | null }>(rows: readonly Row[], id: string) =>
    rows.filter(({ orderId }) => orderId === id);
  return {
    orders: theirs.map(({ order, offer }) => ({
      number: sayNumber(order.number),
      address: 'It was mailed to you. We keep only a hash.',
      state: order.state,
      lines: offer.lines,
      amountInSmallestUnits: order.amount,
      currency: order.currency,
      acceptedAt: order.createdAt,
      paidAt: order.paidAt,
      completedAt: order.completedAt,
      questions: offer.questions,
      brief: order.brief,
      events: of(events, order.id).map(({ number, transition, toState, at, why }) => ({
        number,
        event: transition,
        state: toState,
        at,
        why,
      })),
      deliveries: of(delivered, order.id).map(({ message, createdAt }) => ({
        message,
        at: createdAt,
      })),
      refundRequests: of(asked, order.id).map(
        ({ ground, explanation, askedAt, outcome, reply, decidedAt }) => ({
          ground,
          explanation,
          askedAt,
          outcome,
          reply,
          decidedAt,
        }),
      ),
      files: of(sent, order.id).map(({ orderId: _, ...file }) => file),
      payments: of(money, order.id).map(({ way, reference, amount, currency, createdAt }) => ({
        way,
        reference,
        amount,
        currency,
        at: createdAt,
      })),
      refunds: of(back, order.id).map(({ way, amount, currency, createdAt }) => ({
        way,
        amount,
        currency,
        at: createdAt,
      })),
    })),
    credits: own.map(({ amount, left, currency, createdAt }) => ({
      amount,
      left,
      currency,
      at: createdAt,
    })),
  };
}

/**
 * Takes the person off their orders: address, brief, files, and everything either side wrote. Numbers, sums, states
 * and the books stay: they are kept by law, and say nothing of anybody.
 */
export async function eraseOrdersOf(
  tx: Database,
  _after: After,
  _host: unknown,
  email: string,
): Promise<Erased> {
  const theirs = await tx
    .select({ id: orders.id })
    .from(orders)
    .where(eq(orders.buyerEmail, email))
    .orderBy(orders.id)
    .for('update');
  const ids = theirs.map(({ id }) => id);
  const spent = await tx
    .update(credits)
    .set({ email: null })
    .where(eq(credits.email, email))
    .returning({ id: credits.id });
  if (ids.length > 0) await eraseWords(tx, ids);
  await eraseOffers(tx, email);
  return {
    wasHeld: ids.length + spent.length > 0,
    gone:
      ids.length > 0
        ? [`${sayCount({ noun: 'order', number: ids.length })} without name and words`]
        : [],
  };
}

/** Offers that became nothing go; of those that became orders the note does. */
async function eraseOffers(tx: Database, email: string): Promise<void> {
  const theirs = sql`${offers.conversationId} in (
    select c.id from conversations c join visitors v on v.id = c.visitor_id where v.email = ${email}
  )`;
  const isOrdered = sql`exists (select 1 from orders o where o.offer_id = ${offers.id})`;
  await tx.delete(offers).where(sql`${theirs} and not ${isOrdered}`);
  await tx.update(offers).set({ note: null }).where(theirs);
}

async function eraseWords(tx: Database, ids: readonly string[]): Promise<void> {
  const of = [...ids];
  await tx.update(orders).set({ buyerEmail: null, brief: null }).where(inArray(orders.id, of));
  await tx.update(orderEvents).set({ why: null }).where(inArray(orderEvents.orderId, of));
  await tx.delete(files).where(inArray(files.orderId, of));
  await tx.delete(deliveries).where(inArray(deliveries.orderId, of));
  await tx
    .update(refundRequests)
    .set({ explanation: null, reply: null })
    .where(inArray(refundRequests.orderId, of));
  // Providers name the payer in what they tell.
  const named = await tx
    .select({ reference: payments.reference })
    .from(payments)
    .where(inArray(payments.orderId, of));
  const references = named.map(({ reference }) => reference);
  if (references.length === 0) return;
  await tx
    .update(paymentEvents)
    .set({ body: '{}' })
    .where(
      or(...references.map((reference) => sql`strpos(${paymentEvents.body}, ${reference}) > 0`)),
    );
}

/** Everything, where all data are reset. */
export async function resetOrders(tx: Database): Promise<void> {
  const tables = [
    differences,
    paymentEvents,
    checkouts,
    ledger,
    creditUses,
    credits,
    refunds,
    payments,
    refundRequests,
    deliveries,
    orderEvents,
    orders,
    offers,
  ];
  for (const table of tables) {
    // oxlint-disable-next-line no-await-in-loop -- one transaction does one thing at a time
    await tx.delete(table);
  }
}
