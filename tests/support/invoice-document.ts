import { createLog } from '../../app/platform/log.server.ts';
import {
  openInvoiceRenderer,
  type InvoiceRenderer,
} from '../../app/billing/invoice-document/render-invoice-pdf.server.ts';
import { sumUpTaxes, taxOf } from '../../app/billing/invoice-document/arithmetic.ts';
import type {
  InvoiceDocument,
  InvoiceLine,
  InvoiceTaxRate,
} from '../../app/billing/invoice-document/invoice-document.ts';

export const GERMAN_VAT: InvoiceTaxRate = { name: 'USt.', rate: 19_000, category: 'standard' };

/** A line with exclusive prices whose net and tax follow from the rest. */
export function invoiceLine(changes: Partial<InvoiceLine> = {}): InvoiceLine {
  const line = {
    title: 'Guest post on a technology magazine',
    quantity: 1,
    unit: { name: '', code: 'C62' },
    unitPrice: 12_000,
    discount: 0,
    taxRate: GERMAN_VAT,
    ...changes,
  };
  const net = changes.net ?? Math.round(line.unitPrice * line.quantity) - line.discount;
  return { ...line, net, tax: changes.tax ?? taxOf(net, line.taxRate.rate) };
}

/** An invoice whose taxes and totals follow from its lines. */
export function invoiceDocument(
  changes: Partial<Omit<InvoiceDocument, 'taxes' | 'totals'>> & { paidAtIssue?: number } = {},
): InvoiceDocument {
  const { paidAtIssue = 0, ...rest } = changes;
  const lines = rest.lines ?? [invoiceLine()];
  const net = lines.reduce((sum, line) => sum + line.net, 0);
  const tax = lines.reduce((sum, line) => sum + line.tax, 0);
  const gross = net + tax;
  return {
    kind: 'invoice',
    number: 'INV-2026-0042',
    issuedOn: '2026-11-28',
    supply: { from: '2026-11-20', until: '2026-11-20' },
    dueOn: '2026-12-12',
    language: 'en',
    currency: 'EUR',
    pricesIncludeTax: false,
    seller: {
      name: 'Embarka Studio GmbH',
      address: ['Hafenstraße 12', '20457 Hamburg'],
      country: 'DE',
      taxNumber: 'DE123456789',
    },
    buyer: {
      name: 'Aino Virtanen Oy',
      address: ['Mannerheimintie 4', '00100 Helsinki'],
      country: 'FI',
      taxNumber: 'FI12345678',
    },
    corrects: undefined,
    logo: undefined,
    ...rest,
    lines,
    taxes: sumUpTaxes(lines),
    totals: { net, tax, gross, paidAtIssue, due: gross - paidAtIssue },
  };
}

let renderer: InvoiceRenderer | undefined;

/** One for all tests of a file. Its thread starts with the first document and ends when it is idle. */
export function testInvoiceRenderer(): InvoiceRenderer {
  renderer ??= openInvoiceRenderer(createLog('silent'));
  return renderer;
}
