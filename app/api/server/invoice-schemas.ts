import { msg, sourceOf } from '../../i18n/sentence.ts';
import * as v from 'valibot';
import { INVOICE_FILTER_NAMES } from '../../orders/protocol/invoices.ts';
import { INVOICE_STATES } from '../../orders/protocol/order-view.ts';
import { MILESTONE_COUNT } from '../../orders/protocol/milestone-terms.ts';
import { LONGEST_TERM_DAYS } from '../../orders/rules.ts';
import { ofMilestone } from './order-schemas.ts';
import { count, described, instant, nextCursor, paging, uuid, whole } from '../protocol/schemas.ts';

const amount = (what: string) => count(`${what}, in the smallest unit of the currency`);
const day = (description: string) =>
  v.pipe(v.string(), v.regex(/^\d{4}-\d\d-\d\d$/), v.description(description));

const taxRate = v.object({
  name: v.string(),
  rate: count('Rate in thousandths of a percent'),
  category: v.picklist(['standard', 'zero', 'reverse-charge', 'exempt', 'not-subject']),
});

const party = v.object({
  name: v.string(),
  address: v.pipe(v.array(v.string()), v.description('Lines without the country')),
  country: v.nullable(v.string()),
  taxNumber: v.nullable(v.string()),
});

const summary = {
  id: uuid('ID of the document; it never changes'),
  kind: v.picklist(['invoice', 'credit-note']),
  number: described('Number of its series, without gaps'),
  state: v.pipe(v.picklist(INVOICE_STATES), v.description('A credit note is always `credited`')),
  order: v.pipe(
    v.nullable(v.string()),
    v.description(
      'Number of the order, available at /api/v1/orders/{number}; null after a reset deleted the order',
    ),
  ),
  milestone: ofMilestone,
  issuedOn: day('Day of issue in the shop’s time zone'),
  dueOn: day('Day on which an invoice is due'),
  currency: described('Three-letter ISO 4217 code'),
  net: amount('Amount without tax'),
  tax: amount('Tax'),
  gross: amount('Amount including tax; positive for credit notes as well'),
  corrects: v.pipe(
    v.nullable(v.string()),
    v.description('Number of the invoice that a credit note corrects; otherwise null'),
  ),
  paidAt: v.nullable(instant('Time of the payment; null for open invoices and credit notes')),
};

export const InvoiceSummary = v.object(summary);

export const InvoiceList = v.object({ data: v.array(InvoiceSummary), nextCursor });

export const Invoice = v.object({
  ...summary,
  seller: party,
  buyer: party,
  lines: v.array(
    v.object({
      title: v.string(),
      quantity: v.number(),
      net: amount('Amount without tax'),
      tax: amount('Tax'),
      taxRate,
    }),
  ),
  taxes: v.pipe(
    v.array(v.object({ taxRate, net: amount('Amount without tax'), tax: amount('Tax') })),
    v.description('Sums by tax rate'),
  ),
});

export const InvoiceTermBody = v.strictObject({
  milestone: v.optional(
    v.pipe(
      whole(1, MILESTONE_COUNT.most, 'Position of the milestone'),
      v.description('Position of the milestone; the one that can be paid if omitted'),
    ),
  ),
  termDays: whole(0, LONGEST_TERM_DAYS, 'Days between issue and due date'),
});

export const invoicePath = v.object({ id: uuid(sourceOf(msg('ID of an invoice or credit note'))) });

export const invoiceFilters = v.object({
  status: v.optional(
    v.pipe(
      v.picklist(INVOICE_FILTER_NAMES),
      v.description(sourceOf(msg('Documents with this status'))),
    ),
  ),
  from: v.optional(day(sourceOf(msg('First day of issue')))),
  until: v.optional(day(sourceOf(msg('Last day of issue')))),
  ...paging,
});
