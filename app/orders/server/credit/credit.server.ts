import { and, asc, eq, gt, sum as sumOf } from 'drizzle-orm';
import type { Database } from '../../../platform/db/database.server.ts';
import { creditUses, credits, type OrderRow } from '../tables.server.ts';
import { confirmedEmail } from '../../../chat/server/email-verification/is-confirmed.server.ts';
import type { Currency } from '../../../platform/currencies.ts';
import type { PaymentMethod } from '../../protocol/payment-methods.ts';
import { smallestTaken } from '../payment/accepted-amounts.ts';

/**
 * Spends the credit of an email address on a sum of an order, the oldest first, and returns the amount spent. Credit stays
 * unspent where none of the payment methods would take the rest of the sum. Row locks prevent two concurrent orders from
 * spending the same credit.
 */
export async function spendCredit(
  tx: Database,
  order: OrderRow,
  sum: number,
  email: string,
  methods: readonly PaymentMethod[],
): Promise<number> {
  const found = await tx
    .select()
    .from(credits)
    .where(and(eq(credits.email, email), eq(credits.currency, order.currency), gt(credits.left, 0)))
    .orderBy(asc(credits.createdAt), asc(credits.id))
    .for('update');
  const all = found.reduce((left, credit) => left + credit.left, 0);
  const spent = spendable(methods, sum, all, order.currency);
  let wanted = spent;
  for (const credit of found) {
    const amount = Math.min(credit.left, wanted);
    if (amount === 0) break;
    // oxlint-disable-next-line no-await-in-loop -- one transaction does one thing at a time
    await tx.insert(creditUses).values({ creditId: credit.id, orderId: order.id, amount });
    // oxlint-disable-next-line no-await-in-loop -- as above
    await tx
      .update(credits)
      .set({ left: credit.left - amount })
      .where(eq(credits.id, credit.id));
    wanted -= amount;
  }
  return spent;
}

function spendable(
  methods: readonly PaymentMethod[],
  sum: number,
  credit: number,
  currency: Currency,
): number {
  if (credit === 0 || credit >= sum) return Math.min(credit, sum);
  const rest = smallestTaken(methods, sum - credit, currency);
  return rest === undefined || rest > sum ? credit : sum - rest;
}

export async function returnCredit(tx: Database, orderId: string): Promise<number> {
  const used = await tx
    .delete(creditUses)
    .where(eq(creditUses.orderId, orderId))
    .returning({ creditId: creditUses.creditId, amount: creditUses.amount });
  let returned = 0;
  for (const { creditId, amount } of used) {
    // oxlint-disable-next-line no-await-in-loop -- one transaction does one thing at a time
    const [credit] = await tx
      .select({ left: credits.left })
      .from(credits)
      .where(eq(credits.id, creditId))
      .for('update');
    if (!credit) continue;
    // oxlint-disable-next-line no-await-in-loop -- as above
    await tx
      .update(credits)
      .set({ left: credit.left + amount })
      .where(eq(credits.id, creditId));
    returned += amount;
  }
  return returned;
}

/** The available credit in one currency. `amount` is in the currency's smallest units. */
interface OwnCredit {
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
    .select({ currency: credits.currency, amount: sumOf(credits.left) })
    .from(credits)
    .where(and(eq(credits.email, email), gt(credits.left, 0)))
    .groupBy(credits.currency)
    .orderBy(asc(credits.currency));
  return rows.map(({ currency, amount }) => ({ currency, amount: Number(amount) }));
}
