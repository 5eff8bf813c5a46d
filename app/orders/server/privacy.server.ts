import { invoices } from '../../billing/server/tables.server.ts';
import { and, eq, inArray, sql } from 'drizzle-orm';
import { files } from '../../chat/server/files/tables.server.ts';
import { lockVisitor } from '../../chat/server/assignment/lock-visitor.server.ts';
import type { After } from '../../platform/change/change.server.ts';
import type { Database } from '../../platform/db/database.server.ts';

import type { Erased } from '../../platform/module.ts';
import type { Counted } from '../../platform/format-count.ts';
import { exportAnswerEdits } from './answers/read-answer-edits.server.ts';
import { answerEdits } from './answers/tables.server.ts';
import {
  calendarFeeds,
  orderAssignees,
  orderChecklistItems,
  orderLabels,
  orderStaffChanges,
} from './board/tables.server.ts';
import { serviceViews } from './report/tables.server.ts';
import { exportComments } from './proof/read-proof.server.ts';
import { countOrderFiles, exportOrderFiles } from './files/order-files.server.ts';
import { formatOrderNumber } from '../protocol/transitions.ts';
import {
  checkouts,
  couponRedemptions,
  creditUses,
  credits,
  deliveries,
  differences,
  disputes,
  ledger,
  milestones,
  offers,
  orderCodes,
  orderEvents,
  orders,
  paymentEvents,
  payments,
  refundRequests,
  refunds,
  wrongCouponCodes,
} from './tables.server.ts';
import type { OrderContext } from './order-context.server.ts';
import {
  countSubscriptions,
  eraseSubscriptionsOf,
  exportSubscriptionsOf,
} from './subscription/subscription-privacy.server.ts';
import {
  subscriptionEvents,
  subscriptionPeriods,
  subscriptionRequests,
  subscriptions,
} from './subscription/tables.server.ts';
import { endSubscriptions } from './subscription/end-subscription-kind.server.ts';
import { eraseBodiesOf } from './payment/erase-bodies.server.ts';
import { detachDocuments } from './invoices/expire-invoices.server.ts';
import { detachRefunds } from './refund/unbooked-refund.server.ts';
import { orderMessage } from '../stored-messages.ts';
import { showStored } from '../../platform/stored-message.ts';

export async function countOrders(db: Database, email: string): Promise<Counted[]> {
  const fileCount = await countOrderFiles(db, email);
  const subscriptionCount = await countSubscriptions(db, email);
  return [
    { noun: 'order', number: await db.$count(orders, eq(orders.buyerEmail, email)) },
    { noun: 'credit', number: await db.$count(credits, eq(credits.email, email)) },
    ...(subscriptionCount > 0
      ? [{ noun: 'subscription' as const, number: subscriptionCount }]
      : []),
    ...(fileCount > 0 ? [{ noun: 'order file' as const, number: fileCount }] : []),
  ];
}

export async function exportOrdersOf(db: Database, email: string) {
  const theirs = await db
    .select({ order: orders, offer: offers, redemption: couponRedemptions.state })
    .from(orders)
    .innerJoin(offers, eq(offers.id, orders.offerId))
    .leftJoin(couponRedemptions, eq(couponRedemptions.orderId, orders.id))
    .where(eq(orders.buyerEmail, email))
    .orderBy(orders.number);
  const ids = theirs.map(({ order }) => order.id);
  const [around, comments, own] = await Promise.all([
    readAround(db, ids),
    exportComments(db, ids, email),
    db.select().from(credits).where(eq(credits.email, email)),
  ]);
  return {
    orders: theirs.map(({ order, offer, redemption }) => ({
      number: formatOrderNumber(order.number),
      address: 'It was emailed to you. We store only a hash.',
      state: order.state,
      lines: offer.lines,
      coupon: offer.couponCode && {
        code: offer.couponCode,
        discount: offer.discountAmount,
        state: redemption,
      },
      amountInSmallestUnits: order.amount,
      taxInSmallestUnits: order.taxAmount,
      country: order.buyerCountry,
      taxNumber: order.taxNumber,
      billing: order.billing,
      currency: order.currency,
      acceptedAt: order.createdAt,
      paidAt: order.paidAt,
      completedAt: order.completedAt,
      questions: offer.questions,
      brief: order.brief,
      answers: order.answers,
      ...exportAround(around, order.id),
    })),
    commentsOnDeliveries: comments,
    subscriptions: await exportSubscriptionsOf(db, email),
    credits: own.map(({ amount, left, currency, createdAt }) => ({
      amount,
      left,
      currency,
      at: createdAt,
    })),
  };
}

