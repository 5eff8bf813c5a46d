import { eq } from 'drizzle-orm';
import type { Member } from '../../../accounts/protocol/member.ts';
import { may } from '../../../accounts/protocol/permissions.ts';
import { invoices } from '../../../billing/server/tables.server.ts';
import { t } from '../../../i18n/translate.ts';
import type { Trace } from '../../../platform/change/audit.server.ts';
import { RefusedError } from '../../../platform/errors.ts';
import { formatOrderNumber } from '../../protocol/transitions.ts';
import { LONGEST_TERM_DAYS } from '../../rules.ts';
import { asMember } from '../order/as-actor.server.ts';
import type { OrderContext } from '../order-context.server.ts';
import { creditInvoice, leftOfInvoice } from './credit-invoice.server.ts';
import { lockInvoice, issueInvoice } from './invoice-order.server.ts';

/**
 * Issues the invoice of an order before or after its payment, with a term in days. Throws {@link RefusedError}: 403 for
 * members who do not manage orders, 404, 400 for another term, 409 for a cancelled order or one with an invoice.
 */
export async function issueInvoiceAsMember(
  appContext: OrderContext,
  trace: Trace,
  member: Member,
  number: number,
  termDays: number,
): Promise<void> {
  requireManager(member);
  if (!Number.isInteger(termDays) || termDays < 0 || termDays > LONGEST_TERM_DAYS) {
    const most = LONGEST_TERM_DAYS;
    throw new RefusedError(400, t('Enter a term from 0 to {most} days.', { most }), 'termDays');
  }
  await asMember(appContext, trace, member, number, async ({ tx, after, order }) => {
    if (order.state === 'cancelled' || order.amount === 0) {
      throw new RefusedError(409, t('There is nothing to pay for this order.'));
    }
    const issued = await lockInvoice(tx, order.id);
    if (issued) {
      throw new RefusedError(
        409,
        t('This order has the invoice {number}. Void it before you issue another one.', {
          number: issued.number,
        }),
      );
    }
    const isPaid = order.paidAt !== null;
    after.audit('invoice-issued', {
      subjectId: order.id,
      subject: formatOrderNumber(order.number),
    });
    await issueInvoice(tx, appContext, order, { reason: 'request', termDays, isPaid });
  });
}

/**
 * Voids the invoice of an order with a credit note for what is left of it. Throws {@link RefusedError}: 403, 404, 409 for
 * an order without an invoice or one that was credited in full.
 */
export async function voidInvoice(
  appContext: OrderContext,
  trace: Trace,
  member: Member,
  number: number,
): Promise<void> {
  requireManager(member);
  await asMember(appContext, trace, member, number, async ({ tx, after, order }) => {
    const invoice = await lockInvoice(tx, order.id);
    if (!invoice) throw new RefusedError(409, t('This order has no invoice.'));
    const rates = await leftOfInvoice(tx, invoice);
    if (rates.every(({ net, tax }) => net + tax === 0)) {
      throw new RefusedError(409, t('This invoice was already credited in full.'));
    }
    after.audit('invoice-voided', {
      subjectId: order.id,
      subject: formatOrderNumber(order.number),
    });
    await tx
      .update(invoices)
      .set({ voidedAt: appContext.clock.now() })
      .where(eq(invoices.id, invoice.id));
    await creditInvoice(tx, appContext, order, invoice, { reason: 'void', rates });
  });
}

function requireManager(member: Member): void {
  if (!may(member, 'manage-orders')) {
    throw new RefusedError(403, t("Your account isn't allowed to do this."));
  }
}
