import { and, eq, inArray, isNull, ne, sql } from 'drizzle-orm';
import type { After } from '../../../platform/change/change.server.ts';
import { isCurrency } from '../../../platform/currencies.ts';
import type { Database } from '../../../platform/db/database.server.ts';
import { t, msg } from '../../../i18n/translate.ts';
import type { OrderContext } from '../order-context.server.ts';
import { lockOrder } from '../order/change-state.server.ts';
import { checkouts, payments, refunds, type OrderRow } from '../tables.server.ts';
import { reportEvent } from '../order/report-event.server.ts';
import type { ReportName } from '../../protocol/transitions.ts';
import { book, type Account } from '../payment/ledger.server.ts';
import type { ProviderNews, ProviderRefund, SentRefund } from '../payment/provider.ts';
import type { PaymentProviderName } from '../../protocol/payment-methods.ts';
import { REASON_MAX_LENGTH } from '../../rules.ts';
import { formatMoney } from '../../protocol/money.ts';
import { correctInvoices } from '../invoices/credit-invoice.server.ts';
import { bookRestoredTax, bookRefundedTax, taxOfRefund } from '../tax/book-tax.server.ts';
import { IS_GONE } from './is-gone.server.ts';
import { readPart } from '../milestones/part-of-order.server.ts';
import { notifyManagers } from './notify-managers.server.ts';
import type { RefundSource } from '../../protocol/refunds.ts';
import {
  mapTexts,
  showMessage,
  storedText,
  type StoredMessage,
} from '../../../platform/stored-message.ts';

export type RefundRow = typeof refunds.$inferSelect;
export type PaymentRow = typeof payments.$inferSelect;

const MINUTE_MS = 60_000;
const SENT_BACK_WITHIN_MS = 7 * 24 * 60 * MINUTE_MS;
const NO_PAYMENT = 'of no payment of ours';

export async function findProviderPayment(
  db: Database,
  paymentMethod: PaymentProviderName,
  reference: string,
): Promise<{ readonly payment: PaymentRow; readonly checkout: string | undefined } | undefined> {
  const [payment] = await db
    .select()
    .from(payments)
    .where(and(eq(payments.way, paymentMethod), eq(payments.reference, reference)));
  return payment && { payment, checkout: await findPageOfPayment(db, paymentMethod, payment) };
}

/** Returns the provider's id of the page on which a payment was made. */
export async function findPageOfPayment(
  db: Database,
  paymentMethod: PaymentProviderName,
  { orderId, milestone }: PaymentRow,
): Promise<string | undefined> {
  if (orderId === null) return undefined;
  const [page] = await db
    .select({ reference: checkouts.reference })
    .from(checkouts)
    .where(
      and(
        eq(checkouts.orderId, orderId),
        milestone === null ? undefined : eq(checkouts.milestone, milestone),
        eq(checkouts.way, paymentMethod),
        eq(checkouts.state, 'completed'),
      ),
    );
  return page?.reference ?? undefined;
}

export async function goneOf(db: Database, paymentId: string): Promise<number> {
  const [gone] = await db
    .select({ sum: sql<string>`coalesce(sum(${refunds.amount}), 0)` })
    .from(refunds)
    .where(and(eq(refunds.paymentId, paymentId), IS_GONE));
  return Number(gone?.sum ?? 0);
}

/**
 * A locked payment. The order's lock is taken first, so that refunds of a payment are decided one after the
 * other.
 */
export interface Locked {
  readonly payment: PaymentRow;
  readonly order: OrderRow | undefined;
  readonly gone: number;
}

export async function lockPayment(tx: Database, payment: PaymentRow): Promise<Locked> {
  const order = payment.orderId ? await lockOrder(tx, payment.orderId) : undefined;
  const [locked] = await tx
    .select()
    .from(payments)
    .where(eq(payments.id, payment.id))
    .for('update');
  if (!locked) throw new Error('The payment vanished');
  return { payment: locked, order, gone: await goneOf(tx, payment.id) };
}

/**
 * Books a report about a refund: updates a refund that was sent from here, or records one that somebody made at
 * the provider. Late and duplicate reports change nothing.
 */
