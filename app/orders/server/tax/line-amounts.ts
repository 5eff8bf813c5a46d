import type { InvoiceTaxRate } from '../../../billing/invoice-document/invoice-document.ts';
import type { ChargedTax } from '../../../billing/tax/charged-tax.ts';
import type { LineAmount } from '../../../billing/tax/refunded-tax.ts';
import { grossOfLine, type OfferLine } from '../../protocol/offer.ts';

export function lineAmountsOf(lines: readonly OfferLine[]): LineAmount[] {
  return lines.map((each, line) => {
    const tax = each.tax?.amount ?? 0;
    return { line, taxRate: rateOf(each.tax), net: grossOfLine(each) - tax, tax };
  });
}

export function rateOf(tax: ChargedTax | undefined): InvoiceTaxRate {
  if (!tax) return { name: '', rate: 0, category: 'not-subject' };
  if (tax.kind === 'reverse-charge') return { name: tax.name, rate: 0, category: 'reverse-charge' };
  return { name: tax.name, rate: tax.rate, category: tax.rate === 0 ? 'zero' : 'standard' };
}
