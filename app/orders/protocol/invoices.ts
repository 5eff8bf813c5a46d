import { msg, type Sentence } from '../../i18n/translate.ts';
import {
  dayFilter,
  lineOf,
  oneOf,
  type ListShape,
  type ListState,
} from '../../platform/lists/list-state.ts';

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

export const INVOICE_FILTER_NAMES = Object.keys(INVOICE_FILTERS) as [
  InvoiceFilter,
  ...InvoiceFilter[],
];

export const INVOICE_LIST = {
  path: '/team/invoices',
  columns: {
    number: { label: msg('Document') },
    buyer: { label: msg('Buyer') },
    email: { label: msg('Email'), isOptional: true },
    order: { label: msg('Order') },
    issued: { label: msg('Issued'), sort: 'descending' },
    due: { label: msg('Due'), sort: 'ascending' },
    amount: { label: msg('Amount'), isNumber: true },
  },
  filters: {
    show: oneOf(INVOICE_FILTER_NAMES),
    /** A part of a number, of the buyer's name or of an email address, or the number of an order. */
    q: lineOf(80),
    /** The first and the last day of issue, or ''. */
    from: dayFilter,
    until: dayFilter,
  },
  sort: '-issued',
} as const satisfies ListShape;

export type InvoiceState = ListState<typeof INVOICE_LIST>;
