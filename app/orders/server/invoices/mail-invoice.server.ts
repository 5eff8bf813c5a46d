import type { InvoiceRow } from '../../../billing/server/invoices/issue-document.server.ts';
import { t } from '../../../i18n/translate.ts';
import type { After } from '../../../platform/change/change.server.ts';
import type { Database } from '../../../platform/db/database.server.ts';
import { writeMail } from '../../../platform/email/write-mail.ts';
import { homeAddress } from '../../../platform/home-address.ts';
import { formatMoney } from '../../protocol/money.ts';
import { formatDay } from '../../protocol/offer.ts';
import { formatOrderNumber } from '../../protocol/transitions.ts';
import { pathOf } from '../access.server.ts';
import type { OrderRow } from '../order/change-state.server.ts';
import { inThread } from '../order/mail-order.server.ts';
import { recipientOf } from '../order/recipient-of.server.ts';
import { speechOfBuyer } from '../order/buyer-speech.server.ts';
import type { OrderContext } from '../order-context.server.ts';

/**
 * Emails the buyer the link to a document, which is on the order's page. Does nothing if the address was erased. An
 * invoice of a payment is not emailed, because the email about the payment links to the same page.
 */
export async function mailInvoice(
  tx: Database,
  after: After,
  { mail, settings, clock }: OrderContext,
  order: OrderRow,
  invoice: InvoiceRow,
  { isReminder = false }: { readonly isReminder?: boolean } = {},
): Promise<void> {
  const to = await recipientOf(tx, order);
  if (to === null) return;
  const path = await pathOf(tx, order.id);
  const inBuyersWords = await speechOfBuyer(tx, settings, order.conversationId);
  const message = inBuyersWords(() => {
    const { brandName } = settings;
    const { kind, number, dueOn, grossAmount, document } = invoice;
    const total = formatMoney(grossAmount, document.currency);
    const isDue = kind === 'invoice' && invoice.paidAt === null && invoice.voidedAt === null;
    return writeMail({
      to,
      brandName,
      subject: isReminder
        ? t('Reminder: invoice {number} is due', { number })
        : kind === 'invoice'
          ? t('Invoice {number}', { number })
          : t('Credit note {number}', { number }),
      title:
        kind === 'invoice'
          ? t('Invoice {number}', { number })
          : t('Credit note {number}', { number }),
      body: [
        t('Order {number}', { number: formatOrderNumber(order.number) }),
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
        { button: t('Open your order'), href: homeAddress(settings) + path },
        { hint: t('Keep this link to yourself: it opens the order.') },
        ...(isReminder
          ? [{ hint: t('If you have paid in the last days, you can ignore this email.') }]
          : []),
      ],
      footer: [
        t('You received this email because you ordered from {brandName} with this address.', {
          brandName,
        }),
      ],
    });
  });
  mail.send(after, { ...message, ...(await inThread(tx, clock, settings, order.id, message)) });
}
