import { isCurrency } from '../platform/currencies.ts';
import {
  defineMessages,
  showMessage,
  type StoredMessage,
  type StoredMoney,
} from '../platform/stored-message.ts';
import { t } from '../i18n/translate.ts';
import { formatDiscount } from './protocol/format-coupon.ts';
import { formatMoney } from './protocol/money.ts';
import { REVENUE_TITLES, type RevenueTableName } from './protocol/revenue-report.ts';
import { labelOfMethod } from './server/payment/payment-providers.ts';
import { isRefundReason, getRefundReasonLabel } from './protocol/refunds.ts';

interface AmountDiffers {
  readonly paid: number;
  readonly due: number;
  readonly currency: string;
}

interface BooksDiffer extends StoredMoney {
  readonly theirAmount: number;
  readonly theirCurrency: string;
}

interface StoredDiscount extends Partial<StoredMoney> {
  /** In thousandths of a percent. */
  readonly percentage?: number;
}

/** History of orders, held payments, refunds, differences from the books, and audit entries. */
export const orderMessage = defineMessages({
  'orders.reference': ({ reference }: { readonly reference: string }) =>
    t('Reference {reference}', { reference }),
  'orders.payment': ({ reference }: { readonly reference: string }) =>
    t('Payment {reference}', { reference }),
  'orders.paid-with-credit': () => t('Paid with credit'),
  'orders.nothing-to-pay': () => t('Nothing to pay'),
  'orders.included': () => t('Included in the subscription'),
  'orders.refund-asked': ({
    reason,
    explanation,
  }: {
    readonly reason: string;
    readonly explanation: string;
  }) =>
    t('{reason}: {explanation}', {
      reason: isRefundReason(reason) ? getRefundReasonLabel(reason) : reason,
      explanation,
    }),
  'orders.exported': ({ show, rows }: { readonly show: string; readonly rows: number }) =>
    t('{show}, {count, plural, one {# row} other {# rows}}', { show, count: rows }),
  'orders.invoices-exported': ({ rows }: { readonly rows: number }) =>
    t('{count, plural, one {# row} other {# rows}}', { count: rows }),
  'orders.imported': ({ rows }: { readonly rows: number }) =>
    t('{count, plural, one {# row} other {# rows}}', { count: rows }),
  'orders.subscriptions-exported': ({ rows }: { readonly rows: number }) =>
    t('{count, plural, one {# row} other {# rows}}', { count: rows }),
  'orders.owner-follows': () => t('Owner: the agent of the conversation'),
  'orders.staff-owner': ({ name }: { readonly name: string }) => t('Owner: {name}', { name }),
  'orders.staff-assigned': ({ name }: { readonly name: string }) => t('Assigned: {name}', { name }),
  'orders.staff-unassigned': ({ name }: { readonly name: string }) =>
    t('No longer assigned: {name}', { name }),
  'orders.coupons-exported': ({ rows }: { readonly rows: number }) =>
    t('{count, plural, one {# row} other {# rows}}', { count: rows }),
  'orders.coupon-discount': ({ percentage, amount, currency }: StoredDiscount) =>
    formatDiscount(
      percentage === undefined
        ? { kind: 'amount', amount: amount ?? 0, currency: currency ?? '' }
        : { kind: 'percentage', percentage },
    ),
  'orders.funnel': () => t('From service page to order'),
  'orders.funnel-exported': ({
    from,
    to,
    rows,
  }: {
    readonly from: string;
    readonly to: string;
    readonly rows: number;
  }) => t('{from} to {to}, {count, plural, one {# row} other {# rows}}', { from, to, count: rows }),
  'orders.revenue-table': ({ name }: { readonly name: RevenueTableName }) =>
    t(REVENUE_TITLES[name]),
  'orders.money': (money: StoredMoney) => showMoney(money),
  'orders.erased': ({ count }: { readonly count: number }) =>
    t(
      '{count, plural, one {# order stripped of name and text} other {# orders stripped of name and text}}',
      { count },
    ),
  'orders.first-number': ({ number }: { readonly number: string }) =>
    t('The first one is {number}', { number }),
  'orders.document': ({ number }: { readonly number: string }) => number,
  'orders.invoices-kept': ({ count, days }: { readonly count: number; readonly days: number }) =>
    t(
      '{count, plural, one {# invoice or credit note is kept} other {# invoices and credit notes are kept}} for {days, plural, one {# day} other {# days}}, as the law requires',
      { count, days },
    ),
  'orders.invoices-expired': ({ count }: { readonly count: number }) =>
    t(
      '{count, plural, one {# invoice or credit note of an erased buyer} other {# invoices and credit notes of erased buyers}}',
      { count },
    ),
  'orders.not-invoiced': ({ order }: { readonly order: string }) =>
    t('{order} is paid and has no invoice.', { order }),
  'orders.invoice-not-paid': ({
    number,
    order,
  }: {
    readonly number: string;
    readonly order: string;
  }) => t('{order} is paid, and {number} is open.', { number, order }),
  'orders.not-credited': ({ order }: { readonly order: string }) =>
    t('A refund of {order} has no credit note.', { order }),
  'orders.credited-too-much': ({
    number,
    order,
  }: {
    readonly number: string;
    readonly order: string;
  }) => t('{number} credits a refund of {order} that failed afterwards.', { number, order }),
  'orders.number-missing': ({ number }: { readonly number: string }) =>
    t('The document {number} is missing.', { number }),
  'orders.milestones-differ': ({ order }: { readonly order: string }) =>
    t('Payments or refunds of {order} differ from its milestones.', { order }),
  'orders.held-without-order': () => t("The payment doesn't name any of our orders."),
  'orders.held-cancelled': () => t('The order was cancelled.'),
  'orders.held-paid': () => t('The order is already paid.'),
  'orders.held-currency': ({ paid, due }: { readonly paid: string; readonly due: string }) =>
    t('The payment is in {paid}, but the order is in {wanted}.', { paid, wanted: due }),
  'orders.held-amount': ({ paid, due, currency }: AmountDiffers) =>
    t('The payment was {paid} instead of {due}.', {
      paid: showMoney({ amount: paid, currency }),
      due: showMoney({ amount: due, currency }),
    }),
  'orders.not-in-books': () => t("The payment provider has this payment, but our books don't."),
  'orders.waived-at-provider': () =>
    t(
      "A credit note at the payment provider left nothing of this invoice to pay, so its period isn't in our books.",
    ),
  'orders.not-at-provider': () =>
    t("Our books have this payment, but the payment provider doesn't list it."),
  'orders.books-differ': ({ amount, currency, theirAmount, theirCurrency }: BooksDiffer) =>
    t('Our books say {booked}, the payment provider says {told}.', {
      booked: showMoney({ amount, currency }),
      told: showMoney({ amount: theirAmount, currency: theirCurrency }),
    }),
  'orders.refund-of-payment': ({
    reference,
    ...money
  }: StoredMoney & { readonly reference: string }) =>
    t('Refund of {amount}, payment {reference}', { amount: showMoney(money), reference }),
  'orders.refund-of-order': ({ order, ...money }: StoredMoney & { readonly order: string }) =>
    t('Refund of {amount}, order {number}', { amount: showMoney(money), number: order }),
  'orders.refund-failed': ({
    refund,
    problem,
  }: {
    readonly refund: StoredMessage;
    readonly problem: StoredMessage;
  }) => t('{refund}: {problem}', { refund: showMessage(refund), problem: showMessage(problem) }),
  'orders.refund-decided-anew': ({ refund }: { readonly refund: StoredMessage }) =>
    t('{name}: a new decision was made in the meantime. Check the order.', {
      name: showMessage(refund),
    }),
  'orders.no-provider': ({ provider }: { readonly provider: string }) =>
    t("The payment method {way} isn't set up here.", { way: labelOfMethod(provider) }),
});

/** Amounts in an unknown currency are shown in its smallest units. */
function showMoney({ amount, currency }: StoredMoney): string {
  return isCurrency(currency) ? formatMoney(amount, currency) : `${amount} ${currency}`;
}
