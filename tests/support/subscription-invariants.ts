import { sql, type SQL } from 'drizzle-orm';
import { expect } from 'vitest';
import type { Database } from '../../app/platform/db/database.server.ts';

const WRONG: Readonly<Record<string, SQL>> = {
  'a subscription whose history has gaps, or begins a step where the one before did not end': sql`
    select s.number from subscriptions s join (
      select subscription_id, number, from_state, to_state,
        row_number() over in_order as position, lag(to_state) over in_order as before
      from subscription_events
      window in_order as (partition by subscription_id order by number)
    ) e on e.subscription_id = s.id
    where e.number <> e.position or e.from_state is distinct from e.before`,
  'a subscription whose state is not that of its newest event': sql`
    select s.number from subscriptions s
    left join subscription_events e on e.subscription_id = s.id and e.number = s.last_event
    where e.to_state is distinct from s.state
      or exists (select 1 from subscription_events l
        where l.subscription_id = s.id and l.number > s.last_event)`,
  'a subscription whose paid periods have gaps or overlap': sql`
    select s.number from subscriptions s join (
      select subscription_id, number, starts_at,
        lag(number) over in_order as before, lag(ends_at) over in_order as ended_at
      from subscription_periods where state <> 'unpaid'
      window in_order as (partition by subscription_id order by number)
    ) p on p.subscription_id = s.id
    where p.number <> p.before + 1 or p.starts_at < p.ended_at`,
  'a paid period without a paid order, or the other way around': sql`
    select p.id from subscription_periods p join orders o on o.id = p.order_id
    where (p.state = 'paid') <> (o.state not in ('awaiting payment', 'cancelled'))`,
  'an unpaid period whose order is not cancelled': sql`
    select p.id from subscription_periods p join orders o on o.id = p.order_id
    where (p.state = 'unpaid') <> (o.state = 'cancelled')`,
  'a subscription that is paid and past due': sql`
    select s.number from subscriptions s where s.state = 'past due' and not exists (
      select 1 from subscription_periods p
      where p.subscription_id = s.id and p.state = 'awaiting payment')`,
};

/** Must hold of subscriptions and their periods at any moment. Throws with the rows that break a rule. */
export async function expectSubscriptionsSound(db: Database): Promise<void> {
  for (const [rule, query] of Object.entries(WRONG)) {
    expect((await db.execute(query)).rows, rule).toEqual([]);
  }
}
