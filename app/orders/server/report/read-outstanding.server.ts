import { sql } from 'drizzle-orm';
import type { Currency } from '../../../platform/currencies.ts';
import type { Database } from '../../../platform/db/database.server.ts';

/** The first day of each group by age. The first group is not due yet. */
export const AGES = ['not due', 1, 11, 31, 61] as const;

export interface Outstanding {
  readonly currency: Currency;
  /** The index in {@link AGES}. */
  readonly age: number;
  readonly count: number;
  /** With tax, because the buyers owe it. */
  readonly amount: number;
}

/**
 * Reads the payments that buyers owe today: of orders, and of milestones that can be paid. A payment with an invoice is due
 * with the invoice, another one on the last day on which the order can be paid, or when the milestone became payable.
 */
export async function readOutstanding(
  db: Database,
  { today, timeZone }: { readonly today: string; readonly timeZone: string },
): Promise<Outstanding[]> {
  const starts = sql.raw(`'{${AGES.slice(1).join(',')}}'`);
  const { rows } = await db.execute<{
    currency: Currency;
    age: number;
    count: string;
    amount: string;
  }>(sql`
    with owed as (
      select id as order_id, null::int as milestone, currency, amount - credit_amount as amount,
        payment_due_at as due_at
      from orders where state = 'awaiting payment' and milestone is null and not is_test
      union all
      select m.order_id, m.position, o.currency, m.amount - m.credit_amount, m.payable_at
      from milestones m join orders o on o.id = m.order_id
      where m.state = 'awaiting payment' and m.payable_at is not null and not o.is_test
        and o.state not in ('cancelled', 'refunded')
    )
    select owed.currency, count(*) as count, sum(owed.amount) as amount,
      width_bucket(${today}::date - coalesce(i.due_on, (owed.due_at at time zone ${timeZone})::date),
        ${starts}::int[]) as age
    from owed
    left join invoices i on i.order_id = owed.order_id and i.milestone is not distinct from owed.milestone
      and i.kind = 'invoice' and i.voided_at is null and i.paid_at is null
    group by owed.currency, age order by owed.currency, age`);
  return rows.map(({ currency, age, count, amount }) => ({
    currency,
    age,
    count: Number(count),
    amount: Number(amount),
  }));
}
