import { sql } from 'drizzle-orm';
import type { Database } from '../../../platform/db/database.server.ts';
import { formatDocumentNumber, seriesYearOf } from '../../../platform/number-pattern.ts';
import { numberSeries, type DOCUMENT_KINDS } from '../tables.server.ts';

export interface DrawnNumber {
  readonly number: string;
  readonly seriesYear: number;
  readonly seriesNumber: number;
}

/**
 * Draws the next number of a series. The lock of the series lasts until the transaction ends, so a transaction that
 * fails leaves no gap, and documents are issued one after the other. To keep that wait short, callers draw last.
 */
export async function drawNumber(
  tx: Database,
  kind: (typeof DOCUMENT_KINDS)[number],
  pattern: string,
  year: number,
): Promise<DrawnNumber> {
  const seriesYear = seriesYearOf(pattern, year);
  const [series] = await tx
    .insert(numberSeries)
    .values({ kind, year: seriesYear, last: 1 })
    .onConflictDoUpdate({
      target: [numberSeries.kind, numberSeries.year],
      set: { last: sql`${numberSeries.last} + 1` },
    })
    .returning();
  if (!series) throw new Error(`No number of ${kind} was drawn`);
  return {
    number: formatDocumentNumber(pattern, year, series.last),
    seriesYear,
    seriesNumber: series.last,
  };
}