export async function bookRefund(
  tx: Database,
  after: After,
  appContext: OrderContext,
  paymentMethod: PaymentProviderName,
  told: ProviderRefund,
): Promise<string> {
  const found = await findProviderPayment(tx, paymentMethod, told.payment);
  if (!found) return NO_PAYMENT;
  const locked = await lockPayment(tx, found.payment);
  const known = await findRefund(tx, paymentMethod, locked, told);
  if (known === 'an attempt before') return known;
  if (known) return settleRefund(tx, after, appContext, known, told);
  if (told.state === 'failed' || told.state === 'cancelled') return 'nothing went back';
  if (told.currency !== locked.payment.currency) return 'in another currency';
  return takeOut(tx, after, appContext, locked, {
    amount: told.amount,
    source: 'provider',
    reference: told.reference,
    state: told.state,
    report: 'refund-reported',
  });
}

/** Matches a refund by the provider's id, by its idempotency key, or as a refund without an id so far. */
async function findRefund(
  tx: Database,
  paymentMethod: PaymentProviderName,
  { payment, gone }: Locked,
  told: ProviderRefund,
): Promise<RefundRow | 'an attempt before' | undefined> {
  const rows = await tx.select().from(refunds).where(eq(refunds.paymentId, payment.id));
  const named = rows.find((row) => row.way === paymentMethod && row.reference === told.reference);
  if (named) return named;
  const sent = rows.find((row) => told.key?.startsWith(row.id));
  if (sent) return keyOf(sent) === told.key ? sent : 'an attempt before';
  const unnamed = rows.filter(
    ({ reference, amount, state }) =>
      reference === null && amount === told.amount && state !== 'failed',
  );
  const reported = unnamed.find(({ source }) => source !== 'team');
  if (reported) return reported;
  // Somebody refunded at the provider first, because the money cannot have gone back twice.
  const isTooMuch = gone + told.amount > payment.amount;
  return isTooMuch ? unnamed.find(({ state }) => state === 'due') : undefined;
}

/** The idempotency key changes after a refusal, because the provider would repeat the refusal for the same key. */
export function keyOf({ id, attempt }: Pick<RefundRow, 'id' | 'attempt'>): string {
  return attempt === 1 ? id : `${id}-${attempt}`;
}

/** Saves the outcome of a refund. Final states stay, unless the bank sends the money back. */
export async function settleRefund(
  tx: Database,
  after: After,
  appContext: OrderContext,
  row: RefundRow,
  told: SentRefund,
): Promise<string> {
  const isOver = row.state === 'failed' || row.state === 'cancelled';
  const isFailing = told.state === 'failed' || told.state === 'cancelled';
  if (isOver || (row.state === 'done' && !isFailing)) return `known already: ${row.state}`;
  const now = appContext.clock.now();
  if (isFailing) {
    return failRefund(tx, after, appContext, row, {
      state: told.state === 'failed' ? 'failed' : 'cancelled',
      reference: told.reference,
      problem: told.problem === undefined ? undefined : storedText(told.problem),
    });
  }
  await tx
    .update(refunds)
    .set({
      state: told.state,
      reference: told.reference,
      problem: null,
      problemMessage: null,
      doneAt: told.state === 'done' ? now : null,
      // A bank may send money back days after the provider has completed the refund.
      checkAt: new Date(now.getTime() + (told.state === 'done' ? SENT_BACK_WITHIN_MS : MINUTE_MS)),
    })
    .where(eq(refunds.id, row.id));
  if (row.orderId) {
    await touchOrder(tx, appContext, row.orderId);
    await correctInvoices(tx, after, appContext, row.orderId);
  }
  return told.state;
}

/** Updates the timestamp by which API clients poll for changes. */
async function touchOrder(tx: Database, appContext: OrderContext, orderId: string): Promise<void> {
  await tx.execute(sql`
    update orders set updated_at = ${appContext.clock.now().toISOString()}::timestamptz where id = ${orderId}`);
}

interface Failed {
  readonly state: 'failed' | 'cancelled';
  readonly reference?: string;
  readonly problem?: StoredMessage | undefined;
}

/**
 * Handles a failed refund: the money counts as the order's again, the team must decide again, and managers are
 * notified.
 */
