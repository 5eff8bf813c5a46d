import { sql } from 'drizzle-orm';
import type { Currency } from '../../../platform/currencies.ts';
import type { Database } from '../../../platform/db/database.server.ts';

/** The monthly recurring revenue at the end of a month, in the currency's smallest units, without tax. */
export interface RecurringMonth {
  readonly currency: Currency;
  /** The index of the month: it begins with the bound of this index. */
  readonly month: number;
  readonly total: number;
  readonly subscriptions: number;
  /** The part of subscriptions that started or were resumed in the month. */
  readonly added: number;
  /** The amount of subscriptions that ended or were paused in the month. */
  readonly lost: number;
  /** The difference that other prices make. */
  readonly changed: number;
}

interface Snapshot extends Record<string, unknown> {
  readonly currency: Currency;
  readonly number: number;
  readonly total: string;
  readonly subscriptions: string;
  readonly added: string;
  readonly changed: string;
  /** The amount of subscriptions that do not run at the next bound. */
  readonly lost: string;
}

const RUNNING = sql.raw(`('active', 'past due', 'ending')`);

/**
 * Reads the monthly recurring revenue of each month between two bounds, and how it came from that of the month before. It
 * counts subscriptions that are active, past due or ending at the end of the month, at the price of their newest period.
 */
export async function readRecurringRevenue(
  db: Database,
  bounds: readonly Date[],
): Promise<RecurringMonth[]> {
  const list = sql.raw(
    `'{${bounds.map((bound) => bound.toISOString()).join(',')}}'::timestamptz[]`,
  );
  // A state or price holds at the bounds after its start, until the one before the next start. Planned as functions that
  // return rows, the bounds would make PostgreSQL expect a thousand rows for each subscription.
  const { rows } = await db.execute<Snapshot>(sql`
    with bounds as (
      select number::int from unnest(${list}) with ordinality bound(at, number)
    ), states as materialized (
      select subscription_id, to_state in ${RUNNING} as is_running, width_bucket(at, ${list}) as after,
        lead(width_bucket(at, ${list}), 1, ${bounds.length}::int)
          over (partition by subscription_id order by number) as until
      from subscription_events
      where (to_state in ${RUNNING}) is distinct from (coalesce(from_state, '') in ${RUNNING})
    ), prices as materialized (
      select p.subscription_id, o.amount - o.tax_amount as net, width_bucket(p.starts_at, ${list}) as after,
        lead(width_bucket(p.starts_at, ${list}), 1, ${bounds.length}::int)
          over (partition by p.subscription_id order by p.number) as until
      from subscription_periods p join orders o on o.id = p.order_id
      where p.state <> 'unpaid' and p.starts_at is not null
    ), running as (
      select b.number, s.id, s.currency,
        round(coalesce(p.net, s.amount) * case s.interval
          when 'week' then 52.0 / 12 when 'month' then 1 when 'quarter' then 1.0 / 3
          else 1.0 / 12 end) as net
      from states t join bounds b on b.number > t.after and b.number <= t.until
      join subscriptions s on s.id = t.subscription_id
      -- An imported subscription has no period yet.
      left join prices p on p.subscription_id = s.id and p.after < b.number and p.until >= b.number
      where t.is_running
    ), compared as (
      select currency, number, net, lag(number) over own = number - 1 as was_running,
        lag(net) over own as before, lead(number) over own = number + 1 as keeps_running
      from running window own as (partition by id order by number)
    )
    select currency, number, sum(net) as total, count(*) as subscriptions,
      coalesce(sum(net) filter (where was_running is not true), 0) as added,
      coalesce(sum(net - before) filter (where was_running), 0) as changed,
      coalesce(sum(net) filter (where keeps_running is not true), 0) as lost
    from compared group by 1, 2 order by 1, 2`);
  const currencies = [...new Set(rows.map(({ currency }) => currency))];
  return currencies.flatMap((currency) => {
    const at = new Map(
      rows.flatMap((row) => (row.currency === currency ? [[row.number, row]] : [])),
    );
    return bounds.slice(1).map((_, month) => {
      const [first, last] = [at.get(month + 1), at.get(month + 2)];
      return {
        currency,
        month,
        total: Number(last?.total ?? 0),
        subscriptions: Number(last?.subscriptions ?? 0),
        added: Number(last?.added ?? 0),
        lost: Number(first?.lost ?? 0),
        changed: Number(last?.changed ?? 0),
      };
    });
  });
}
