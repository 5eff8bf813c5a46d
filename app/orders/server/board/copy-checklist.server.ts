import { randomUUID } from 'node:crypto';
import { max, eq } from 'drizzle-orm';
import type { Database } from '../../../platform/db/database.server.ts';
import { dayOf } from '../../../platform/weekly-hours.ts';
import { readChecklists } from '../../../shop/read-checklists.server.ts';
import { addDays } from '../../deadlines.ts';
import { ORDER_CHECKLIST } from '../../protocol/checklist.ts';
import type { OfferLine } from '../../protocol/offer.ts';
import type { OrderContext } from '../order-context.server.ts';
import { orderChecklistItems } from './tables.server.ts';

/**
 * Copies the published checklists of the ordered services, once for each service, below the items that the team has added.
 * The caller holds the order's lock. An item is copied once, however often this runs.
 */
export async function copyChecklist(
  tx: Database,
  { clock, settings }: Pick<OrderContext, 'clock' | 'settings'>,
  orderId: string,
  lines: readonly OfferLine[],
): Promise<void> {
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
  const rows = items
    .filter(({ serviceId, item }) => !known.has(`${serviceId} ${item.id}`))
    // A payment must not fail because the team has added very many items before.
    .slice(0, ORDER_CHECKLIST.items + 1 - first)
    .map(({ serviceId, item }, index) => ({
      id: randomUUID(),
      orderId,
      position: first + index,
      title: item.title,
      translations: item.translations,
      isShown: item.isShown,
      dueOn: item.days === null ? null : addDays(today, item.days),
      serviceId,
      serviceItem: item.id,
      createdAt: now,
    }));
  if (rows.length > 0) await tx.insert(orderChecklistItems).values(rows);
}
