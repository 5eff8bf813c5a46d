import { randomUUID } from 'node:crypto';
import type { Database } from '../../platform/db/database.server.ts';
import { ledger } from '../tables.server.ts';
import type { Way } from './ways.ts';

/**
 * The accounts: what came in by each way; what buyers have paid for; what was paid and is held; what buyers
 * may spend; what a bank took back although the buyer had been given it as credit.
 */
export type Account = `received:${Way}` | 'orders' | 'held' | 'credit' | 'losses';

interface Booking {
  /** What it is for: the same is booked once, the second time is refused by the database. */
  readonly key: string;
  readonly from: Account;
  readonly to: Account;
  readonly amount: number;
  readonly currency: string;
  readonly orderId: string | null;
}

/** Moves money from one account to another: two sides that add up to nothing. */
export async function book(
  tx: Database,
  at: Date,
  { key, from, to, amount, currency, orderId }: Booking,
): Promise<void> {
  const bookingId = randomUUID();
  const common = { bookingId, key, currency, orderId, at };
  await tx.insert(ledger).values([
    { ...common, side: 1, account: from, amount: -amount },
    { ...common, side: 2, account: to, amount },
  ]);
}
