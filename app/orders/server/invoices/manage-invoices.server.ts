import { and, eq } from 'drizzle-orm';
import type { Member } from '../../../accounts/protocol/member.ts';
import { may } from '../../../accounts/protocol/permissions.ts';
import type { Program } from '../../../accounts/protocol/program.ts';
import type { InvoiceRow } from '../../../billing/server/invoices/issue-document.server.ts';
import { invoices } from '../../../billing/server/tables.server.ts';
import { splitRefund } from '../../../billing/tax/refunded-tax.ts';
import { t } from '../../../i18n/translate.ts';
import type { Trace } from '../../../platform/change/audit.server.ts';
import type { Database } from '../../../platform/db/database.server.ts';
import { RefusedError } from '../../../platform/errors.ts';
import { isUuid } from '../../../platform/fields.ts';
import { toLine } from '../../../platform/shown-text.ts';
import { endOfDay } from '../../deadlines.ts';
import { isPaymentEnded } from '../../protocol/milestone-transitions.ts';
import { orderMessage } from '../../stored-messages.ts';
import { formatMoney, readMoney } from '../../protocol/money.ts';
import { formatOrderNumber } from '../../protocol/transitions.ts';
import { CREDIT_REASON_MAX_LENGTH, LONGEST_TERM_DAYS } from '../../rules.ts';
import { NO_SUCH_ORDER } from '../access.server.ts';
import { orders, type OrderRow } from '../tables.server.ts';
import { readMilestones } from '../milestones/milestone-rows.server.ts';
import { payablePart, readPart, type PartOfOrder } from '../milestones/part-of-order.server.ts';
import { asMember, type Turn } from '../order/as-actor.server.ts';
import { recipientOf } from '../order/reach-buyer.server.ts';
import type { OrderContext } from '../order-context.server.ts';
import {
  creditEarlierRefunds,
  creditInvoice,
  isNothing,
  leftOfInvoice,
  voidLockedInvoice,
} from './credit-invoice.server.ts';
import { lockInvoice, issueInvoice } from './invoice-order.server.ts';
import { mailInvoice } from './mail-invoice.server.ts';

/** Somebody who manages orders. */
export interface Manager {
  readonly trace: Trace;
  readonly member: Member | Program;
}

/**
 * Issues the invoice of an order or milestone before or after its payment, with a term in days, and emails the buyer.
 * Refunds that are completed are credited on it at once.
 * Without a position, the milestone is the one that waits for its payment, or else the current one. An order is not
 * cancelled before its invoice is due. Throws {@link RefusedError}: 403 for members who do not manage orders, 404, 400 for
 * another term, 409 for a cancelled order, a milestone that cannot be paid yet, or one with an invoice.
 */
export async function issueInvoiceOnRequest(
  appContext: OrderContext,
  by: Manager,
  number: number,
  termDays: number,
  position?: number,
): Promise<void> {
  requireManager(by.member);
  if (!Number.isInteger(termDays) || termDays < 0 || termDays > LONGEST_TERM_DAYS) {
    const most = LONGEST_TERM_DAYS;
    throw new RefusedError(400, t('Enter a term from 0 to {most} days.', { most }), 'termDays');
  }
  await asMember(appContext, by.trace, by.member, number, async ({ tx, after, order }) => {
    if (order.state === 'cancelled' || order.amount === 0) {
      throw new RefusedError(409, t('There is nothing to pay for this order.'));
    }
    if (order.isTest) throw new RefusedError(409, t('A test order has no invoice.'));
    const part = await readInvoicedPart(tx, order, position);
    const issued = await lockInvoice(tx, order.id, part.position);
    if (issued) {
      throw new RefusedError(
        409,
        t('This order has the invoice {number}. Void it before you issue another one.', {
          number: issued.number,
        }),
      );
    }
    if (part.milestone?.state === 'awaiting payment') await requirePayable(tx, order, part);
    const isPaid = part.milestone ? part.paidAmount > 0 : order.paidAt !== null;
    after.audit('invoice-issued', {
      subjectId: order.id,
      subject: formatOrderNumber(order.number),
    });
    const terms = { reason: 'request', termDays, isPaid } as const;
    const invoice = await issueInvoice(tx, after, appContext, order, part, terms);
    if (order.state === 'awaiting payment') await allowPaymentUntil(tx, appContext, order, invoice);
    const notes = await creditEarlierRefunds(tx, after, appContext, order, invoice);
    for (const each of [invoice, ...notes]) {
      // oxlint-disable-next-line no-await-in-loop -- in the order of the documents
      await mailInvoice(tx, after, appContext, order, each);
    }
  });
}

/**
 * Voids the invoice of an order with a credit note for what is left of it, and emails the buyer. Throws
 * {@link RefusedError}: 403, 404, 409 for an order without an invoice or one that was credited in full.
 */
export async function voidInvoice(
  appContext: OrderContext,
  by: Manager,
  number: number,
  position?: number,
): Promise<void> {
  const of = { number, position };
  await asInvoiceManager(appContext, by, of, async ({ tx, after, order }, invoice) => {
    after.audit('invoice-voided', {
      subjectId: order.id,
      subject: formatOrderNumber(order.number),
      detail: orderMessage('orders.document', { number: invoice.number }),
    });
    const note = await voidLockedInvoice(tx, after, appContext, order, invoice);
    if (note) await mailInvoice(tx, after, appContext, order, note);
  });
}