async function readAround(db: Database, ids: readonly string[]) {
  const of = [...ids];
  const [events, delivered, asked, money, back, sent, edits, issued, parts, steps] =
    await Promise.all([
      db.select().from(orderEvents).where(inArray(orderEvents.orderId, of)),
      db.select().from(deliveries).where(inArray(deliveries.orderId, of)),
      db.select().from(refundRequests).where(inArray(refundRequests.orderId, of)),
      db.select().from(payments).where(inArray(payments.orderId, of)),
      db.select().from(refunds).where(inArray(refunds.orderId, of)),
      exportOrderFiles(db, of),
      exportAnswerEdits(db, of),
      db.select().from(invoices).where(inArray(invoices.orderId, of)),
      db
        .select()
        .from(milestones)
        .where(inArray(milestones.orderId, of))
        .orderBy(milestones.position),
      db
        .select()
        .from(orderChecklistItems)
        .where(and(inArray(orderChecklistItems.orderId, of), orderChecklistItems.isShown))
        .orderBy(orderChecklistItems.position),
    ]);
  return { events, delivered, asked, money, back, sent, edits, issued, parts, steps };
}

function exportAround(
  {
    events,
    delivered,
    asked,
    money,
    back,
    sent,
    edits,
    issued,
    parts,
    steps,
  }: Awaited<ReturnType<typeof readAround>>,
  orderId: string,
) {
  const of = <Row extends { readonly orderId: string | null }>(rows: readonly Row[]) =>
    rows.filter((row) => row.orderId === orderId);
  return {
    invoices: of(issued).map(({ document: { number, kind, issuedOn, buyer, totals } }) => ({
      number,
      kind,
      issuedOn,
      buyer,
      totalInSmallestUnits: totals.gross,
    })),
    milestones: of(parts).map(
      ({ position, title, amount, state, fundedAt, deliveredAt, acceptedAt, refundedAmount }) => ({
        position,
        title,
        amountInSmallestUnits: amount,
        state,
        paidAt: fundedAt,
        deliveredAt,
        acceptedAt,
        refundedInSmallestUnits: refundedAmount,
      }),
    ),
    steps: of(steps).map(({ title, doneAt }) => ({ title, doneAt })),
    events: of(events).map(({ number, transition, toState, at, why, whyMessage }) => ({
      number,
      event: transition,
      state: toState,
      at,
      why: showStored(whyMessage, why),
    })),
    deliveries: of(delivered).map(({ message, createdAt }) => ({
      message,
      at: createdAt,
    })),
    refundRequests: of(asked).map(
      ({ ground, explanation, askedAt, outcome, reply, decidedAt }) => ({
        ground,
        explanation,
        askedAt,
        outcome,
        reply,
        decidedAt,
      }),
    ),
    changedAnswers: of(edits).map(({ questionId, author, at, before, after }) => ({
      question: questionId,
      by: author === 'buyer' ? 'you' : 'us',
      at,
      before,
      after,
    })),
    files: of(sent).map(({ orderId: _, ...file }) => file),
    payments: of(money).map(({ way: paymentMethod, reference, amount, currency, createdAt }) => ({
      way: paymentMethod,
      reference,
      amount,
      currency,
      at: createdAt,
    })),
    refunds: of(back).map(({ way: refundMethod, amount, currency, createdAt }) => ({
      way: refundMethod,
      amount,
      currency,
      at: createdAt,
    })),
  };
}

interface ErasureContext extends Pick<OrderContext, 'clock'> {
  readonly settings: Pick<OrderContext['settings'], 'invoicesExpireAfterDays'>;
}

