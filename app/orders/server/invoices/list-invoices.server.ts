import {
  and,
  desc,
  eq,
  gte,
  ilike,
  isNotNull,
  isNull,
  lt,
  lte,
  or,
  sql,
  type SQL,
} from 'drizzle-orm';
import { invoices } from '../../../billing/server/tables.server.ts';
import { t } from '../../../i18n/translate.ts';
import type { Trace } from '../../../platform/change/audit.server.ts';
import { recordAudit, type ChangeContext } from '../../../platform/change/change.server.ts';
import type { Database } from '../../../platform/db/database.server.ts';
import { writeCsv } from '../../../platform/csv.ts';
import { RefusedError } from '../../../platform/errors.ts';
import type { Settings } from '../../../platform/settings.server.ts';
import { dayOf } from '../../../platform/weekly-hours.ts';
import type { InvoiceFilter, InvoiceQuery } from '../../protocol/invoices.ts';
import { formatOrderNumber, readNumber } from '../../protocol/transitions.ts';
import { INVOICE_COLUMNS, writeInvoices } from '../../protocol/write-invoices.ts';
import { orderMessage } from '../../stored-messages.ts';
import { orders } from '../tables.server.ts';
import { stateOf } from './read-invoices.server.ts';

// Nothing in this file checks access: pages and endpoints have done so.

const INVOICES_PER_PAGE = 50;
const EXPORT_AT_MOST = 50_000;
/** A document has all its lines and both parties: thousands of them would fill the memory. */
const EXPORT_BATCH = 500;

interface InvoiceContext extends ChangeContext {
  readonly settings: Pick<Settings, 'supportTimezone'>;
}

type ReadContext = Pick<InvoiceContext, 'db' | 'clock' | 'settings'>;

/** Returns one page, the newest first. A cursor skips and repeats nothing while documents are issued. */
export async function listInvoices(
  appContext: ReadContext,
  query: InvoiceQuery,
  perPage = INVOICES_PER_PAGE,
) {
  const { rows, next } = await readInvoicePage(appContext, query, perPage);
  const today = todayOf(appContext);
  return {
    invoices: rows.map(({ invoice, orderNumber }) => ({
      id: invoice.id,
      kind: invoice.kind,
      number: invoice.number,
      order: formatOrderNumber(orderNumber),
      milestone: invoice.milestone,
      buyer: invoice.document.buyer.name,
      issuedOn: invoice.issuedOn,
      dueOn: invoice.dueOn,
      amount: invoice.grossAmount,
      currency: invoice.document.currency,
      state: stateOf(invoice),
      isOverdue: isOpen(invoice) && invoice.dueOn < today,
    })),
    next,
    all: await appContext.db.$count(invoices),
  };
}

export type ListedInvoice = Awaited<ReturnType<typeof listInvoices>>['invoices'][number];

/**
 * Exports the filtered list as CSV with one line per tax rate of a document, and records the export in the audit log.
 * Throws {@link RefusedError} 400 for too many documents.
 */
export async function exportInvoices(
  appContext: InvoiceContext,
  trace: Trace,
  query: InvoiceQuery,
  batchSize = EXPORT_BATCH,
): Promise<string> {
  const batches: string[] = [];
  let count = 0;
  let after = '';
  do {
    const { rows, next } = await readInvoicePage(appContext, { ...query, after }, batchSize);
    count += rows.length;
    if (count > EXPORT_AT_MOST) {
      throw new RefusedError(
        400,
        t('There are too many documents for one file. Choose fewer days.'),
      );
    }
    batches.push(
      writeInvoices(
        rows.toReversed().map(({ invoice, orderNumber, corrects }) => ({
          document: invoice.document,
          order: formatOrderNumber(orderNumber),
          email: invoice.buyerEmail,
          state: stateOf(invoice),
          paidAt: invoice.paidAt?.toISOString() ?? '',
          corrects,
        })),
      ),
    );
    after = next;
  } while (after !== '');
  const detail = orderMessage('orders.invoices-exported', { rows: count });
  await recordAudit(appContext, trace, 'invoices-exported', { detail });
  // The oldest first, as accountants read them.
  return `${writeCsv([INVOICE_COLUMNS])}${batches.toReversed().join('')}`;
}

/** Reads one document with the number of its order. */
export async function findInvoice({ db }: Pick<ReadContext, 'db'>, id: string) {
  const [row] = await select(db).where(eq(invoices.id, id));
  return row;
}

/** Reads one page of documents as they are stored. */
export async function readInvoicePage(appContext: ReadContext, query: InvoiceQuery, limit: number) {
  const rows = await readRows(appContext, query, limit + 1);
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  return {
    rows: shown,
    next: rows.length > limit && last ? cursorOf(last) : '',
  };
}

function cursorOf({ invoice }: { readonly invoice: typeof invoices.$inferSelect }): string {
  return `${invoice.createdAt.toISOString()}_${invoice.id}`;
}

function readRows({ db, clock, settings }: ReadContext, query: InvoiceQuery, limit: number) {
  return select(db)
    .where(and(isShown(query, todayOf({ clock, settings })), isAfter(query)))
    .orderBy(desc(invoices.createdAt), desc(invoices.id))
    .limit(limit);
}

function select(db: Database) {
  return db
    .select({
      invoice: invoices,
      orderNumber: orders.number,
      corrects: sql<string | null>`${invoices.document} -> 'corrects' ->> 'number'`,
    })
    .from(invoices)
    .innerJoin(orders, eq(orders.id, invoices.orderId))
    .$dynamic();
}

const todayOf = ({ clock, settings }: Pick<ReadContext, 'clock' | 'settings'>) =>
  dayOf(settings.supportTimezone, clock.now());

const isOpen = ({ kind, paidAt, voidedAt }: typeof invoices.$inferSelect) =>
  kind === 'invoice' && paidAt === null && voidedAt === null;

function isAfter({ after }: InvoiceQuery): SQL | undefined {
  const [moment, id] = after.split('_');
  if (!moment || !id) return undefined;
  return sql`(${invoices.createdAt}, ${invoices.id}) < (${moment}::timestamptz, ${id}::uuid)`;
}

function isShown({ show, search, from, until }: InvoiceQuery, today: string): SQL | undefined {
  return and(
    isOfKind(show, today),
    search === '' ? undefined : isSearched(search),
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

function isSearched(search: string): SQL | undefined {
  const part = `%${search.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
  const number = readNumber(search);
  return or(
    ilike(invoices.number, part),
    ilike(invoices.buyerEmail, part),
    sql`${invoices.document} -> 'buyer' ->> 'name' ilike ${part}`,
    number === undefined ? undefined : eq(orders.number, number),
  );
}
