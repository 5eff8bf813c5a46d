import type { MemberName } from '../../../accounts/protocol/member.ts';
import { and, eq, sql } from 'drizzle-orm';
import type { Member } from '../../../accounts/protocol/member.ts';
import { may } from '../../../accounts/protocol/permissions.ts';
import { conversations, visitors } from '../../../chat/server/tables.server.ts';
import type { Database } from '../../../platform/db/database.server.ts';
import type { OrderQuery } from '../../protocol/order-query.ts';
import type { WorkloadView } from '../../protocol/staff.ts';
import { isShown, whereQuery } from '../order/list-orders.server.ts';
import { offers, orders } from '../tables.server.ts';

interface Counted extends Record<string, unknown> {
  readonly memberId: string | null;
  readonly open: number;
  readonly late: number;
  readonly atRisk: number;
}

/**
 * Counts the open orders that each person owns or is assigned to, an order once for each of them. Only orders that the
 * member may see count. The busiest come first; managers also see who has nothing to do.
 */
export async function readWorkload(
  db: Database,
  member: Member,
  query: OrderQuery,
  shop: { readonly timeZone: string; readonly now: Date },
  people: readonly MemberName[],
): Promise<WorkloadView[]> {
  const where = whereQuery(member, { ...query, who: '', show: 'open', due: '' }, shop);
  const { rows } = await db.execute<Counted>(sql`
    with found as (
      select ${orders.id} as id, coalesce(${orders.ownerId}, ${visitors.agentId}) as owner_id,
        ${isShown('late', shop.now)} as is_late, ${isShown('risk', shop.now)} as is_at_risk
      from ${orders}
      inner join ${offers} on ${eq(offers.id, orders.offerId)}
      left join ${conversations} on ${eq(conversations.id, orders.conversationId)}
      left join ${visitors} on ${eq(visitors.id, conversations.visitorId)}
      where ${and(where, sql`true`)}
    ), held as (
      select id, owner_id as member_id, is_late, is_at_risk from found
      where owner_id is not null
        or not exists (select 1 from order_assignees a where a.order_id = found.id)
      union
      select found.id, a.member_id, is_late, is_at_risk from found
      join order_assignees a on a.order_id = found.id
    )
    select member_id as "memberId", count(*)::int as "open",
      (count(*) filter (where is_late))::int as "late",
      (count(*) filter (where is_at_risk))::int as "atRisk"
    from held group by member_id`);
  const counted = new Map(rows.map((row) => [row.memberId, row]));
  const nothing = { open: 0, late: 0, atRisk: 0 };
  const isManager = may(member, 'manage-orders');
  const all = [null, ...people].map((person) => {
    const { open, late, atRisk } = counted.get(person?.id ?? null) ?? nothing;
    return { person, open, late, atRisk };
  });
  return all
    .filter(({ person, open }) => open > 0 || (isManager && person !== null))
    .toSorted(
      (one, other) => other.late - one.late || other.atRisk - one.atRisk || other.open - one.open,
    );
}
