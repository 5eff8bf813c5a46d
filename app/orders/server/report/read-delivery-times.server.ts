import { sql } from 'drizzle-orm';
import type { Database } from '../../../platform/db/database.server.ts';
import { within, type Bounds } from './read-revenue.server.ts';

/** Medians in seconds from the payment to the first delivery of an order or milestone. */
export interface DeliveryTime {
  /** Null for all together, and for orders that nobody has. */
  readonly memberId: string | null;
  readonly isTotal: boolean;
  readonly name: string | null;
  readonly count: number;
  readonly median: number | null;
  readonly before: number | null;
}

/**
 * Reads the times of what was first delivered in a period. An order counts once for each of its assignees, without
 * assignees for its owner, and once in the total.
 */
export async function readDeliveryTimes(
  db: Database,
  period: Bounds,
  before: Bounds,
): Promise<DeliveryTime[]> {
  const isNow = within(sql`delivered_at`, period);
  const measures = sql`count(*) filter (where ${isNow}) as count,
    percentile_cont(0.5) within group (order by seconds) filter (where ${isNow}) as median,
    percentile_cont(0.5) within group (order by seconds)
      filter (where ${within(sql`delivered_at`, before)}) as before`;
  const { rows } = await db.execute<
    Record<string, unknown> & Omit<DeliveryTime, 'count'> & { readonly count: string }
  >(sql`
    with parts as materialized (
      select d.order_id, d.created_at as delivered_at, o.owner_id, o.conversation_id,
        extract(epoch from d.created_at - coalesce(m.funded_at, o.paid_at))::float8 as seconds
      from deliveries d join orders o on o.id = d.order_id
      left join milestones m on m.order_id = d.order_id and m.position = d.milestone
      where (${within(sql`d.created_at`, period)} or ${within(sql`d.created_at`, before)})
        and not o.is_test and not exists (
          select 1 from deliveries first where first.order_id = d.order_id and first.event < d.event
            and first.milestone is not distinct from d.milestone)
    ), held as (
      select coalesce(a.member_id, parts.owner_id, v.agent_id) as member_id, delivered_at, seconds
      from parts left join order_assignees a on a.order_id = parts.order_id
      left join conversations c on c.id = parts.conversation_id
        and a.member_id is null and parts.owner_id is null
      left join visitors v on v.id = c.visitor_id
    ), measured as (
      select null as member_id, true as is_total, ${measures} from parts
      union all
      select member_id, false, ${measures} from held group by member_id
    )
    select t.member_id as "memberId", t.is_total as "isTotal", t.count, t.median, t.before,
      coalesce(nullif(trim(p.full_name), ''), split_part(p.email, '@', 1)) as name
    from measured t left join profiles p on p.id = t.member_id
    where t.count > 0 or t.is_total
    order by t.is_total desc, t.count desc, name`);
  return rows.map(({ memberId, isTotal, name, count, median, before: earlier }) => ({
    memberId,
    isTotal,
    name,
    count: Number(count),
    median,
    before: earlier,
  }));
}
