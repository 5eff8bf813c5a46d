import { displayName, type Member } from '../../../accounts/protocol/member.ts';
import { and, asc, desc, eq, isNotNull, isNull, notInArray, or, sql } from 'drizzle-orm';
import type { Database } from '../../../platform/db/database.server.ts';
import { t } from '../../../i18n/translate.ts';
import { profiles } from '../../../accounts/server/tables.server.ts';
import { conversations, visitors } from '../../../chat/server/tables.server.ts';
import { companies } from '../../../clients/server/tables.server.ts';
import { type Actor, actorOf, findOrderOfMember } from '../access.server.ts';
import {
  checkouts,
  deliveries,
  disputes,
  offers,
  orderEvents,
  orders,
  payments,
  refundRequests,
  refunds,
} from '../tables.server.ts';
import { readAnswerEdits } from '../answers/read-answer-edits.server.ts';
import { versionOf } from '../answers/save-answers.server.ts';
import { formatAnswers } from '../../intake/format-answers.ts';
import type { IntakeForm } from '../../intake/intake-form.ts';
import { namesOf, readOrderFiles, readWaitingFiles } from '../files/order-files.server.ts';
import { readInvoices } from '../invoices/read-invoices.server.ts';
import { dueOf, lastDayBefore } from '../../deadlines.ts';
import { readChecklist, readSteps } from '../board/read-checklist.server.ts';
import { readStaffChanges, readStaffOf } from '../board/read-staff.server.ts';
import type { ChecklistItemView } from '../../protocol/checklist.ts';
import type { OrderStaff, StaffChangeView } from '../../protocol/staff.ts';
import type {
  DeliveryView,
  DisputeView,
  EventView,
  MilestoneView,
  MoneyBackView,
  OrderView,
  PaymentView,
  RefundView,
} from '../../protocol/order-view.ts';
import { readOrderProofs } from '../proof/read-proof.server.ts';
import { readMilestones, type MilestoneRow } from '../milestones/milestone-rows.server.ts';
import { payablePart, type PartOfOrder } from '../milestones/part-of-order.server.ts';
import {
  isOpen,
  whyNotMilestone,
  type MilestoneTransition,
} from '../../protocol/milestone-transitions.ts';
import { readSubscriptionOfOrder } from '../subscription/read-subscription.server.ts';
import { couponOf } from '../offer/read-offer.server.ts';
import {
  eventOf,
  takesAnswers,
  formatOrderNumber,
  transitionsFor,
  readNumber,
  type TransitionName,
} from '../../protocol/transitions.ts';
import type { FileView } from '../../../chat/protocol/files.ts';
import type { Program } from '../../../accounts/protocol/program.ts';
import { labelOfMethod } from '../payment/payment-providers.ts';
import { ownerOf } from '../files/order-file-rules.server.ts';
import { showLatest, showStored } from '../../../platform/stored-message.ts';

// Nothing in this file checks access: the callers have done so with access.server.ts.

interface Shop {
  readonly timeZone: string;
  readonly now: Date;
}

/** There is nothing to refund of an order with a total of zero. */
const REFUNDS: readonly TransitionName[] = ['request-refund', 'refund', 'settle-refund'];

function isPaid({ amount, paidAmount, paidAt }: typeof orders.$inferSelect): boolean {
  return paidAmount > 0 || (amount === 0 && paidAt !== null);
}

