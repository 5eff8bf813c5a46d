import { randomUUID } from 'node:crypto';
import { and, desc, eq, isNotNull, sql } from 'drizzle-orm';
import type { After } from '../../../platform/change/change.server.ts';
import type { Database } from '../../../platform/db/database.server.ts';
import { t } from '../../../i18n/translate.ts';
import { daysAfter, dueOf } from '../../deadlines.ts';
import { formatMoney } from '../../protocol/money.ts';
import type { FirstEvent } from '../../protocol/transitions.ts';
import { orderMessage } from '../../stored-messages.ts';
import { hashOf, type Actor } from '../access.server.ts';
import { isTeamEvent, notifyTeam, hintOrder, orderChanged } from './announce-order.server.ts';
import { spendCredit } from '../credit/credit.server.ts';
import { readLastBillingDetails } from '../invoices/save-billing-details.server.ts';
import type { OrderContext } from '../order-context.server.ts';
import { book } from '../payment/ledger.server.ts';
import { methodsOfOrder } from '../payment/payment-choices.server.ts';
import { settlePaid } from '../payment/settle-paid.server.ts';
import { offers, orderEvents, orders, type OrderRow } from '../tables.server.ts';
import { insertMilestones, setMilestone } from '../milestones/milestone-rows.server.ts';
import { requirePayablePart, type PartOfOrder } from '../milestones/part-of-order.server.ts';
import { mailOrder } from './mail-order.server.ts';

/** Numbers begin here, because 'E-1' would reveal how new the shop is. */
const FIRST_NUMBER = 1001;

/**
 * Returns the next number. An advisory lock keeps the numbers free of gaps and is held until the end of the
 * transaction, so orders are created one after the other.
 */
