import { msg, type Sentence } from '../../i18n/translate.ts';
import { toLine } from '../../platform/shown-text.ts';
import { isDay } from '../../platform/day.ts';

/** The filters of the list. An overdue invoice is open as well. */
export const INVOICE_FILTERS = {
  all: msg('All documents'),
  open: msg('Open invoices'),
  overdue: msg('Overdue invoices'),
  paid: msg('Paid invoices'),
  void: msg('Void invoices'),
  'credit-note': msg('Credit notes'),
} as const satisfies Readonly<Record<string, Sentence>>;

export type InvoiceFilter = keyof typeof INVOICE_FILTERS;

export const INVOICE_FILTER_NAMES = Object.keys(INVOICE_FILTERS) as InvoiceFilter[];

/** The state of the list, which is in its address. */
export interface InvoiceQuery {
  readonly show: InvoiceFilter;
  /** A part of a number, of the buyer's name or of an email address, or the number of an order. */
  readonly search: string;
  /** The first and the last day of issue, or empty. */
  readonly from: string;
  readonly until: string;
  readonly after: string;
}

const SEARCH_MAX_LENGTH = 80;
const CURSOR = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z_[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;

/** The position of a document: when it was issued, and its id. */
export function isInvoiceCursor(text: string): boolean {
  return CURSOR.test(text) && !Number.isNaN(Date.parse(text.slice(0, text.indexOf('_'))));
}

/** Ignores invalid values. */
export function readInvoiceQuery(params: URLSearchParams): InvoiceQuery {
  const [show, from, until, after] = ['show', 'from', 'until', 'after'].map(
    (name) => params.get(name) ?? '',
  );
  return {
    show: INVOICE_FILTER_NAMES.find((name) => name === show) ?? 'all',
    search: toLine(params.get('q') ?? '', SEARCH_MAX_LENGTH),
    from: isDay(from ?? '') ? (from ?? '') : '',
    until: isDay(until ?? '') ? (until ?? '') : '',
    after: isInvoiceCursor(after ?? '') ? (after ?? '') : '',
  };
}

export function fieldsOfInvoices({ show, search, from, until, after }: InvoiceQuery) {
  const fields: Record<string, string> = {};
  if (show !== 'all') fields.show = show;
  if (search) fields.q = search;
  if (from) fields.from = from;
  if (until) fields.until = until;
  if (after) fields.after = after;
  return fields;
}

export function pathOfInvoices(query: InvoiceQuery): string {
  const params = new URLSearchParams(fieldsOfInvoices(query)).toString();
  return `/team/invoices${params && `?${params}`}`;
}
