import { and, asc, eq, sql } from 'drizzle-orm';
import type { Database } from '../../../platform/db/database.server.ts';
import { expressionOf, seriesYearOf } from '../../../platform/number-pattern.ts';
import { invoices, numberSeries, type DOCUMENT_KINDS } from '../tables.server.ts';

export interface Series {
  readonly kind: (typeof DOCUMENT_KINDS)[number];
  readonly pattern: string;
  readonly year: number;
}

/** Returns the first number that a series would produce although a document of any kind has it already. */
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

async function readLast(db: Database, { kind, pattern, year }: Series): Promise<number> {
  const [row] = await db
    .select({ last: numberSeries.last })
    .from(numberSeries)
    .where(and(eq(numberSeries.kind, kind), eq(numberSeries.year, seriesYearOf(pattern, year))));
  return row?.last ?? 0;
}
