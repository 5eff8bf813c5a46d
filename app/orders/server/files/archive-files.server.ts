import { and, asc, eq, isNotNull } from 'drizzle-orm';
import { files } from '../../../chat/server/files/tables.server.ts';
import { t } from '../../../i18n/translate.ts';
import type { Database } from '../../../platform/db/database.server.ts';
import { formatOrderNumber } from '../../protocol/transitions.ts';
import { deliveries, orders } from '../tables.server.ts';

/** Names an order's archive and lists its sent files, with a folder for each delivery. Does not check access. */
export async function readArchive(db: Database, orderId: string) {
  const [[order], rows, delivered] = await Promise.all([
    db.select({ number: orders.number }).from(orders).where(eq(orders.id, orderId)),
    db
      .select()
      .from(files)
      .where(and(eq(files.orderId, orderId), isNotNull(files.position), isNotNull(files.storedAt)))
      .orderBy(asc(files.createdAt), asc(files.position), asc(files.id)),
    db
      .select({ id: deliveries.id })
      .from(deliveries)
      .where(eq(deliveries.orderId, orderId))
      .orderBy(asc(deliveries.event)),
  ]);
  const ids = delivered.map(({ id }) => id);
  const folders = [
    { title: t('Brief'), rows: rows.filter(({ purpose }) => purpose === 'brief') },
    ...ids.map((id, index) => ({
      title: t('Delivery {number}', { number: index + 1 }),
      rows: rows.filter(({ deliveryId }) => deliveryId === id),
    })),
    { title: t('Refund request'), rows: rows.filter(({ purpose }) => purpose === 'refund') },
  ];
  const entries = folders.flatMap((folder) =>
    folder.rows.map(({ id, name, size, createdAt }) => {
      return { id, folder: folder.title, name, size: size ?? 0, at: createdAt };
    }),
  );
  return { name: `${formatOrderNumber(order?.number ?? 0)}.zip`, entries };
}
