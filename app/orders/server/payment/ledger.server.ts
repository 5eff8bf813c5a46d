import { randomUUID } from 'node:crypto';
import type { Database } from '../../../platform/db/database.server.ts';
import { ledger } from '../tables.server.ts';
import type { PaymentMethod } from '../../protocol/payment-methods.ts';

/**
 * The accounts: received money per payment method, buyers' orders without and their tax, held payments, buyers' credit, and losses
 * (money that a bank took back although the buyer had received it as credit).
 */
export type Account = `received:${PaymentMethod}` | 'orders' | 'tax' | 'held' | 'credit' | 'losses';

interface Booking {
  /** The unique key of a booking. The database refuses a second booking with the same key. */
  readonly key: string;
  readonly from: Account;
  readonly to: Account;
  readonly amount: number;
  readonly currency: string;
  readonly orderId: string | null;
}

/** Moves money between accounts as a double entry whose sides add up to zero. */
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
