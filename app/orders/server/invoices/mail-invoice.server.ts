import type { InvoiceRow } from '../../../billing/server/invoices/issue-document.server.ts';
import { t } from '../../../i18n/translate.ts';
import type { After } from '../../../platform/change/change.server.ts';
import type { Database } from '../../../platform/db/database.server.ts';
import type { MailMessage } from '../../../platform/email/mail.ts';
import { writeMail } from '../../../platform/email/write-mail.server.ts';
import { homeAddress } from '../../../platform/home-address.ts';
import { formatMoney } from '../../protocol/money.ts';
import { formatDay } from '../../protocol/offer.ts';
import { formatOrderNumber } from '../../protocol/transitions.ts';
import { pathOf } from '../access.server.ts';
import type { OrderRow } from '../tables.server.ts';
import { footerForBuyer, mailBuyer } from '../order/reach-buyer.server.ts';
import { describeTransfer } from '../order/mail-order.server.ts';
import type { OrderContext } from '../order-context.server.ts';

/**
 * Emails the buyer the link to a document, which is on the order's page. Does nothing if the address was erased. An
 * invoice of a payment is not emailed, because the email about the payment links to the same page.
 */
export async function mailInvoice(
  tx: Database,
  after: After,
  appContext: OrderContext,
  order: OrderRow,
  invoice: InvoiceRow,
  { isReminder = false }: { readonly isReminder?: boolean } = {},
): Promise<void> {
  const path = await pathOf(tx, order.id);
  await mailBuyer(tx, after, appContext, order, (to) =>
    invoiceMail(appContext.settings, to, order, path, invoice, isReminder),
  );
}

type MailedInvoice = Pick<
  InvoiceRow,
  'kind' | 'number' | 'dueOn' | 'grossAmount' | 'paidAt' | 'voidedAt'
> & {
  readonly document: Pick<InvoiceRow['document'], 'currency'> & {
    readonly totals: Pick<InvoiceRow['document']['totals'], 'due'>;
  };
};

export function invoiceMail(
  sender: Parameters<typeof homeAddress>[0] &
    Pick<OrderContext['settings'], 'brandName'> &
    Partial<Pick<OrderContext['settings'], 'bankDetails'>>,
  to: string,
  order: Pick<OrderRow, 'number'>,
  path: string,
  { kind, number, dueOn, grossAmount, document, paidAt, voidedAt }: MailedInvoice,
  isReminder: boolean,
): MailMessage {
  const { brandName, bankDetails } = sender;
  const name = formatOrderNumber(order.number);
  const isDue = kind === 'invoice' && paidAt === null && voidedAt === null;
  const total = formatMoney(isDue ? document.totals.due : grossAmount, document.currency);
  const title =
    kind === 'invoice' ? t('Invoice {number}', { number }) : t('Credit note {number}', { number });
  return writeMail({
    kind: 'invoice',
    to,
    brandName,
    subject: isReminder ? t('Reminder: invoice {number} is due', { number }) : title,
    title,
    body: [
      t('Order {number}', { number: name }),
      isReminder
        ? t('We have not received your payment of {total} yet. It was due on {day}.', {
            total,
            day: formatDay(dueOn),
          })
        : isDue
          ? t('{total}, due on {day}.', { total, day: formatDay(dueOn) })
          : total,
      isDue
        ? t("You'll find the document and the ways to pay on your order's page.")
        : t("You'll find the document on your order's page."),
      ...describeTransfer(isDue && bankDetails !== '' ? bankDetails : undefined, name),
      { button: t('Open your order'), href: homeAddress(sender) + path },
      { hint: t('Keep this link to yourself: it opens the order.') },
      ...(isReminder
        ? [{ hint: t('If you have paid in the last days, you can ignore this email.') }]
        : []),
    ],
    footer: footerForBuyer(brandName),
  });
}
