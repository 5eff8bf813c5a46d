import { eq } from 'drizzle-orm';
import type { Database } from '../../platform/db/database.server.ts';
import { orders } from '../tables.server.ts';
import { sayNumber } from './transitions.ts';

/** The number of the order that an accepted offer became. */
export async function readNumberOfOffer(
  db: Database,
  offerId: string,
): Promise<string | undefined> {
  const [row] = await db
    .select({ number: orders.number })
    .from(orders)
    .where(eq(orders.offerId, offerId));
  return row && sayNumber(row.number);
}
