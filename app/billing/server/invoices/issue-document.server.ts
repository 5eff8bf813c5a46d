import type { Clock } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/db/database.server.ts';
import { addDays } from '../../../platform/day.ts';
import { dayOf } from '../../../platform/weekly-hours.ts';
import { assertAddsUp } from '../../invoice-document/arithmetic.ts';
import { invoices, type DOCUMENT_KINDS, type ISSUE_REASONS } from '../tables.server.ts';
import { drawNumber } from './draw-number.server.ts';
import type { IssuedDocument } from './issued-document.ts';

export type InvoiceRow = typeof invoices.$inferSelect;

export interface BillingContext {
  readonly clock: Clock;
  readonly settings: {
    readonly supportTimezone: string;
    readonly invoiceNumbers: string;
    readonly creditNoteNumbers: string;
  };
}

export interface UnissuedDocument {
  readonly kind: (typeof DOCUMENT_KINDS)[number];
  readonly reason: (typeof ISSUE_REASONS)[number];
  readonly orderId: string;
  /** The position of the invoiced milestone, or null for an order without milestones. */
  readonly milestone: number | null;
  readonly buyerEmail: string | null;
  /** The invoice that a credit note corrects. */
  readonly correctsId?: string;
  readonly refundId?: string;
  /** Days between issue and due date. */
  readonly termDays: number;
  readonly isPaid: boolean;
  readonly document: Omit<IssuedDocument, 'number' | 'issuedOn' | 'dueOn' | 'kind'>;
}

/**
 * Issues a document with the next number of its series. Must be the last step of its transaction, because the series
 * stays locked until the end. Throws an Error if the amounts do not add up.
 */
export async function issueDocument(
  tx: Database,
  { clock, settings }: BillingContext,
  unissued: UnissuedDocument,
): Promise<InvoiceRow> {
  const { kind, document, isPaid, termDays } = unissued;
  const now = clock.now();
  const issuedOn = dayOf(settings.supportTimezone, now);
  const dueOn = addDays(issuedOn, termDays);
  assertAddsUp({
    ...document,
    kind,
    issuedOn,
    dueOn,
    number: 'The document',
    corrects: document.corrects ?? undefined,
    logo: undefined,
  });
  const pattern = kind === 'invoice' ? settings.invoiceNumbers : settings.creditNoteNumbers;
  const drawn = await drawNumber(tx, kind, pattern, Number(issuedOn.slice(0, 4)));
  const [row] = await tx
    .insert(invoices)
    .values({
      ...drawn,
      kind,
      reason: unissued.reason,
      orderId: unissued.orderId,
      milestone: unissued.milestone,
      correctsId: unissued.correctsId,
      refundId: unissued.refundId,
      issuedOn,
      dueOn,
      currency: document.currency,
      netAmount: document.totals.net,
      taxAmount: document.totals.tax,
      grossAmount: document.totals.gross,
      document: { ...document, kind, number: drawn.number, issuedOn, dueOn },
      buyerEmail: unissued.buyerEmail,
      createdAt: now,
      paidAt: isPaid && kind === 'invoice' ? now : null,
    })
    .returning();
  if (!row) throw new Error(`${drawn.number} was not inserted`);
  return row;
}
