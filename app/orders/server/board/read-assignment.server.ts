import { displayName } from '../../../accounts/protocol/member.ts';
import { and, eq, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { profiles } from '../../../accounts/server/tables.server.ts';
import type { Database } from '../../../platform/db/database.server.ts';
import { formatOrderNumber } from '../../protocol/transitions.ts';
import { orders } from '../tables.server.ts';
import { orderStaffChanges } from './tables.server.ts';

export interface AssignmentView {
  readonly memberId: string;
  readonly email: string;
  /** For example 'E-1001'. */
  readonly order: string;
  readonly isOwner: boolean;
  /** Null for programs and former members. */
  readonly by: string | null;
}

/** Returns `undefined` if the member does not work on the order any more, or has left the team. */
export async function readAssignment(
  db: Database,
  changeId: string,
): Promise<AssignmentView | undefined> {
  const by = alias(profiles, 'by');
  const [row] = await db
    .select({
      memberId: profiles.id,
      email: profiles.email,
      number: orders.number,
      change: orderStaffChanges.change,
      byFullName: by.fullName,
      byEmail: by.email,
    })
    .from(orderStaffChanges)
    .innerJoin(orders, eq(orders.id, orderStaffChanges.orderId))
    .innerJoin(profiles, eq(profiles.id, orderStaffChanges.memberId))
    .leftJoin(by, eq(by.id, orderStaffChanges.byId))
    .where(
      and(
        eq(orderStaffChanges.id, changeId),
        eq(profiles.status, 'active'),
        sql`case ${orderStaffChanges.change}
          when 'owner' then ${orders.ownerId} = ${profiles.id}
          else exists (
            select 1 from order_assignees a
            where a.order_id = ${orders.id} and a.member_id = ${profiles.id}
          ) end`,
      ),
    );
  return (
    row && {
      memberId: row.memberId,
      email: row.email,
      order: formatOrderNumber(row.number),
      isOwner: row.change === 'owner',
      by: row.byEmail === null ? null : displayName(row.byFullName, row.byEmail),
    }
  );
}