export async function failRefund(
  tx: Database,
  after: After,
  appContext: OrderContext,
  { id }: Pick<RefundRow, 'id'>,
  { state, reference, problem }: Failed,
): Promise<string> {
  const [row] = await tx.select().from(refunds).where(eq(refunds.id, id));
  if (!row?.paymentId) throw new Error('A refund without a payment cannot fail');
  const [payment] = await tx.select().from(payments).where(eq(payments.id, row.paymentId));
  if (!payment) throw new Error('The payment vanished');
  const locked = await lockPayment(tx, payment);
  const [now] = await tx.select({ state: refunds.state }).from(refunds).where(eq(refunds.id, id));
  if (now?.state === 'failed' || now?.state === 'cancelled') return `known already: ${now.state}`;
  await tx
    .update(refunds)
    .set({
      state,
      problem: null,
      problemMessage: problem
        ? mapTexts(problem, (text) => text.slice(0, REASON_MAX_LENGTH))
        : null,
      doneAt: null,
      checkAt: null,
      ...(reference === undefined ? {} : { reference }),
    })
    .where(eq(refunds.id, id));
  const account = accountOf(locked.payment, row);
  await book(tx, appContext.clock.now(), {
    key: `refund back ${id} ${row.attempt} ${state}`,
    from: `received:${payment.way}`,
    to: account,
    amount: row.amount,
    currency: row.currency,
    orderId: row.orderId,
  });
  await bookRestoredTax(tx, appContext.clock.now(), row);
  if (account === 'held') {
    await tx.update(payments).set({ state: 'held' }).where(eq(payments.id, payment.id));
  }
  const { order } = locked;
  const amount = () => moneyOf(row.amount, row.currency);
  if (order) {
    const isOfOrder = account === 'orders';
    await reportEvent(tx, after, appContext, order, {
      report: 'refund-failed',
      milestone: row.milestone,
      refundedAmount: order.refundedAmount - (isOfOrder ? row.amount : 0),
      asksAgain: isOfOrder && row.source === 'team',
      says: () =>
        t("The refund of {amount} failed. We're looking into it and will write to you.", {
          amount: amount(),
        }),
    });
  }
  await notifyManagers(tx, after, appContext, order, {
    key: `refund ${id} ${row.attempt} ${state}`,
    says: () =>
      problem
        ? t('A refund of {amount} failed: {problem}', {
            amount: amount(),
            problem: showMessage(problem),
          })
        : t('A refund of {amount} failed.', { amount: amount() }),
  });
  return state;
}

function accountOf(payment: PaymentRow, row: Pick<RefundRow, 'orderId'>): Account {
  if (payment.state !== 'booked') return 'held';
  return row.orderId === null ? 'losses' : 'orders';
}

interface TakenOut {
  readonly amount: number;
  readonly source: Exclude<RefundSource, 'team'>;
  readonly reference: string | null;
  readonly state: 'sent' | 'done';
  readonly report: ReportName;
  readonly note?: (refundId: string) => Promise<unknown>;
}

/**
 * Books money that left the shop without a refund from here. The amount is taken from the order as far as the
 * order has any left; the rest, which the buyer already got as credit, is a loss.
 */
