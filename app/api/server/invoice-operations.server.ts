import { msg, t } from '../../i18n/translate.ts';
import * as v from 'valibot';
import { INVOICE_LIST } from '../../orders/protocol/invoices.ts';
import { formatOrderNumber, readNumber } from '../../orders/protocol/transitions.ts';
import {
  findInvoice,
  isInvoiceCursor,
  readInvoicePage,
} from '../../orders/server/invoices/list-invoices.server.ts';
import {
  issueInvoiceOnRequest,
  voidInvoice,
} from '../../orders/server/invoices/manage-invoices.server.ts';
import { readInvoices, stateOf } from '../../orders/server/invoices/read-invoices.server.ts';
import { findOrderOfMember, ORDER_DELETED } from '../../orders/server/access.server.ts';
import { RefusedError } from '../../platform/errors.ts';
import { readListState } from '../../platform/lists/list-state.ts';
import { API_PATH } from '../protocol/rules.ts';
import {
  Invoice,
  invoiceFilters,
  InvoiceList,
  invoicePath,
  InvoiceSummary,
  InvoiceTermBody,
} from './invoice-schemas.ts';
import {
  keyedOperation,
  type Answer,
  type ApiContext,
  type KeyedOperation,
  type Program,
} from './operation.ts';
import { orderPath } from './order-schemas.ts';
import { refuseCursor, requireDay } from './read-parameters.ts';
import { SAMPLE_INVOICE, SAMPLE_INVOICE_SUMMARY } from './samples.ts';

const PATH = `${API_PATH}/invoices`;
const SAMPLE_PATH = `${PATH}/${SAMPLE_INVOICE_SUMMARY.id}`;

export const INVOICE_OPERATIONS: readonly KeyedOperation[] = [
  keyedOperation({
    id: 'listInvoices',
    method: 'GET',
    path: PATH,
    scope: 'invoices:read',
    title: msg('List invoices and credit notes'),
    description: msg('Newest first. Documents that are issued meanwhile change no later page.'),
    query: invoiceFilters,
    answer: InvoiceList,
    example: `${PATH}?status=open&limit=1`,
    sample: { data: [SAMPLE_INVOICE_SUMMARY], nextCursor: null },
    async run(appContext, { status = 'all', from = '', until = '', limit, cursor = '' }) {
      if (cursor !== '' && !isInvoiceCursor(cursor)) return refuseCursor();
      requireDay('from', from);
      requireDay('until', until);
      const all = readListState(INVOICE_LIST, new URLSearchParams());
      const filters = { ...all.filters, show: status, from, until };
      const state = { ...all, filters, after: cursor };
      const { rows, next } = await readInvoicePage(appContext, state, limit);
      return { data: rows.map(describeInvoice), nextCursor: next || null };
    },
  }),
  keyedOperation({
    id: 'getInvoice',
    method: 'GET',
    path: `${PATH}/{id}`,
    scope: 'invoices:read',
    title: msg('Read an invoice or credit note'),
    description: msg(
      'Both parties, the lines and the sums by tax rate. An issued document never changes.',
    ),
    parameters: invoicePath,
    answer: Invoice,
    example: SAMPLE_PATH,
    sample: SAMPLE_INVOICE,
    async run(appContext, { id }) {
      const row = await findInvoice(appContext, id);
      return row && describeWhole(row);
    },
  }),
  keyedOperation({
    id: 'issueInvoice',
    method: 'POST',
    path: `${API_PATH}/orders/{number}/invoice`,
    scope: 'invoices:write',
    title: msg('Issue an invoice'),
    description: msg(
      'Issues the invoice of an order that has none and emails the buyer. A repeated request returns 409.',
    ),
    parameters: orderPath,
    body: { kind: 'json', schema: InvoiceTermBody, sample: { termDays: 14 } },
    answer: InvoiceSummary,
    example: `${API_PATH}/orders/E-1001/invoice`,
    sample: SAMPLE_INVOICE_SUMMARY,
    async run(appContext, { number }, program, sent: v.InferOutput<typeof InvoiceTermBody>) {
      const order = readNumber(number) ?? -1;
      const { milestone } = sent;
      await issueInvoiceOnRequest(appContext, asManager(program), order, sent.termDays, milestone);
      return readNewest(appContext, program, order);
    },
  }),
  keyedOperation({
    id: 'voidInvoice',
    method: 'POST',
    path: `${PATH}/{id}/void`,
    scope: 'invoices:write',
    title: msg('Void an invoice'),
    description: msg(
      'Issues a credit note for what is left of the invoice and emails the buyer. A repeated request returns 409.',
    ),
    parameters: invoicePath,
    answer: InvoiceSummary,
    example: `${SAMPLE_PATH}/void`,
    sample: { ...SAMPLE_INVOICE_SUMMARY, state: 'void' },
    async run(appContext, { id }, program) {
      const row = await findInvoice(appContext, id);
      if (!row) return undefined;
      if (stateOf(row.invoice) !== 'open' && stateOf(row.invoice) !== 'paid') {
        throw new RefusedError(409, t('Only an open or paid invoice can be voided.'));
      }
      const { invoice, orderNumber } = row;
      if (orderNumber === null) throw new RefusedError(409, t(ORDER_DELETED));
      const position = invoice.milestone ?? undefined;
      await voidInvoice(appContext, asManager(program), orderNumber, position);
      const voided = await findInvoice(appContext, id);
      return voided && describeInvoice(voided);
    },
  }),
];

function asManager({ name, trace }: Program) {
  return { trace, member: { program: name } };
}

/** The invoice that was issued last. */
async function readNewest(
  appContext: ApiContext,
  { name }: Program,
  order: number,
): Promise<Answer<typeof InvoiceSummary> | undefined> {
  const orderId = await findOrderOfMember(appContext.db, { program: name }, order);
  const { db, settings } = appContext;
  const documents =
    orderId === undefined ? [] : await readInvoices(db, orderId, settings.supportTimezone);
  const live = documents.findLast(({ state }) => state === 'open' || state === 'paid');
  const row = live && (await findInvoice(appContext, live.id));
  return row && describeInvoice(row);
}

type Row = Omit<NonNullable<Awaited<ReturnType<typeof findInvoice>>>, 'position'>;

function describeInvoice({ invoice, orderNumber }: Row): Answer<typeof InvoiceSummary> {
  const { id, kind, number, issuedOn, dueOn, currency, document } = invoice;
  return {
    id,
    kind,
    number,
    state: stateOf(invoice),
    order: orderNumber === null ? null : formatOrderNumber(orderNumber),
    milestone: invoice.milestone,
    issuedOn,
    dueOn,
    currency,
    net: invoice.netAmount,
    tax: invoice.taxAmount,
    gross: invoice.grossAmount,
    corrects: document.corrects?.number ?? null,
    paidAt: invoice.paidAt?.toISOString() ?? null,
  };
}

function describeWhole(row: Row): Answer<typeof Invoice> {
  const { seller, buyer, lines, taxes } = row.invoice.document;
  const describe = ({ country, taxNumber, ...party }: typeof seller) => ({
    ...party,
    country: country ?? null,
    taxNumber: taxNumber ?? null,
  });
  return {
    ...describeInvoice(row),
    seller: describe(seller),
    buyer: describe(buyer),
    lines,
    taxes,
  };
}
