import { randomUUID } from 'node:crypto';
import { max, eq } from 'drizzle-orm';
import { dayOf } from '../../../platform/weekly-hours.ts';
import { readChecklists } from '../../../shop/read-checklists.server.ts';
import { addDays } from '../../../platform/day.ts';
import { ORDER_CHECKLIST } from '../../protocol/checklist.ts';
import type { OfferLine } from '../../protocol/offer.ts';
import type { Turn } from '../order/as-actor.server.ts';
import { addAssigneeIfPossible } from './staff-order.server.ts';
import { orderChecklistItems } from './tables.server.ts';

/**
 * Copies the published checklists of the ordered services, once for each service, below the items that the team has added.
 * Their assignees become assignees of the order. The caller holds the order's lock. An item is copied once, however often
 * this runs.
 */
export async function copyChecklist(turn: Turn, lines: readonly OfferLine[]): Promise<void> {
  const { tx, order } = turn;
  const { clock, settings } = turn.appContext;
  const orderId = order.id;
  const serviceIds = [...new Set(lines.flatMap(({ serviceId }) => serviceId ?? []))];
  const checklists = await readChecklists(tx, serviceIds);
  const items = serviceIds.flatMap((serviceId) =>
    (checklists.get(serviceId) ?? []).map((item) => ({ serviceId, item })),
  );
  if (items.length === 0) return;
  const now = clock.now();
  const today = dayOf(settings.supportTimezone, now);
  const copied = await tx
    .select({ serviceId: orderChecklistItems.serviceId, item: orderChecklistItems.serviceItem })
    .from(orderChecklistItems)
    .where(eq(orderChecklistItems.orderId, orderId));
  const known = new Set(copied.map(({ serviceId, item }) => `${serviceId} ${item}`));
  const [last] = await tx
    .select({ position: max(orderChecklistItems.position) })
    .from(orderChecklistItems)
    .where(eq(orderChecklistItems.orderId, orderId));
  const first = (last?.position ?? 0) + 1;
  const added = items
    .filter(({ serviceId, item }) => !known.has(`${serviceId} ${item.id}`))
    // A payment must not fail because the team has added very many items before.
    .slice(0, ORDER_CHECKLIST.items + 1 - first);
  if (added.length === 0) return;
  const assigned = await assign(
    turn,
    added.flatMap(({ item }) => item.assigneeId ?? []),
  );
  await tx.insert(orderChecklistItems).values(
    added.map(({ serviceId, item }, index) => ({
      id: randomUUID(),
      orderId,
      position: first + index,
      title: item.title,
      translations: item.translations,
      isShown: item.isShown,
      dueOn: item.days === null ? null : addDays(today, item.days),
      assigneeId:
        item.assigneeId !== undefined && assigned.has(item.assigneeId) ? item.assigneeId : null,
      serviceId,
      serviceItem: item.id,
      createdAt: now,
    })),
  );
}

/** Returns those who are assignees of the order from now on. A test order is nobody's work. */
async function assign(turn: Turn, memberIds: readonly string[]): Promise<ReadonlySet<string>> {
  const assigned = new Set<string>();
  if (turn.order.isTest) return assigned;
  for (const id of new Set(memberIds)) {
    // oxlint-disable-next-line no-await-in-loop -- each change has the next number
    if (await addAssigneeIfPossible(turn, id)) assigned.add(id);
  }
  return assigned;
}
