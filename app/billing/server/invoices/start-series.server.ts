import { and, eq } from 'drizzle-orm';
import type { Database } from '../../../platform/db/database.server.ts';
import { formatDocumentNumber, seriesYearOf } from '../../../platform/number-pattern.ts';
import { invoices, numberSeries } from '../tables.server.ts';
import { findTakenNumber, type Series } from './find-taken-number.server.ts';

export const FIRST_NUMBER_AT_MOST = 1_000_000;

export interface SeriesStart extends Series {
  readonly first: number;
}

export type StartedSeries =
  | { readonly kind: 'started'; readonly number: string }
  /** The series has a document. */
  | { readonly kind: 'begun' }
  /** A document of another series has a number that this one would reach. */
  | { readonly kind: 'taken'; readonly number: string };

/** Returns the number of the next document if its series has none yet, and undefined once it has. */
export async function readFirstNumber(
  db: Database,
  { kind, pattern, year }: Series,
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
 * Lets a series begin at a number, for a business that has issued documents elsewhere. The caller checks the range, and
 * aborts the transaction unless the series was started.
 */
export async function startSeries(
  tx: Database,
  { kind, pattern, year, first }: SeriesStart,
): Promise<StartedSeries> {
  const seriesYear = seriesYearOf(pattern, year);
  const key = and(eq(numberSeries.kind, kind), eq(numberSeries.year, seriesYear));
  // The row is the lock of the series: a document that is being issued comes first or waits.
  await tx.insert(numberSeries).values({ kind, year: seriesYear, last: 1 }).onConflictDoNothing();
  await tx.select().from(numberSeries).where(key).for('update');
  if ((await tx.$count(invoices, isOfSeries(kind, seriesYear))) > 0) return { kind: 'begun' };
  const taken = await findTakenNumber(tx, { kind, pattern, year }, first);
  if (taken !== undefined) return { kind: 'taken', number: taken };
  await tx.delete(numberSeries).where(key);
  if (first > 1) await tx.insert(numberSeries).values({ kind, year: seriesYear, last: first - 1 });
  return { kind: 'started', number: formatDocumentNumber(pattern, year, first) };
}

const isOfSeries = (kind: SeriesStart['kind'], year: number) =>
  and(eq(invoices.kind, kind), eq(invoices.seriesYear, year));
