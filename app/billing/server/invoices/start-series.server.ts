import { and, eq } from 'drizzle-orm';
import type { Database } from '../../../platform/db/database.server.ts';
import { formatDocumentNumber, seriesYearOf } from '../../../platform/number-pattern.ts';
import { invoices, numberSeries, type DOCUMENT_KINDS } from '../tables.server.ts';

export const FIRST_NUMBER_AT_MOST = 1_000_000;

export interface SeriesStart {
  readonly kind: (typeof DOCUMENT_KINDS)[number];
  readonly pattern: string;
  readonly year: number;
  readonly first: number;
}

/** Returns the number of the next document if its series has none yet, and undefined once it has. */
export async function readFirstNumber(
  db: Database,
  { kind, pattern, year }: Omit<SeriesStart, 'first'>,
): Promise<number | undefined> {
  const seriesYear = seriesYearOf(pattern, year);
  const isBegun = await db.$count(invoices, isOfSeries(kind, seriesYear));
  if (isBegun > 0) return undefined;
  const [series] = await db
    .select({ last: numberSeries.last })
    .from(numberSeries)
    .where(and(eq(numberSeries.kind, kind), eq(numberSeries.year, seriesYear)));
  return (series?.last ?? 0) + 1;
}

/**
 * Lets a series begin at a number, for a business that has issued documents elsewhere. Returns the formatted number, or
 * undefined if the series has a document already. The caller checks the range.
 */
export async function startSeries(
  tx: Database,
  { kind, pattern, year, first }: SeriesStart,
): Promise<string | undefined> {
  const seriesYear = seriesYearOf(pattern, year);
  const key = and(eq(numberSeries.kind, kind), eq(numberSeries.year, seriesYear));
  // The row is the lock of the series: a document that is being issued comes first or waits.
  await tx.insert(numberSeries).values({ kind, year: seriesYear, last: 1 }).onConflictDoNothing();
  await tx.select().from(numberSeries).where(key).for('update');
  if ((await tx.$count(invoices, isOfSeries(kind, seriesYear))) > 0) return undefined;
  await tx.delete(numberSeries).where(key);
  if (first > 1) await tx.insert(numberSeries).values({ kind, year: seriesYear, last: first - 1 });
  return formatDocumentNumber(pattern, year, first);
}

const isOfSeries = (kind: SeriesStart['kind'], year: number) =>
  and(eq(invoices.kind, kind), eq(invoices.seriesYear, year));
