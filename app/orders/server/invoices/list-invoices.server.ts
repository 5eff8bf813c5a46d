import { and, eq, gte, ilike, isNotNull, isNull, lt, lte, or, sql, type SQL } from 'drizzle-orm';
import { invoices } from '../../../billing/server/tables.server.ts';
import type { Trace } from '../../../platform/change/audit.server.ts';
import { recordAudit, type ChangeContext } from '../../../platform/change/change.server.ts';
import type { Database } from '../../../platform/db/database.server.ts';
import { writeCsv } from '../../../platform/csv.ts';
import type { Settings } from '../../../platform/settings.server.ts';
import { dayOf } from '../../../platform/weekly-hours.ts';
import type { SortOf } from '../../../platform/lists/list-state.ts';
import {
  eachBatch,
  exportList,
  isCursorOf,
  partPattern,
  readCountedPage,
  readListPage,
  type CsvColumns,
  type Keyset,
  type Slice,
} from '../../../platform/lists/read-list.server.ts';
import { toLatinDigits } from '../../../platform/latin-digits.ts';
import { INVOICE_LIST, type InvoiceFilter, type InvoiceState } from '../../protocol/invoices.ts';
import { toDecimal } from '../../protocol/money.ts';
import { formatOrderNumber, readNumber } from '../../protocol/transitions.ts';
import { INVOICE_COLUMNS, writeInvoices } from '../../protocol/write-invoices.ts';
import { orderMessage } from '../../stored-messages.ts';
import { orders } from '../tables.server.ts';
import { stateOf, toInvoiceView } from './read-invoices.server.ts';

// Nothing in this file checks access: pages and endpoints have done so.

interface InvoiceContext extends ChangeContext {
  readonly settings: Pick<Settings, 'supportTimezone'>;
}

type ReadContext = Pick<InvoiceContext, 'db' | 'clock' | 'settings'>;

/** Returns one page of the list, with the number of documents on all pages. */
export async function listInvoices(appContext: ReadContext, state: InvoiceState, perPage?: number) {
  const page = await readCountedPage(
    KEYSET,
    state,
    (slice) => readRows(appContext, state, slice),
    (limit) => countInvoices(appContext, state, limit),
    perPage,
  );
  return { ...page, rows: page.rows.map((row) => toListed(row, appContext)) };
}

export type ListedInvoice = Awaited<ReturnType<typeof listInvoices>>['rows'][number];

function countInvoices(
  appContext: ReadContext,
  state: InvoiceState,
  limit: number,
): Promise<number> {
  const { db } = appContext;
  const found = db
    .select({ id: invoices.id })
    .from(invoices)
    .leftJoin(orders, eq(orders.id, invoices.orderId))
    .where(isShown(state, todayOf(appContext)))
    .limit(limit);
  return db.$count(found.as('found'));
}

const CELLS: CsvColumns<typeof INVOICE_LIST, ListedInvoice> = {
  number: {
    Number: ({ number }) => number,
    Kind: ({ kind }) => kind,
    State: ({ state }) => state,
  },
  buyer: { Buyer: ({ buyer }) => buyer },
  email: { Email: ({ email }) => email ?? '' },
  order: { Order: ({ order }) => order ?? '' },
  issued: { Issued: ({ issuedOn }) => issuedOn },
  due: {
    Due: ({ kind, dueOn }) => (kind === 'invoice' ? dueOn : ''),
    'Paid later on': ({ payment }) => payment?.day ?? '',
    'Paid later': ({ payment, currency }) =>
      payment ? { number: toDecimal(payment.amount, currency) } : '',
  },
  amount: {
    Amount: ({ kind, amount, currency }) => ({
      number: toDecimal(kind === 'credit-note' ? -amount : amount, currency),
    }),
    Currency: ({ currency }) => currency,
  },
};

/** Exports the shown columns of the list as CSV. Throws {@link RefusedError} 400 for too many documents. */
export async function exportInvoices(
  appContext: InvoiceContext,
  trace: Trace,
  state: InvoiceState,
): Promise<string> {
  const { body, rows } = await exportList(INVOICE_LIST, CELLS, KEYSET, state, async (slice) =>
    (await readRows(appContext, state, slice)).map((row) => toListed(row, appContext)),
  );
  await recordExport(appContext, trace, rows);
  return body;
}

/**
 * Exports the filtered list for the accounts: one line per tax rate of a document, the oldest first. Throws
 * {@link RefusedError} 400 for too many documents.
 */
