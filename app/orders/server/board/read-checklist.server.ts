import { displayName } from '../../../accounts/protocol/member.ts';
import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { profiles } from '../../../accounts/server/tables.server.ts';
import { languageNow } from '../../../i18n/translate.ts';
import type { Database } from '../../../platform/db/database.server.ts';
import { dayOf } from '../../../platform/weekly-hours.ts';
import type { CardSteps } from '../../protocol/order-view.ts';
import type { ChecklistItemView, ProgressView, StepView } from '../../protocol/checklist.ts';
import { orderChecklistItems } from './tables.server.ts';

// Nothing in this file checks access: the callers have done so with access.server.ts.

type Titled = Pick<typeof orderChecklistItems.$inferSelect, 'title' | 'translations'>;

/** The title in the reader's language, if the catalogue had one. */
export const titleFor = ({ title, translations }: Titled) => translations[languageNow()] ?? title;

/** Returns the items in their order. */
export async function readChecklist(
  db: Database,
  orderId: string,
  shop: { readonly timeZone: string; readonly now: Date },
): Promise<ChecklistItemView[]> {
  const by = alias(profiles, 'by');
  const rows = await db
    .select({
      item: orderChecklistItems,
      fullName: profiles.fullName,
      email: profiles.email,
      byFullName: by.fullName,
      byEmail: by.email,
    })
    .from(orderChecklistItems)
    .leftJoin(profiles, eq(profiles.id, orderChecklistItems.assigneeId))
    .leftJoin(by, eq(by.id, orderChecklistItems.doneById))
    .where(eq(orderChecklistItems.orderId, orderId))
    .orderBy(asc(orderChecklistItems.position));
  const today = dayOf(shop.timeZone, shop.now);
  return rows.map(({ item, fullName, email, byFullName, byEmail }) => ({
    id: item.id,
    title: titleFor(item),
    isShown: item.isShown,
    dueOn: item.dueOn,
    isLate: item.doneAt === null && item.dueOn !== null && item.dueOn < today,
    assignee:
      item.assigneeId === null || email === null
        ? null
        : { id: item.assigneeId, name: displayName(fullName, email) },
    done: item.doneAt && {
      at: item.doneAt.toISOString(),
      by: byEmail === null ? null : displayName(byFullName, byEmail),
    },
  }));
}

/** Returns the items that the buyer sees. */
export async function readSteps(db: Database, orderId: string): Promise<StepView[]> {
  const rows = await db
    .select()
    .from(orderChecklistItems)
    .where(and(eq(orderChecklistItems.orderId, orderId), orderChecklistItems.isShown))
    .orderBy(asc(orderChecklistItems.position));
  return rows.map((item) => ({
    id: item.id,
    title: titleFor(item),
    isDone: item.doneAt !== null,
  }));
}

/** Counts the items that the buyer sees, by the id of the order. Orders without such items are left out. */
export async function readProgress(
  db: Database,
  orderIds: readonly string[],
): Promise<ReadonlyMap<string, ProgressView>> {
  if (orderIds.length === 0) return new Map();
  const rows = await db
    .select({
      orderId: orderChecklistItems.orderId,
      done: sql<number>`count(${orderChecklistItems.doneAt})::integer`,
      total: sql<number>`count(*)::integer`,
    })
    .from(orderChecklistItems)
    .where(and(inArray(orderChecklistItems.orderId, [...orderIds]), orderChecklistItems.isShown))
    .groupBy(orderChecklistItems.orderId);
  return new Map(rows.map(({ orderId, done, total }) => [orderId, { done, total }]));
}

/** Counts all items and the late ones, by the id of the order, for the team. Orders without items are left out. */
export async function readCardSteps(
  db: Database,
  orderIds: readonly string[],
  shop: { readonly timeZone: string; readonly now: Date },
): Promise<ReadonlyMap<string, CardSteps>> {
  if (orderIds.length === 0) return new Map();
  const today = dayOf(shop.timeZone, shop.now);
  const rows = await db
    .select({
      orderId: orderChecklistItems.orderId,
      done: sql<number>`count(${orderChecklistItems.doneAt})::integer`,
      total: sql<number>`count(*)::integer`,
      late: sql<number>`(count(*) filter (
        where ${orderChecklistItems.doneAt} is null and ${orderChecklistItems.dueOn} < ${today}))::integer`,
    })
    .from(orderChecklistItems)
    .where(inArray(orderChecklistItems.orderId, [...orderIds]))
    .groupBy(orderChecklistItems.orderId);
  return new Map(rows.map(({ orderId, ...steps }) => [orderId, steps]));
}