/**
 * Removes personal data from orders: email address, brief, files and all texts. Numbers, amounts, states and
 * the books stay, because the law requires them and they identify nobody.
 */
export async function eraseOrdersOf(
  tx: Database,
  _after: After,
  { clock, settings }: ErasureContext,
  email: string,
): Promise<Erased> {
  // The lock orders a concurrent offer or acceptance: it either happens before, and is seen below, or fails.
  await lockVisitor(tx, email);
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
  await eraseSubscriptionsOf(tx, email, clock.now());
  // The law requires issued documents to be kept. The address for emails is no part of them.
  const kept = ids.length > 0 ? await tx.$count(invoices, inArray(invoices.orderId, ids)) : 0;
  await tx.update(invoices).set({ buyerEmail: null }).where(eq(invoices.buyerEmail, email));
  await eraseOffers(tx, email);
  await tx.delete(orderCodes).where(eq(orderCodes.email, email));
  // The redemption of an unpaid order stays reserved: its page can still be paid, or the order is cancelled.
  await tx.update(couponRedemptions).set({ email: null }).where(eq(couponRedemptions.email, email));
  return {
    wasHeld: ids.length + spent.length > 0,
    gone: [
      ...(ids.length > 0 ? [orderMessage('orders.erased', { count: ids.length })] : []),
      ...(kept > 0
        ? [
            orderMessage('orders.invoices-kept', {
              count: kept,
              days: settings.invoicesExpireAfterDays,
            }),
          ]
        : []),
    ],
  };
}

/** Deletes offers without an order, and the notes of offers with one. */
async function eraseOffers(tx: Database, email: string): Promise<void> {
  const theirs = sql`${offers.conversationId} in (
    select c.id from conversations c join visitors v on v.id = c.visitor_id where v.email = ${email}
  )`;
  const isOrdered = sql`exists (select 1 from orders o where o.offer_id = ${offers.id})`;
  await tx.delete(offers).where(sql`${theirs} and not ${isOrdered}`);
  await tx.update(offers).set({ note: null, taxNumber: null }).where(theirs);
}

async function eraseWords(tx: Database, ids: readonly string[]): Promise<void> {
  const of = [...ids];
  await tx
    .update(orders)
    .set({
      buyerEmail: null,
      billing: null,
      brief: null,
      answers: null,
      taxNumber: null,
      taxNumberVerifiedAt: null,
      taxNumberVerifiedBy: null,
    })
    .where(inArray(orders.id, of));
  await tx
    .update(orderEvents)
    .set({ why: null, whyMessage: null })
    .where(inArray(orderEvents.orderId, of));
  // The team may have named the buyer in them.
  await tx.delete(orderChecklistItems).where(inArray(orderChecklistItems.orderId, of));
  await tx.delete(answerEdits).where(inArray(answerEdits.orderId, of));
  await tx.delete(files).where(inArray(files.orderId, of));
  await tx.delete(deliveries).where(inArray(deliveries.orderId, of));
  await tx
    .update(refundRequests)
    .set({ explanation: null, reply: null })
    .where(inArray(refundRequests.orderId, of));
  await eraseBodiesOf(tx, of);
}

/**
 * Deletes all orders and offers. Documents, their series and coupons stay, and jobs end what providers would otherwise
 * go on charging, and send what is promised to a buyer.
 */
export async function resetOrders(
  tx: Database,
  after: After,
  appContext: OrderContext,
): Promise<void> {
  await endSubscriptions(tx, after);
  await detachRefunds(tx);
  await detachDocuments(tx, after, appContext);
  const tables = [
    subscriptionEvents,
    subscriptionRequests,
    subscriptionPeriods,
    subscriptions,
    serviceViews,
    answerEdits,
    disputes,
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
    couponRedemptions,
    orderChecklistItems,
    orderStaffChanges,
    orderAssignees,
    orderLabels,
    calendarFeeds,
    milestones,
    orders,
    offers,
    orderCodes,
    wrongCouponCodes,
  ];
  for (const table of tables) {
    // oxlint-disable-next-line no-await-in-loop -- one transaction does one thing at a time
    await tx.delete(table);
  }
}
