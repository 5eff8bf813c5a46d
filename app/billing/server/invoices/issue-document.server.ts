import type { Clock } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/db/database.server.ts';
import { addDays } from '../../../platform/day.ts';
import type { Log } from '../../../platform/log.server.ts';
import { dayOf } from '../../../platform/weekly-hours.ts';
import { assertAddsUp } from '../../invoice-document/arithmetic.ts';
import { invoices, type DOCUMENT_KINDS, type ISSUE_REASONS } from '../tables.server.ts';
import { drawNumber } from './draw-number.server.ts';
import type { IssuedDocument } from './issued-document.ts';

export type InvoiceRow = typeof invoices.$inferSelect;

export interface BillingContext {
  readonly clock: Clock;
  readonly log: Pick<Log, 'error'>;
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
 * stays locked until the end. If another document has the number, as after a change of the pattern in the environment,
 * a counter is appended, because money that moved must be booked. Throws an Error if the amounts do not add up.
 */
export async function issueDocument(
  tx: Database,
  { clock, log, settings }: BillingContext,
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
  for (let copy = 1; ; copy += 1) {
    const number = copy === 1 ? drawn.number : `${drawn.number}-${copy}`;
    // oxlint-disable-next-line no-await-in-loop -- the next number is tried only if this one exists
    const [row] = await tx
      .insert(invoices)
      .values({
        ...drawn,
        number,
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
        document: { ...document, kind, number, issuedOn, dueOn },
        buyerEmail: unissued.buyerEmail,
        createdAt: now,
        paidAt: isPaid && kind === 'invoice' ? now : null,
      })
      // Waits for a transaction that is inserting the same number.
      .onConflictDoNothing({ target: invoices.number })
      .returning();
    if (row) return row;
    log.error({ number, pattern }, 'Another document has this number: change the pattern');
  }
}