export async function readOrder(
  db: Database,
  orderId: string,
  actor: Actor['kind'],
  { timeZone, now }: Shop,
): Promise<OrderView | undefined> {
  const [row] = await db
    .select({ order: orders, offer: offers })
    .from(orders)
    .innerJoin(offers, eq(offers.id, orders.offerId))
    .where(eq(orders.id, orderId));
  if (!row) return undefined;
  const { order, offer } = row;
  const payable = await payablePart(db, order);
  const [
    events,
    files,
    delivered,
    asked,
    payment,
    paid,
    rows,
    back,
    disputed,
    edits,
    documents,
    subscription,
    steps,
    proofs,
  ] = await Promise.all([
    readEvents(db, orderId, actor),
    readOrderFiles(db, orderId),
    db
      .select()
      .from(deliveries)
      .where(eq(deliveries.orderId, orderId))
      .orderBy(asc(deliveries.event)),
    db
      .select()
      .from(refundRequests)
      .where(eq(refundRequests.orderId, orderId))
      .orderBy(desc(refundRequests.askedAt)),
    readPayment(db, order, payable),
    readBooked(db, orderId),
    readMilestones(db, order),
    readRefunds(db, orderId, actor),
    readDisputes(db, orderId),
    readAnswerEdits(db, orderId, offer.intake, actor === 'buyer' ? 'buyer' : 'team'),
    readInvoices(db, orderId, timeZone),
    readSubscriptionOfOrder(db, orderId, actor),
    readSteps(db, orderId),
    readOrderProofs(db, order),
  ]);
  const first = paid[0]?.method;
  return {
    number: formatOrderNumber(order.number),
    state: order.state,
    isTest: order.isTest,
    may: transitionsFor(order.state, actor, rows.length > 0).filter(
      (name) =>
        (name !== 'request-revision' || order.revisionsUsed < offer.revisions) &&
        (order.amount > 0 || !REFUNDS.includes(name)) &&
        (rows.length === 0 || mayOfMilestones(name, order, rows, payable)) &&
        (name !== 'withdraw' || offer.source === 'request'),
    ),
    lines: offer.lines,
    coupon: couponOf(offer),
    note: offer.note,
    subscription,
    currency: order.currency,
    amount: order.amount,
    taxAmount: order.taxAmount,
    buyerCountry: order.buyerCountry,
    taxNumber: order.taxNumber,
    isTaxNumberVerified: order.taxNumberVerifiedAt !== null,
    creditAmount: order.creditAmount,
    refundedAmount: order.refundedAmount,
    pendingRefund: back
      .filter(({ state }) => state === 'due' || state === 'sent')
      .reduce((sum, { amount }) => sum + amount, 0),
    isPaid: isPaid(order),
    milestones: rows.map((row) => toMilestone(row, order, paid, timeZone)),
    payable: payable
      ? { milestone: payable.position, amount: payable.amount - payable.creditAmount }
      : null,
    deliveryDays: offer.deliveryDays,
    revisions: offer.revisions,
    revisionsUsed: order.revisionsUsed,
    intake: offer.intake,
    answers: order.answers ?? {},
    takesAnswers: offer.intake.length > 0 && takesAnswers(order.state),
    answersVersion: versionOf(order.answers ?? {}),
    answerEdits: edits,
    questions: offer.questions,
    billing: order.billing,
    takesBilling:
      order.amount > 0 &&
      order.state !== 'cancelled' &&
      documents.every(
        ({ kind, state, milestone }) =>
          kind !== 'invoice' || state === 'void' || milestone !== order.milestone,
      ),
    invoices: documents,
    brief: order.brief,
    answersSoFar: actor === 'buyer' ? null : answersSoFar(order, offer.intake, files.brief),
    briefFiles: files.brief,
    createdAt: order.createdAt.toISOString(),
    paidAt: order.paidAt?.toISOString() ?? null,
    paidByLabel: first === undefined ? null : labelOfMethod(first),
    paidBy: first ?? (order.paidAmount > 0 ? 'credit' : null),
    completedAt: order.completedAt?.toISOString() ?? null,
    due: dueOf(order, timeZone, now),
    steps,
    deliveries: delivered.map((delivery) => toDelivery(delivery, files)),
    proofs,
    refund: toRefund(asked, files),
    payment,
    refunds: back,
    disputes: disputed,
    events,
  };
}

function answersSoFar(
  { brief, answers }: Pick<typeof orders.$inferSelect, 'brief' | 'answers'>,
  form: IntakeForm,
  files: readonly FileView[],
): readonly string[] | null {
  if (brief !== null || Object.keys(answers ?? {}).length === 0) return null;
  return formatAnswers(form, answers ?? {}, namesOf(files));
}

/** Returns the payments that belong to the order, the oldest first. */
function readBooked(db: Database, orderId: string) {
  return db
    .select({ milestone: payments.milestone, method: payments.way })
    .from(payments)
    .where(and(eq(payments.orderId, orderId), eq(payments.state, 'booked')))
    .orderBy(asc(payments.createdAt));
}

/** Each of the milestones may forbid a transition that the table of orders allows. */
function mayOfMilestones(
  name: TransitionName,
  order: typeof orders.$inferSelect,
  rows: readonly MilestoneRow[],
  payable: PartOfOrder | undefined,
): boolean {
  const can = (step: MilestoneTransition) =>
    rows.some(({ state }) => whyNotMilestone(step, state) === undefined);
  const current = rows.find(({ position }) => position === order.milestone);
  switch (name) {
    case 'pay-milestone':
      return payable !== undefined;
    case 'deliver':
      return current !== undefined && whyNotMilestone('deliver', current.state) === undefined;
    case 'request-refund':
    case 'refund-milestone':
      return can('refund');
    default:
      // 'refund-milestone' and 'complete' stand for these.
      return name !== 'refund' && name !== 'accept-milestone';
  }
}

