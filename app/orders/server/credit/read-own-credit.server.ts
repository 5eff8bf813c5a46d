import { and, asc, eq, gt, sum } from 'drizzle-orm';
import type { Database } from '../../../platform/db/database.server.ts';
import { confirmedEmail } from '../order/read-own-orders.server.ts';
import { credits } from '../tables.server.ts';
import type { Currency } from '../../../platform/currencies.ts';

/** The available credit in one currency. `amount` is in the currency's smallest units. */
export interface OwnCredit {
  readonly currency: Currency;
  readonly amount: number;
}

/**
 * Returns the credit of the conversation's email address if this browser has verified the address, or an empty
 * list otherwise.
 */
export async function readOwnCredit(
  db: Database,
  browserId: string,
  conversationId: string,
): Promise<OwnCredit[]> {
  const email = await confirmedEmail(db, browserId, conversationId);
  if (email === undefined) return [];
  const rows = await db
    .select({ currency: credits.currency, amount: sum(credits.left) })
    .from(credits)
    .where(and(eq(credits.email, email), gt(credits.left, 0)))
    .groupBy(credits.currency)
    .orderBy(asc(credits.currency));
  return rows.map(({ currency, amount }) => ({ currency, amount: Number(amount) }));
}
