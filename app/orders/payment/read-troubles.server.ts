import { say } from '../../platform/say.ts';
import { retellAny } from '../../platform/retell.ts';
import { desc, eq } from 'drizzle-orm';
import type { Database } from '../../platform/db/database.server.ts';
import type { Member } from '../../team/members/member.ts';
import { may } from '../../team/members/permissions.ts';
import { sayNumber } from '../order/transitions.ts';
import { differences, orders, payments } from '../tables.server.ts';
import { isCurrency } from '../../platform/currencies.ts';
import { formatMoney } from '../wire/money.ts';

/** Nobody should ever see as many. */
const SHOWN = 100;

/** What somebody has to look into: money that fits no order, and what providers and books say differently. */
export interface PaymentTroubles {
  readonly held: readonly HeldPayment[];
  readonly differences: readonly {
    readonly way: string;
    readonly reference: string;
    readonly what: string;
    readonly foundAt: string;
  }[];
}

export interface HeldPayment {
  readonly id: string;
  readonly order: string | null;
  readonly reference: string;
  /** In words; as it came where the currency is none of ours. */
  readonly amount: string;
  readonly because: string;
  readonly at: string;
}

/** For managers and admins; nothing for others. */
export async function readTroubles(db: Database, member: Member): Promise<PaymentTroubles> {
  if (!may(member, 'manage-orders')) return { held: [], differences: [] };
  const [held, found] = await Promise.all([
    db
      .select({ payment: payments, number: orders.number })
      .from(payments)
      .leftJoin(orders, eq(orders.id, payments.orderId))
      .where(eq(payments.state, 'held'))
      .orderBy(desc(payments.createdAt))
      .limit(SHOWN),
    db.select().from(differences).orderBy(desc(differences.foundAt)).limit(SHOWN),
  ]);
  return {
    held: held.map(({ payment, number }) => ({
      id: payment.id,
      order: number === null ? null : sayNumber(number),
      reference: payment.reference,
      amount: isCurrency(payment.currency)
        ? formatMoney(payment.amount, payment.currency)
        : say('{amount} smallest units of {currency}', {
            amount: payment.amount,
            currency: payment.currency,
          }),
      because: retellAny(payment.heldBecause ?? ''),
      at: payment.createdAt.toISOString(),
    })),
    differences: found.map(({ way, reference, what, foundAt }) => ({
      way,
      reference,
      what: retellAny(what),
      foundAt: foundAt.toISOString(),
    })),
  };
}