function toMilestone(
  row: MilestoneRow,
  order: typeof orders.$inferSelect,
  paid: Awaited<ReturnType<typeof readBooked>>,
  timeZone: string,
): MilestoneView {
  const isCurrent = row.position === order.milestone && isOpen(row);
  const method = paid.find(({ milestone }) => milestone === row.position)?.method;
  const { position, title, amount, taxAmount, days, state, refundedAmount, revisionsUsed } = row;
  return {
    position,
    title,
    amount,
    taxAmount,
    days,
    state,
    isCurrent,
    refundedAmount,
    revisionsUsed,
    fundedAt: row.fundedAt?.toISOString() ?? null,
    acceptedAt: row.acceptedAt?.toISOString() ?? null,
    deliveryDay: row.deliveryDueAt && lastDayBefore(timeZone, row.deliveryDueAt),
    paidBy: method ?? (row.fundedAt ? 'credit' : null),
  };
}

/** The newest page for what can be paid now. The page of an earlier milestone says nothing about the next one. */
async function readPayment(
  db: Database,
  { id: orderId, milestone }: typeof orders.$inferSelect,
  payable: PartOfOrder | undefined,
): Promise<PaymentView | null> {
  if (milestone !== null && !payable) return null;
  const position = payable?.position ?? null;
  const [page] = await db
    .select()
    .from(checkouts)
    .where(
      and(
        eq(checkouts.orderId, orderId),
        position === null ? isNull(checkouts.milestone) : eq(checkouts.milestone, position),
        // A page without an address was asked for, but the payment service has not opened it.
        or(isNotNull(checkouts.url), notInArray(checkouts.state, ['open', 'expired'])),
      ),
    )
    .orderBy(desc(checkouts.createdAt))
    .limit(1);
  if (!page) return null;
  const { state, failure, returnedAt, checkedAt } = page;
  const isAnswered = checkedAt !== null && (returnedAt === null || checkedAt >= returnedAt);
  const isSentBack = state === 'completed' && (await isNewestReturned(db, orderId));
  return {
    label: labelOfMethod(page.way),
    state,
    failure,
    isReturned: returnedAt !== null,
    isAnswered,
    isSentBack,
  };
}

async function isNewestReturned(db: Database, orderId: string): Promise<boolean> {
  const [newest] = await db
    .select({ state: payments.state })
    .from(payments)
    .where(eq(payments.orderId, orderId))
    .orderBy(desc(payments.createdAt))
    .limit(1);
  return newest?.state === 'returned';
}

async function readRefunds(
  db: Database,
  orderId: string,
  actor: Actor['kind'],
): Promise<MoneyBackView[]> {
  const rows = await db
    .select({ refund: refunds })
    .from(refunds)
    .leftJoin(payments, eq(payments.id, refunds.paymentId))
    .where(
      and(
        eq(refunds.orderId, orderId),
        // Held payments never belonged to the order.
        or(isNull(refunds.paymentId), eq(payments.state, 'booked')),
      ),
    )
    .orderBy(asc(refunds.createdAt));
  return rows.map(
    ({
      refund: {
        id,
        amount,
        way: refundMethod,
        state,
        source,
        problem,
        problemMessage,
        createdAt,
        doneAt,
      },
    }) => ({
      id,
      amount,
      way: refundMethod,
      state,
      source,
      problem: actor === 'buyer' ? null : showLatest(problemMessage, problem),
      at: (doneAt ?? createdAt).toISOString(),
    }),
  );
}

async function readDisputes(db: Database, orderId: string): Promise<DisputeView[]> {
  return db
    .select({
      reference: disputes.reference,
      amount: disputes.amount,
      currency: disputes.currency,
      state: disputes.state,
    })
    .from(disputes)
    .innerJoin(payments, eq(payments.id, disputes.paymentId))
    .where(eq(payments.orderId, orderId))
    .orderBy(asc(disputes.openedAt));
}

type OrderFiles = Awaited<ReturnType<typeof readOrderFiles>>;

function toDelivery(
  { id, milestone, message, createdAt, dueAt }: typeof deliveries.$inferSelect,
  files: OrderFiles,
): DeliveryView {
  return {
    milestone,
    message,
    files: files.ofDelivery(id),
    at: createdAt.toISOString(),
    wasLate: createdAt > dueAt,
  };
}

