import type { IssuedDocument } from '../../billing/server/invoices/issued-document.ts';
import { writeCsvRows } from '../../platform/csv.ts';
import { toDecimal } from './money.ts';

interface ExportedInvoice {
  readonly document: IssuedDocument;
  readonly order: string;
  readonly email: string | null;
  readonly state: string;
  readonly paidAt: string;
  readonly corrects: string | null;
}

export const INVOICE_COLUMNS = [
  'Number',
  'Kind',
  'State',
  'Issued',
  'Due',
  'Paid',
  'Order',
  'Corrects',
  'Buyer',
  'Email',
  'Country',
  'Tax number',
  'Currency',
  'Tax',
  'Tax category',
  'Percentage',
  'Net',
  'Tax amount',
  'Gross',
];

/**
 * Writes one line for each tax rate of a document. The amounts of credit notes are negative, so that the sums of the
 * columns are those of the period.
 */
export function writeInvoices(invoices: readonly ExportedInvoice[]): string {
  const rows = invoices.flatMap(({ document, order, email, state, paidAt, corrects }) => {
    const sign = document.kind === 'credit-note' ? '-' : '';
    const money = (amount: number) => ({
      number: `${amount > 0 ? sign : ''}${toDecimal(amount, document.currency)}`,
    });
    return document.taxes.map(({ taxRate, net, tax }) => [
      document.number,
      document.kind,
      state,
      document.issuedOn,
      document.dueOn,
      paidAt,
      order,
      corrects ?? '',
      document.buyer.name,
      email ?? '',
      document.buyer.country ?? '',
      document.buyer.taxNumber ?? '',
      document.currency,
      taxRate.name,
      taxRate.category,
      String(taxRate.rate / 1000),
      money(net),
      money(tax),
      money(net + tax),
    ]);
  });
  return writeCsvRows(rows);
}
