import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import type { Database } from '../../../platform/db/database.server.ts';
import {
  expressionOf,
  formatDocumentNumber,
  seriesYearOf,
} from '../../../platform/number-pattern.ts';
import { invoices, numberSeries, type DOCUMENT_KINDS } from '../tables.server.ts';

export interface Series {
  readonly kind: (typeof DOCUMENT_KINDS)[number];
  readonly pattern: string;
  readonly year: number;
}

/** The settings with a pattern, and the documents that they number. */
export const NUMBER_SETTINGS = {
  INVOICE_NUMBERS: { kind: 'invoice', pattern: 'invoiceNumbers' },
  CREDIT_NOTE_NUMBERS: { kind: 'credit-note', pattern: 'creditNoteNumbers' },
} as const;

const NUMBERS_AHEAD = 1000;

/**
 * Returns the first number that a series would produce although a document of any kind has it already.
 * It reads every document.
 */
export async function findTakenNumber(
  db: Database,
  series: Series,
  first?: number,
): Promise<string | undefined> {
  const next = first ?? (await readLast(db, series)) + 1;
  const expression = expressionOf(series.pattern, series.year);
  // PostgreSQL returns null for a text that does not match, so no cast can fail.
  const counted = sql`substring(${invoices.number} from ${expression}::text)::numeric`;
  const [taken] = await db
    .select({ number: invoices.number })
    .from(invoices)
    .where(sql`${counted} >= ${next}`)
    .orderBy(asc(counted))
    .limit(1);
  return taken?.number;
}

/** Returns the first of the next thousand numbers of a series that a document has. It reads no other documents. */
export async function findNearTakenNumber(
  db: Database,
  series: Series,
): Promise<string | undefined> {
  const last = await readLast(db, series);
  const next = Array.from({ length: NUMBERS_AHEAD }, (_, index) =>
    formatDocumentNumber(series.pattern, series.year, last + 1 + index),
  );
  const rows = await db
    .select({ number: invoices.number })
    .from(invoices)
    .where(inArray(invoices.number, next));
  const taken = new Set(rows.map(({ number }) => number));
  return next.find((number) => taken.has(number));
}

async function readLast(db: Database, { kind, pattern, year }: Series): Promise<number> {
  const [row] = await db
    .select({ last: numberSeries.last })
    .from(numberSeries)
    .where(and(eq(numberSeries.kind, kind), eq(numberSeries.year, seriesYearOf(pattern, year))));
  return row?.last ?? 0;
}