/**
 * Issues a credit note of a typed amount including tax, with the reason on its line. It corrects the document only: no
 * money moves. `documents` is the number of the order's documents that the manager saw, so that a repeated request issues
 * nothing. Throws {@link RefusedError}: 403, 404, 400 with the field, 409 for an order without an invoice or with another
 * number of documents.
 */
export async function creditPart(
  appContext: OrderContext,
  by: Manager,
  number: number,
  typed: { readonly amount: string; readonly reason: string; readonly documents: number },
  position?: number,
): Promise<void> {
  const of = { number, position };
  await asInvoiceManager(appContext, by, of, async ({ tx, after, order }, invoice, left) => {
    if ((await tx.$count(invoices, eq(invoices.orderId, order.id))) !== typed.documents) {
      throw new RefusedError(
        409,
        t(
          'Another document was issued for this order in the meantime. Check the list of invoices before you issue this credit note.',
        ),
      );
    }
    const most = left.reduce((sum, { net, tax }) => sum + net + tax, 0);
    const amount = readMoney(typed.amount, order.currency);
    if (typeof amount !== 'number') throw new RefusedError(400, amount.fault, 'creditAmount');
    if (amount <= 0 || amount > most) {
      throw new RefusedError(
        400,
        t('Enter an amount up to {most}.', { most: formatMoney(most, order.currency) }),
        'creditAmount',
      );
    }
    const why = toLine(typed.reason, CREDIT_REASON_MAX_LENGTH);
    if (why === '') {
      throw new RefusedError(
        400,
        t('Enter the reason. It is printed on the credit note.'),
        'creditReason',
      );
    }
    after.audit('invoice-credited', {
      subjectId: order.id,
      subject: formatOrderNumber(order.number),
      detail: orderMessage('orders.money', { amount, currency: order.currency }),
    });
    const note = await creditInvoice(tx, after, appContext, order, invoice, {
      reason: 'correction',
      amounts: splitRefund(amount, left),
      why,
    });
    await mailInvoice(tx, after, appContext, order, note);
  });
}

/**
 * Emails the link to a document again. Throws {@link RefusedError}: 403, 404, 409 if the buyer's address was erased.
 */
export async function resendInvoice(
  appContext: OrderContext,
  by: Manager,
  number: number,
  invoiceId: string,
): Promise<void> {
  requireManager(by.member);
  await asMember(appContext, by.trace, by.member, number, async ({ tx, after, order }) => {
    const [invoice] = isUuid(invoiceId)
      ? await tx
          .select()
          .from(invoices)
          .where(and(eq(invoices.id, invoiceId), eq(invoices.orderId, order.id)))
      : [];
    if (!invoice) throw new RefusedError(404, t(NO_SUCH_ORDER));
    if ((await recipientOf(tx, order)) === null) {
      throw new RefusedError(409, t("The buyer's email address was erased."));
    }
    after.audit('invoice-resent', {
      subjectId: order.id,
      subject: formatOrderNumber(order.number),
      detail: orderMessage('orders.document', { number: invoice.number }),
    });
    await mailInvoice(tx, after, appContext, order, invoice);
  });
}

interface InvoiceOf {
  readonly number: number;
  readonly position: number | undefined;
}

/** Runs `work` with the invoice of an order or milestone under its lock, and what is left of it. */
async function asInvoiceManager(
  appContext: OrderContext,
  { trace, member }: Manager,
  { number, position: wanted }: InvoiceOf,
  work: (
    turn: Turn,
    invoice: InvoiceRow,
    left: Awaited<ReturnType<typeof leftOfInvoice>>,
  ) => Promise<void>,
): Promise<void> {
  requireManager(member);
  await asMember(appContext, trace, member, number, async (turn) => {
    const { position } = await readInvoicedPart(turn.tx, turn.order, wanted);
    const invoice = await lockInvoice(turn.tx, turn.order.id, position);
    if (!invoice) throw new RefusedError(409, t('This order has no invoice.'));
    const left = await leftOfInvoice(turn.tx, invoice);
    if (isNothing(left) && invoice.grossAmount > 0) {
      throw new RefusedError(409, t('This invoice was already credited in full.'));
    }
    await work(turn, invoice, left);
  });
}

/** Without a position: the milestone that waits for its payment, or else the current one. */
async function readInvoicedPart(
  tx: Database,
  order: OrderRow,
  position: number | undefined,
): Promise<PartOfOrder> {
  if (position !== undefined) return readPart(tx, order, position);
  return (await payablePart(tx, order)) ?? readPart(tx, order, order.milestone);
}

/** Nobody could pay the invoice of a later milestone. */
async function requirePayable(
  tx: Database,
  order: OrderRow,
  { position }: PartOfOrder,
): Promise<void> {
  const payable = await payablePart(tx, order);
  if (payable?.position === position) return;
  throw new RefusedError(
    409,
    isPaymentEnded(await readMilestones(tx, order))
      ? t('There is nothing to pay for this order.')
      : t("This milestone can't be paid yet. Issue its invoice once the order offers its payment."),
  );
}

async function allowPaymentUntil(
  tx: Database,
  { clock, settings }: OrderContext,
  { id, paymentDueAt }: OrderRow,
  { dueOn }: InvoiceRow,
): Promise<void> {
  const until = endOfDay(settings.supportTimezone, dueOn);
  if (until <= paymentDueAt) return;
  await tx
    .update(orders)
    .set({ paymentDueAt: until, updatedAt: clock.now() })
    .where(eq(orders.id, id));
}

/** An API key acts as a manager. */
export function requireManager(member: Member | Program): void {
  if ('role' in member && !may(member, 'manage-orders')) {
    throw new RefusedError(403, t("Your account isn't allowed to do this."));
  }
}