export async function takeOut(
  tx: Database,
  after: After,
  appContext: OrderContext,
  { payment, order, gone }: Locked,
  { amount: asked, source, reference, state, report, note }: TakenOut,
): Promise<string> {
  const amount = Math.min(asked, payment.amount - gone);
  if (amount <= 0) return 'gone already';
  const isBooked = payment.state === 'booked';
  const part = order && isBooked ? await readPart(tx, order, payment.milestone) : undefined;
  const left = part ? part.paidAmount - part.refundedAmount : 0;
  const ofOrder = isBooked ? Math.min(amount, left) : amount;
  const insert = async (sum: number, orderId: string | null, named: string | null) => {
    if (sum === 0) return;
    const at = appContext.clock.now();
    const [row] = await tx
      .insert(refunds)
      .values({
        orderId,
        milestone: orderId === null ? null : payment.milestone,
        paymentId: payment.id,
        way: payment.way,
        amount: sum,
        ...(order && part && orderId ? await taxOfRefund(tx, order, part, sum) : {}),
        currency: payment.currency,
        state,
        source,
        reference: named,
        createdAt: at,
        doneAt: state === 'done' ? at : null,
        checkAt: state === 'sent' && named !== null ? new Date(at.getTime() + MINUTE_MS) : null,
      })
      .returning();
    if (!row) throw new Error('The refund was not inserted');
    await book(tx, at, {
      key: `refund ${row.id}`,
      from: accountOf(payment, row),
      to: `received:${payment.way}`,
      amount: sum,
      currency: payment.currency,
      orderId,
    });
    await bookRefundedTax(tx, at, row);
    if (sum === ofOrder) await note?.(row.id);
  };
  await insert(ofOrder, isBooked || order ? (order?.id ?? null) : null, reference);
  await insert(
    amount - ofOrder,
    null,
    ofOrder === 0 ? reference : reference && `${reference} loss`,
  );
  if (payment.state === 'held' && gone + amount === payment.amount) {
    await tx.update(payments).set({ state: 'returned' }).where(eq(payments.id, payment.id));
  }
  const money = () => moneyOf(amount, payment.currency);
  if (order) {
    await reportEvent(tx, after, appContext, order, {
      report,
      milestone: payment.milestone,
      refundedAmount: order.refundedAmount + (isBooked ? ofOrder : 0),
      says: () => t(TAKEN_OUT[source], { amount: money() }),
    });
  }
  await notifyManagers(tx, after, appContext, order, {
    key: `taken ${payment.id} ${reference ?? gone + amount} ${source}`,
    says: () => t(TAKEN_OUT[source], { amount: money() }),
  });
  if (order) await correctInvoices(tx, after, appContext, order.id);
  return 'booked';
}

const TAKEN_OUT = {
  provider: msg('{amount} was refunded at the payment service.'),
  chargeback: msg('{amount} was returned to the buyer because they won the dispute.'),
  reversal: msg('The payment service reversed {amount}.'),
} as const;

/** Formats an amount. Amounts in an unknown currency are shown in their smallest units. */
export function moneyOf(amount: number, currency: string): string {
  return isCurrency(currency) ? formatMoney(amount, currency) : `${amount} ${currency}`;
}

/** The difference between the reported total and the known refunds was refunded at the provider. */
export async function bookRefundedSum(
  tx: Database,
  after: After,
  appContext: OrderContext,
  paymentMethod: PaymentProviderName,
  { payment: reference, total, currency }: Extract<ProviderNews, { kind: 'refunded' }>,
): Promise<string> {
  const found = await findProviderPayment(tx, paymentMethod, reference);
  if (!found) return NO_PAYMENT;
  const locked = await lockPayment(tx, found.payment);
  if (locked.payment.currency !== currency) return 'in another currency';
  const missing = total - locked.gone;
  if (missing <= 0) return 'known already';
  return takeOut(tx, after, appContext, locked, {
    amount: missing,
    source: 'provider',
    reference: null,
    state: 'done',
    report: 'refund-reported',
  });
}

/** Books a reversal by the provider. A lost dispute may have reported the same money before. */
export async function bookReversal(
  tx: Database,
  after: After,
  appContext: OrderContext,
  paymentMethod: PaymentProviderName,
  told: Extract<ProviderNews, { kind: 'reversed' }>,
): Promise<string> {
  const found = await findProviderPayment(tx, paymentMethod, told.payment);
  if (!found) return NO_PAYMENT;
  const locked = await lockPayment(tx, found.payment);
  const amount = told.amount ?? locked.payment.amount - locked.gone;
  const [named] = await tx
    .select({ id: refunds.id })
    .from(refunds)
    .where(and(eq(refunds.paymentId, locked.payment.id), eq(refunds.reference, told.reference)));
  if (named) return 'known already';
  const [unnamed] = await tx
    .select({ id: refunds.id })
    .from(refunds)
    .where(
      and(
        eq(refunds.paymentId, locked.payment.id),
        isNull(refunds.reference),
        ne(refunds.source, 'team'),
        inArray(refunds.amount, [amount, ...(told.amount ? [] : [locked.payment.amount])]),
        IS_GONE,
      ),
    )
    .limit(1);
  if (unnamed) {
    await tx.update(refunds).set({ reference: told.reference }).where(eq(refunds.id, unnamed.id));
    return 'known from the dispute';
  }
  return takeOut(tx, after, appContext, locked, {
    amount,
    source: 'reversal',
    reference: told.reference,
    state: 'done',
    report: 'payment-reversed',
  });
}
