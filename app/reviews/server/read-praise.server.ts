import { and, desc, gte, sql } from 'drizzle-orm';
import type { Database } from '../../platform/db/database.server.ts';
import { publishedReviews } from './tables.server.ts';

export interface Praise {
  readonly id: string;
  readonly name: string;
  readonly rating: number;
  readonly text: string;
  readonly section: string;
  readonly slug: string;
}

/** These lengths are long enough to be meaningful and short enough to be read in passing. */
const LENGTHS = [30, 220] as const;

export async function readPraise(db: Database, count: number): Promise<Praise[]> {
  const { id, name, rating, text, section, serviceSlug, createdAt } = publishedReviews;
  const rows = await db
    .select({ id, name, rating, text, section, slug: serviceSlug })
    .from(publishedReviews)
    .where(and(gte(rating, 4), sql`length(${text}) between ${LENGTHS[0]} and ${LENGTHS[1]}`))
    .orderBy(desc(createdAt), desc(id))
    .limit(count);
  return rows.flatMap((row) =>
    row.rating === null || row.text === null
      ? []
      : [{ ...row, rating: row.rating, text: row.text }],
  );
}
