import { and, asc, eq } from 'drizzle-orm';
import type { InvoiceRenderer } from '../../../billing/invoice-document/render-invoice-pdf.server.ts';
import { readShopLogo } from '../../../billing/server/invoices/shop-logo.server.ts';
import { invoices } from '../../../billing/server/tables.server.ts';
import { speechIn } from '../../../i18n/translate.ts';
import type { Database } from '../../../platform/db/database.server.ts';
import type { FileStore } from '../../../platform/files/store/file-store.server.ts';
import type { Settings } from '../../../platform/settings.server.ts';
import { dayOf } from '../../../platform/weekly-hours.ts';
import type { InvoiceView } from '../../protocol/order-view.ts';

type InvoiceRow = typeof invoices.$inferSelect;

/** Reads the documents of an order, the oldest first. Does not check access. */
export async function readInvoices(
  db: Database,
  orderId: string,
  timeZone: string,
): Promise<InvoiceView[]> {
  const rows = await db
    .select()
    .from(invoices)
    .where(eq(invoices.orderId, orderId))
    .orderBy(asc(invoices.createdAt), asc(invoices.seriesNumber));
  return rows.map((row) => toInvoiceView(row, timeZone));
}

export function toInvoiceView(row: InvoiceRow, timeZone: string): InvoiceView {
  const { id, kind, milestone, number, issuedOn, dueOn, grossAmount, paidAt } = row;
  const { due } = row.document.totals;
  return {
    id,
    kind,
    milestone,
    number,
    issuedOn,
    dueOn,
    amount: grossAmount,
    state: stateOf(row),
    payment: paidAt !== null && due > 0 ? { day: dayOf(timeZone, paidAt), amount: due } : null,
  };
}

export function stateOf({
  kind,
  paidAt,
  voidedAt,
}: Pick<InvoiceRow, 'kind' | 'paidAt' | 'voidedAt'>): InvoiceView['state'] {
  if (kind === 'credit-note') return 'credited';
  if (voidedAt !== null) return 'void';
  return paidAt === null ? 'open' : 'paid';
}

interface RenderContext {
  readonly db: Database;
  readonly settings: Pick<Settings, 'brandName' | 'formats'>;
  readonly invoiceRenderer: InvoiceRenderer;
  readonly catalogue: { readonly words: { logo(): { readonly id: string } | undefined } };
  readonly files: { readonly store: Pick<FileStore, 'open'> };
}

/** Renders a document as a PDF. Undefined if it does not exist or belongs to another order. Does not check access. */
export async function renderInvoice(
  { db, settings, invoiceRenderer, catalogue, files }: RenderContext,
  invoiceId: string,
  orderId?: string,
): Promise<{ readonly name: string; readonly body: Uint8Array<ArrayBuffer> } | undefined> {
  const [row] = await db
    .select()
    .from(invoices)
    .where(
      and(
        eq(invoices.id, invoiceId),
        orderId === undefined ? undefined : eq(invoices.orderId, orderId),
      ),
    );
  if (!row) return undefined;
  const { document, number } = row;
  const body = await invoiceRenderer.renderInvoicePdf(
    {
      ...document,
      corrects: document.corrects ?? undefined,
      logo: await readShopLogo({
        store: files.store,
        logo: catalogue.words.logo(),
        brandName: settings.brandName,
      }),
    },
    speechIn(document.language, settings.formats).formats,
  );
  return { name: `${number.replaceAll(/[/\\ ]/g, '-')}.pdf`, body };
}
