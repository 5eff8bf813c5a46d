import { displayName, type MemberName } from '../../../accounts/protocol/member.ts';
import { asc, eq, inArray, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { profiles } from '../../../accounts/server/tables.server.ts';
import type { LabelView } from '../../../chat/protocol/labels.ts';
import { labelColumns } from '../../../chat/server/contacts/manage-labels.server.ts';
import { labels } from '../../../chat/server/contacts/tables.server.ts';
import { t } from '../../../i18n/translate.ts';
import type { Database } from '../../../platform/db/database.server.ts';
import { STAFF_CHANGE_TEXTS, type OrderStaff, type StaffChangeView } from '../../protocol/staff.ts';
import { orders } from '../tables.server.ts';
import { effectiveOwner, orderAssignees, orderLabels, orderStaffChanges } from './tables.server.ts';

// Nothing in this file checks access: the callers have done so with access.server.ts.

/** Returns owner, assignees and labels by the id of the order. */
export async function readStaffOf(
  db: Database,
  ids: readonly string[],
): Promise<ReadonlyMap<string, OrderStaff>> {
  if (ids.length === 0) return new Map();
  const of = [...ids];
  const [owners, assigned, labelled] = await Promise.all([
    db
      .select({
        orderId: orders.id,
        isChosen: sql<boolean>`${orders.ownerId} is not null`,
        id: profiles.id,
        fullName: profiles.fullName,
        email: profiles.email,
      })
      .from(orders)
      .leftJoin(profiles, eq(profiles.id, effectiveOwner))
      .where(inArray(orders.id, of)),
    db
      .select({
        orderId: orderAssignees.orderId,
        id: profiles.id,
        fullName: profiles.fullName,
        email: profiles.email,
      })
      .from(orderAssignees)
      .innerJoin(profiles, eq(profiles.id, orderAssignees.memberId))
      .where(inArray(orderAssignees.orderId, of))
      .orderBy(asc(orderAssignees.createdAt), asc(profiles.id)),
    db
      .select({ orderId: orderLabels.orderId, label: labelColumns })
      .from(orderLabels)
      .innerJoin(labels, eq(labels.id, orderLabels.labelId))
      .where(inArray(orderLabels.orderId, of))
      .orderBy(sql`lower(${labels.name})`),
  ]);
  const assignees = groupBy(assigned, toStaff);
  const own = groupBy(labelled, ({ label }): LabelView => label);
  return new Map(
    owners.map(({ orderId, isChosen, id, fullName, email }) => [
      orderId,
      {
        owner: id === null ? null : toStaff({ id, fullName, email: email ?? '' }),
        isOwnerChosen: isChosen,
        assignees: assignees.get(orderId) ?? [],
        labels: own.get(orderId) ?? [],
      },
    ]),
  );
}

/** Returns the changes of owner and assignees, the oldest first. */
export async function readStaffChanges(db: Database, orderId: string): Promise<StaffChangeView[]> {
  const by = alias(profiles, 'by');
  const rows = await db
    .select({
      change: orderStaffChanges,
      fullName: profiles.fullName,
      email: profiles.email,
      byFullName: by.fullName,
      byEmail: by.email,
    })
    .from(orderStaffChanges)
    .leftJoin(profiles, eq(profiles.id, orderStaffChanges.memberId))
    .leftJoin(by, eq(by.id, orderStaffChanges.byId))
    .where(eq(orderStaffChanges.orderId, orderId))
    .orderBy(asc(orderStaffChanges.number));
  return rows.map(({ change, fullName, email, byFullName, byEmail }) => ({
    id: change.id,
    text:
      change.change === 'owner' && email === null
        ? t('Owner: the agent of the conversation')
        : t(STAFF_CHANGE_TEXTS[change.change], {
            name: email === null ? t('Former member') : displayName(fullName, email),
          }),
    by:
      byEmail === null
        ? change.program && t('API key ‘{program}’', { program: change.program })
        : displayName(byFullName, byEmail),
    at: change.at.toISOString(),
  }));
}

interface Person {
  readonly id: string;
  readonly fullName: string | null;
  readonly email: string;
}

function toStaff({ id, fullName, email }: Person): MemberName {
  return { id, name: displayName(fullName, email) };
}

function groupBy<Row extends { readonly orderId: string }, View>(
  rows: readonly Row[],
  toView: (row: Row) => View,
): Map<string, View[]> {
  const groups = new Map<string, View[]>();
  for (const row of rows) {
    const group = groups.get(row.orderId) ?? [];
    group.push(toView(row));
    groups.set(row.orderId, group);
  }
  return groups;
}