function toRefund(
  [newest, ...earlier]: (typeof refundRequests.$inferSelect)[],
  files: OrderFiles,
): RefundView | null {
  if (!newest) return null;
  const { id, milestone, ground, explanation, askedAt, outcome, reply } = newest;
  return {
    milestone,
    ground,
    explanation,
    askedAt: askedAt.toISOString(),
    outcome,
    reply,
    files: files.ofRefund(id),
    earlierFiles: earlier.flatMap((before) => files.ofRefund(before.id)),
  };
}

async function readEvents(
  db: Database,
  orderId: string,
  reader: Actor['kind'],
): Promise<EventView[]> {
  const rows = await db
    .select({ event: orderEvents, fullName: profiles.fullName, email: profiles.email })
    .from(orderEvents)
    .leftJoin(profiles, eq(profiles.id, orderEvents.memberId))
    .where(eq(orderEvents.orderId, orderId))
    .orderBy(asc(orderEvents.number));
  return rows.map(({ event, fullName, email }) => ({
    number: event.number,
    milestone: event.milestone,
    event: t(eventOf(event.transition)),
    at: event.at.toISOString(),
    actor: WITHOUT_PAYMENT.has(event.whyMessage?.key ?? '') ? 'house' : event.actor,
    by: email === null ? byProgram(event.program, reader) : displayName(fullName, email),
    why: reader === 'buyer' && isReference(event) ? null : showStored(event.whyMessage, event.why),
  }));
}

/** The reasons of orders that were marked as paid although no payment service took part. */
const WITHOUT_PAYMENT: ReadonlySet<string> = new Set([
  'orders.nothing-to-pay',
  'orders.paid-with-credit',
  'orders.included',
]);

/** The reference under which a payment was booked is for the team. Older events have it as their text. */
function isReference({ transition, whyMessage }: typeof orderEvents.$inferSelect): boolean {
  if (transition !== 'pay' && transition !== 'pay-milestone') return false;
  return (
    whyMessage === null ||
    whyMessage.key === 'orders.reference' ||
    whyMessage.key === 'orders.payment'
  );
}

/** The buyer must not learn the program's name: the event shows as the team's. */
function byProgram(program: string | null, reader: Actor['kind']): string | null {
  return program === null || reader === 'buyer' ? null : t('API key ‘{program}’', { program });
}

interface TeamOrderView {
  readonly order: OrderView;
  /** The email address. Null after the buyer was erased. */
  readonly buyer: string | null;
  readonly buyerName: string | null;
  /** The name of the company that the order is for. */
  readonly company: string | null;
  readonly conversationId: string | null;
  /** Files that this member has uploaded for the next delivery. */
  readonly waiting: readonly FileView[];
  readonly staff: OrderStaff;
  readonly staffChanges: readonly StaffChangeView[];
  readonly checklist: readonly ChecklistItemView[];
}

export async function readTeamOrder(
  db: Database,
  member: Member | Program,
  typed: string,
  shop: { readonly timeZone: string; readonly now: Date },
): Promise<TeamOrderView | undefined> {
  const number = readNumber(typed);
  const id = number === undefined ? undefined : await findOrderOfMember(db, member, number);
  if (!id) return undefined;
  const [row] = await db
    .select({
      buyer: orders.buyerEmail,
      // The team's own name for the buyer comes before the one that was typed with the order.
      buyerName: sql<string | null>`coalesce(${visitors.name}, ${conversations.visitorName})`,
      company: companies.name,
      conversationId: orders.conversationId,
    })
    .from(orders)
    .leftJoin(companies, eq(companies.id, orders.companyId))
    .leftJoin(visitors, eq(visitors.email, orders.buyerEmail))
    .leftJoin(conversations, eq(conversations.id, orders.conversationId))
    .where(eq(orders.id, id));
  const actor = row && (await actorOf(db, member, { id }));
  if (!row || !actor) return undefined;
  const order = await readOrder(db, id, actor.kind, shop);
  if (!order) return undefined;
  // Programs cannot upload files.
  const { memberId } = actor;
  const waiting = memberId ? await readWaitingFiles(db, ownerOf(id, 'delivery', memberId)) : [];
  const [staff, staffChanges, checklist] = await Promise.all([
    readStaffOf(db, [id]),
    readStaffChanges(db, id),
    readChecklist(db, id, shop),
  ]);
  return { order, ...row, waiting, staff: staff.get(id)!, staffChanges, checklist };
}
