import { sql, type SQL } from 'drizzle-orm';
import type { Currency } from '../../../platform/currencies.ts';
import type { Database } from '../../../platform/db/database.server.ts';

export interface Bounds {
  readonly from: Date;
  /** Exclusive. */
  readonly to: Date;
}

/** Net amounts in the currency's smallest units. Orders count with their first payment. */
export interface Revenue {
  readonly net: number;
  readonly before: number;
  readonly orders: number;
}

export interface RevenueRow extends Revenue {
  readonly currency: Currency;
  /** The id of a service, agent or coupon, or null. */
  readonly id: string | null;
  readonly name: string | null;
  /** How the orders were placed, for a group by agent. */
  readonly source: string | null;
}

export interface ClientRow extends Revenue {
  readonly currency: Currency;
  readonly companyId: string | null;
  /** The company, or the address of the buyer. Null after an erasure. */
  readonly name: string | null;
}

const instant = (date: Date) => sql`${date.toISOString()}::timestamptz`;

export const within = (column: SQL, { from, to }: Bounds) =>
  sql`(${column} >= ${instant(from)} and ${column} < ${instant(to)})`;

/** Sums for both periods in one scan of both, which may overlap. */
function sumsOf(period: Bounds, before: Bounds) {
  const isNow = within(sql`r.at`, period);
  return sql`coalesce(sum(r.net) filter (where ${isNow}), 0) as net,
    coalesce(sum(r.net) filter (where ${within(sql`r.at`, before)}), 0) as before,
    count(*) filter (where r.is_order and r.line = 0 and ${isNow}) as orders,
    count(*) filter (where r.is_order and ${isNow}) as service_orders`;
}

interface SumRow extends Record<string, unknown> {
  readonly currency: Currency;
  readonly net: string;
  readonly before: string;
  readonly orders: string;
}

const toRevenue = ({ net, before, orders }: SumRow): Revenue => ({
  net: Number(net),
  before: Number(before),
  orders: Number(orders),
});

// Nothing in this file checks the permission 'read-reports': pages and endpoints have done so.

/** Reads the revenue between each bound and the next, by currency. The bounds are in ascending order. */
export async function readRevenueOverTime(
  db: Database,
  bounds: readonly Date[],
): Promise<ReadonlyMap<Currency, readonly number[]>> {
  const [from = new Date(0), to = from] = [bounds[0], bounds.at(-1)];
  const list = sql.raw(`'{${bounds.map((bound) => bound.toISOString()).join(',')}}'`);
  const { rows } = await db.execute<{ currency: Currency; part: number; net: string }>(sql`
    select currency, width_bucket(at, ${list}::timestamptz[]) as part, sum(net) as net
    from revenue_lines r where ${within(sql`r.at`, { from, to })}
    group by 1, 2`);
  const byCurrency = new Map<Currency, number[]>();
  for (const { currency, part, net } of rows) {
    const parts = byCurrency.get(currency) ?? bounds.slice(1).map(() => 0);
    parts[part - 1] = Number(net);
    byCurrency.set(currency, parts);
  }
  return byCurrency;
}

export interface RevenueTotal extends Revenue {
  readonly currency: Currency;
  /** The part of the revenue that refunds took away. */
  readonly refunded: number;
}

export interface RevenueGroups {
  readonly totals: readonly RevenueTotal[];
  readonly services: readonly RevenueRow[];
  readonly agents: readonly RevenueRow[];
  readonly coupons: readonly RevenueRow[];
}

/** Reads the revenue of two periods in all groups but that by client, with one scan. */
export async function readRevenueGroups(
  db: Database,
  period: Bounds,
  before: Bounds,
): Promise<RevenueGroups> {
  const { rows } = await db.execute<
    SumRow & Pick<RevenueRow, 'id' | 'name' | 'source'> & { kind: number; refunded: string }
  >(sql`
    with summed as (
      select grouping(r.service_id, r.agent_id, r.coupon_id) as kind, r.currency, r.service_id,
        r.agent_id, r.coupon_id, r.source,
        ${sumsOf(period, before)},
        -coalesce(sum(r.net) filter (where r.key like 'refund %' and ${within(sql`r.at`, period)}), 0)
          as refunded
      from revenue_lines r
      where ${within(sql`r.at`, period)} or ${within(sql`r.at`, before)}
      group by grouping sets ((r.currency), (r.currency, r.service_id),
        (r.currency, r.agent_id, r.source), (r.currency, r.coupon_id))
    )
    select s.kind, s.currency, s.net, s.before, s.refunded, s.source,
      case s.kind when 3 then s.service_orders else s.orders end as orders,
      coalesce(s.service_id, s.agent_id, s.coupon_id::text) as id,
      coalesce(nullif(trim(p.full_name), ''), split_part(p.email, '@', 1), c.code) as name
    from summed s
    left join profiles p on p.id = s.agent_id
    left join coupons c on c.id = s.coupon_id`);
  const ofKind = (kind: number) =>
    rows
      .filter((row) => row.kind === kind)
      .map((row) => ({
        currency: row.currency,
        id: row.id,
        name: row.name,
        source: row.source,
        refunded: Number(row.refunded),
        ...toRevenue(row),
      }));
  return { totals: ofKind(7), services: ofKind(3), agents: ofKind(5), coupons: ofKind(6) };
}

/** Reads the clients with the most revenue in one currency. An order of a company counts for the company. */
export async function readRevenueByClient(
  db: Database,
  currency: Currency,
  period: Bounds,
  before: Bounds,
  limit: number,
): Promise<ClientRow[]> {
  const { rows } = await db.execute<SumRow & { companyId: string | null; name: string | null }>(sql`
    with clients as (
      select o.company_id, case when o.company_id is null then o.buyer_email end as email,
        ${sumsOf(period, before)}
      from revenue_lines r join orders o on o.id = r.order_id
      where r.currency = ${currency}
        and (${within(sql`r.at`, period)} or ${within(sql`r.at`, before)})
      group by 1, 2 order by net desc, before desc, email limit ${limit}
    )
    select s.net, s.before, s.orders, s.company_id as "companyId", coalesce(c.name, s.email) as name
    from clients s left join companies c on c.id = s.company_id
    order by s.net desc, s.before desc, name`);
  return rows.map((row) => ({
    currency,
    companyId: row.companyId,
    name: row.name,
    ...toRevenue(row),
  }));
}
