import { sql, type SQL } from 'drizzle-orm';
import type { Database } from '../../../platform/db/database.server.ts';
import { foldText } from '../../../platform/fold-text.ts';

interface Listed {
  readonly where: SQL;
  readonly pick: SQL;
}

/** Must equal the length of the n-grams in the database function `address_parts`. */
const PIECE_LENGTH = 3;

/** The number of visitors that are scanned before the n-gram index is used. */
const LOOKED_THROUGH = 500;

/**
 * Returns the first visitors of a list whose address or name contains this part. A frequent part is found by
 * scanning the start of the list, a rare one through the n-gram index, so neither search reads all visitors.
 */
export async function findByAddress(
  db: Database,
  { where, pick }: Listed,
  part: string,
  limit: number,
): Promise<string[]> {
  const wanted = part.toLowerCase();
  const folded = foldText(part);
  const pattern = patternOf(wanted);
  const namePattern = patternOf(folded);
  const { rows: first } = await db.execute<{ found: string[]; looked: number }>(sql`
    select count(*)::int as looked, coalesce(
      array_agg(listed.id order by listed.place)
        filter (where listed.email like ${pattern} or p.names like ${namePattern}), '{}') as found
    from (select v.id, v.email, row_number() over (order by ${pick}) as place
      from visitors v where ${where} order by ${pick} limit ${LOOKED_THROUGH}) listed
    cross join lateral (
      -- By its key: so few are not worth reading all pieces of all addresses for.
      select names from visitor_address_parts where visitor_id = listed.id offset 0
    ) p`);
  const { found, looked } = first[0]!;
  if (found.length >= limit || looked < LOOKED_THROUGH) return found.slice(0, limit);
  const { rows } = await db.execute<{ id: string }>(sql`
    with candidates as materialized (
      select visitor_id, names from visitor_address_parts where parts @> ${sql.param(piecesOf(wanted))}::text[]
        or parts @> ${sql.param(piecesOf(folded))}::text[]
    )
    select v.id from visitors v join candidates on candidates.visitor_id = v.id
    where ${where} and (v.email like ${pattern} or candidates.names like ${namePattern}) order by ${pick} limit ${limit}`);
  return rows.map(({ id }) => id);
}

const patternOf = (part: string) => `%${part.replace(/[\\%_]/g, String.raw`\$&`)}%`;

function piecesOf(part: string): string[] {
  const letters = Array.from(part);
  if (letters.length <= PIECE_LENGTH) return [part];
  const pieces = letters.map((_, at) => letters.slice(at, at + PIECE_LENGTH).join(''));
  return [...new Set(pieces.slice(0, 1 - PIECE_LENGTH))];
}