export async function exportTaxes(
  appContext: InvoiceContext,
  trace: Trace,
  state: InvoiceState,
  batchSize?: number,
): Promise<string> {
  let body = writeCsv([INVOICE_COLUMNS]);
  const read = (slice: Slice) => readRows(appContext, state, slice);
  const write = (rows: readonly Row[]) => {
    body += writeInvoices(
      rows.map(({ invoice, orderNumber, corrects }) => ({
        document: invoice.document,
        order: orderNumber === null ? '' : formatOrderNumber(orderNumber),
        email: invoice.buyerEmail,
        state: stateOf(invoice),
        paidAt: invoice.paidAt?.toISOString() ?? '',
        corrects,
      })),
    );
  };
  const oldestFirst = { ...state, sort: 'issued', isDescending: false } as const;
  await recordExport(
    appContext,
    trace,
    await eachBatch(KEYSET, oldestFirst, read, write, batchSize),
  );
  return body;
}

async function recordExport(appContext: InvoiceContext, trace: Trace, rows: number): Promise<void> {
  const detail = orderMessage('orders.invoices-exported', { rows });
  await recordAudit(appContext, trace, 'invoices-exported', { detail });
}

/** Reads one document with the number of its order, which is null after a reset. */
export async function findInvoice({ db }: Pick<ReadContext, 'db'>, id: string) {
  const [row] = await select(db).where(eq(invoices.id, id));
  return row;
}

/** Reads one page of documents as they are stored. */
export function readInvoicePage(appContext: ReadContext, state: InvoiceState, limit: number) {
  return readListPage(KEYSET, state, limit, (slice) => readRows(appContext, state, slice));
}

export const isInvoiceCursor = (cursor: string) => isCursorOf(KEYSET, 'issued', cursor);

const KEYSET: Keyset<SortOf<typeof INVOICE_LIST>> = {
  keys: {
    issued: { value: invoices.createdAt, kind: 'timestamptz' },
    due: { value: invoices.dueOn, kind: 'text' },
  },
  id: { value: invoices.id, kind: 'uuid' },
};

function readRows(
  { db, clock, settings }: ReadContext,
  state: InvoiceState,
  { where, orderBy, limit, position }: Slice,
) {
  return select(db, position)
    .where(and(isShown(state, todayOf({ clock, settings })), where))
    .orderBy(...orderBy)
    .limit(limit);
}

function select(db: Database, position: SQL<string> = sql<string>`''`) {
  return db
    .select({
      invoice: invoices,
      orderNumber: orders.number,
      corrects: sql<string | null>`${invoices.document} -> 'corrects' ->> 'number'`,
      position,
    })
    .from(invoices)
    .leftJoin(orders, eq(orders.id, invoices.orderId))
    .$dynamic();
}

type Row = Awaited<ReturnType<typeof readRows>>[number];

function toListed(
  { invoice, orderNumber, position }: Row,
  { clock, settings }: Pick<ReadContext, 'clock' | 'settings'>,
) {
  const view = toInvoiceView(invoice, settings.supportTimezone);
  return {
    ...view,
    order: orderNumber === null ? null : formatOrderNumber(orderNumber),
    buyer: invoice.document.buyer.name,
    email: invoice.buyerEmail,
    currency: invoice.document.currency,
    isOverdue: view.state === 'open' && view.dueOn < todayOf({ clock, settings }),
    position,
  };
}

const todayOf = ({ clock, settings }: Pick<ReadContext, 'clock' | 'settings'>) =>
  dayOf(settings.supportTimezone, clock.now());

function isShown({ filters }: InvoiceState, today: string): SQL | undefined {
  const { show, q, from, until } = filters;
  return and(
    isOfKind(show, today),
    q === '' ? undefined : isSearchedInvoice(q),
    from === '' ? undefined : gte(invoices.issuedOn, from),
    until === '' ? undefined : lte(invoices.issuedOn, until),
  );
}

function isOfKind(show: InvoiceFilter, today: string): SQL | undefined {
  const unpaid = and(
    eq(invoices.kind, 'invoice'),
    isNull(invoices.paidAt),
    isNull(invoices.voidedAt),
  );
  switch (show) {
    case 'open':
      return unpaid;
    case 'overdue':
      return and(unpaid, lt(invoices.dueOn, today));
    case 'paid':
      return and(isNotNull(invoices.paidAt), isNull(invoices.voidedAt));
    case 'void':
      return isNotNull(invoices.voidedAt);
    case 'credit-note':
      return eq(invoices.kind, 'credit-note');
    default:
      show satisfies 'all';
      return undefined;
  }
}

/** The condition of a search by number, buyer or order on the tables `invoices` and `orders`. */
export function isSearchedInvoice(search: string): SQL | undefined {
  const part = partPattern(search);
  const number = readNumber(toLatinDigits(search));
  return or(
    ilike(invoices.number, part),
    ilike(invoices.buyerEmail, part),
    sql`${invoices.document} -> 'buyer' ->> 'name' ilike ${part}`,
    number === undefined ? undefined : eq(orders.number, number),
  );
}
