import { t } from '../../i18n/translate.ts';
import type { Currency } from '../../platform/currencies.ts';
import { formatMoney } from './money.ts';
import { formatDay } from './offer.ts';

/** A payment after the issue of an invoice. The document never changes, so the payment is shown beside it (rule 274). */
export interface InvoicePayment {
  /** A day in the shop's time zone. */
  readonly day: string;
  readonly amount: number;
}

export function formatInvoicePayment({ day, amount }: InvoicePayment, currency: Currency): string {
  return t('Paid on {day}: {amount}', {
    day: formatDay(day),
    amount: formatMoney(amount, currency),
  });
}