export async function takeOrderNumber(tx: Database): Promise<number> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('order-numbers'))`);
  const [row] = await tx.select({ last: sql<number | null>`max(${orders.number})` }).from(orders);
  return Math.max((row?.last ?? 0) + 1, FIRST_NUMBER);
}

interface InsertedOrder {
  readonly number: number;
  /** Null after the buyer was erased. */
  readonly email: string | null;
  readonly event: FirstEvent;
  /** The buyer, if nobody else is named. */
  readonly actor?: Actor;
  /** Instead of the shop's term of payment. */
  readonly paymentDueAt?: Date;
  readonly companyId?: string | null;
  readonly isTest?: boolean;
  /** Only direct orders have these. */
  readonly direct?: Pick<
    typeof orders.$inferInsert,
    'formKey' | 'sentFormKey' | 'catalogueRevision' | 'brief' | 'answers' | 'billing'
  >;
}

/** Inserts an order that waits for its payment, with its first event. */
export async function insertOrder(
  tx: Database,
  { clock, settings }: OrderContext,
  offer: typeof offers.$inferSelect,
  {
    number,
    email,
    event,
    actor = { kind: 'buyer' },
    paymentDueAt,
    companyId = null,
    isTest = false,
    direct,
  }: InsertedOrder,
): Promise<OrderRow> {
  const now = clock.now();
  const id = randomUUID();
  const { billing, ...others } = direct ?? {};
  const [order] = await tx
    .insert(orders)
    .values({
      id,
      number,
      offerId: offer.id,
      conversationId: offer.conversationId,
      buyerEmail: email,
      companyId,
      isTest,
      secretHash: await hashOf(tx, id),
      billing:
        billing ?? (email === null ? null : await readLastBillingDetails(tx, email, companyId)),
      state: 'awaiting payment',
      lastEvent: 1,
      currency: offer.currency,
      amount: offer.amount,
      taxAmount: offer.taxAmount,
      milestone: offer.plan ? 1 : null,
      buyerCountry: offer.buyerCountry,
      taxNumber: offer.taxNumber,
      ...(email === null ? {} : await readVerification(tx, email, offer.taxNumber)),
      paymentDueAt:
        paymentDueAt ?? daysAfter(settings.supportTimezone, now, settings.orderPaymentDays),
      createdAt: now,
      updatedAt: now,
      ...others,
    })
    .returning();
  if (!order) throw new Error('The order was not inserted');
  await insertMilestones(tx, id, offer, now);
  await tx.insert(orderEvents).values({
    orderId: id,
    number: 1,
    transition: event,
    toState: 'awaiting payment',
    actor: actor.kind,
    memberId: actor.memberId ?? null,
    program: actor.program ?? null,
    at: now,
  });
  return order;
}

/** A number that was verified once stays verified for the same address. */
async function readVerification(tx: Database, email: string, taxNumber: string | null) {
  if (taxNumber === null) return {};
  const [verified] = await tx
    .select({
      taxNumberVerifiedAt: orders.taxNumberVerifiedAt,
      taxNumberVerifiedBy: orders.taxNumberVerifiedBy,
    })
    .from(orders)
    .where(
      and(
        eq(orders.buyerEmail, email),
        eq(orders.taxNumber, taxNumber),
        isNotNull(orders.taxNumberVerifiedAt),
      ),
    )
    .orderBy(desc(orders.taxNumberVerifiedAt))
    .limit(1);
  return verified ?? {};
}

/**
 * Spends the buyer's credit, emails the amount due, and marks the order as paid if nothing is left to pay (rule 262).
 */
export async function beginPayment(
  tx: Database,
  after: After,
  appContext: OrderContext,
  order: OrderRow,
  email: string,
  event: FirstEvent,
  describeDue?: (due: number) => string,
): Promise<void> {
  const { clock, settings } = appContext;
  const now = clock.now();
  const due = await requirePayablePart(tx, order, 'provider');
  const creditAmount = await payByCredit(tx, appContext, order, due, email);
  const part = { ...due, creditAmount };
  await mailOrder(tx, after, appContext, order, {
    transition: event,
    said: () => describeDue?.(part.amount - creditAmount) ?? formatDueAmount(part, order),
    ...(creditAmount < part.amount ? { due: dueOf(order, settings.supportTimezone, now) } : {}),
  });
  if (!order.isTest) {
    after.happened(
      orderChanged({ number: order.number, event: 1, transition: event, state: order.state }),
    );
  }
  if (isTeamEvent(event)) await notifyTeam(tx, after, appContext, order);
  await hintOrder(tx, after, appContext, order);
  if (creditAmount < part.amount) return;
  await settlePaid(
    tx,
    after,
    appContext,
    { ...order, creditAmount },
    {
      part,
      actor: { kind: 'provider' },
      why: orderMessage(order.amount === 0 ? 'orders.nothing-to-pay' : 'orders.paid-with-credit'),
    },
  );
}

async function payByCredit(
  tx: Database,
  { clock, settings }: OrderContext,
  order: OrderRow,
  { amount, milestone }: PartOfOrder,
  email: string,
): Promise<number> {
  // Credit belongs to a person, and a company's order is not private.
  if (order.companyId !== null || order.isTest) return 0;
  const creditAmount = await spendCredit(tx, order, amount, email, methodsOfOrder(settings));
  if (creditAmount > 0) {
    const now = clock.now();
    await tx.update(orders).set({ creditAmount }).where(eq(orders.id, order.id));
    if (milestone) await setMilestone(tx, now, milestone, { creditAmount });
    await book(tx, now, {
      key: `credit ${order.id}`,
      from: `credit`,
      to: 'orders',
      amount: creditAmount,
      currency: order.currency,
      orderId: order.id,
    });
  }
  return creditAmount;
}

function formatDueAmount(
  { amount, creditAmount, milestone }: PartOfOrder,
  { amount: total, currency }: Pick<OrderRow, 'amount' | 'currency'>,
): string {
  const due = amount - creditAmount;
  if (total === 0) return t('Thank you for your order. Nothing to pay.');
  if (milestone) {
    const values = { milestone: milestone.title, amount: formatMoney(due, currency) };
    return due === 0
      ? t('Thank you for your order. Your credit covers “{milestone}”.', values)
      : t('Thank you for your order. Amount due for “{milestone}”: {amount}.', values);
  }
  return due === 0
    ? t('Thank you for your order. Your credit covers the full price.')
    : t('Thank you for your order. Amount due: {amount}.', {
        amount: formatMoney(due, currency),
      });
}
