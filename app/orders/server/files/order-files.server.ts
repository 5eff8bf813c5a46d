import { and, asc, count, eq, inArray, isNotNull, isNull } from 'drizzle-orm';
import { exportedName, toFileView } from '../../../chat/server/files/read-files.server.ts';
import { files } from '../../../chat/server/files/tables.server.ts';
import { isOwn, type FileOwner } from '../../../chat/server/files/upload-place.server.ts';
import type { FileView } from '../../../chat/protocol/files.ts';
import type { Database } from '../../../platform/db/database.server.ts';
import { orders, deliveries } from '../tables.server.ts';
import {
  attachFiles,
  lockFilesToSend,
  type Carrier,
} from '../../../chat/server/files/attach-files.server.ts';
import { RefusedError } from '../../../platform/errors.ts';
import { t } from '../../../i18n/translate.ts';
import { isUuid } from '../../../platform/fields.ts';
import { UNEXPECTED } from '../../../platform/read-form.ts';
import { formatOrderNumber } from '../../protocol/transitions.ts';

type FileRow = typeof files.$inferSelect;

/** Reads the sent files of an order, grouped by what they were sent with. Does not check access. */
export async function readOrderFiles(db: Database, orderId: string) {
  const rows = await db
    .select()
    .from(files)
    .where(and(eq(files.orderId, orderId), isNotNull(files.position)))
    .orderBy(asc(files.createdAt), asc(files.position));
  const viewsOf = (wanted: (row: FileRow) => boolean): FileView[] =>
    rows
      .filter(wanted)
      .toSorted((one, other) => (one.position ?? 0) - (other.position ?? 0))
      .map(toFileView);
  return {
    brief: viewsOf(({ purpose }) => purpose === 'brief'),
    ofDelivery: (id: string) => viewsOf(({ deliveryId }) => deliveryId === id),
    ofRefund: (id: string) => viewsOf(({ refundRequestId }) => refundRequestId === id),
  };
}

/**
 * Reads the complete files that their owner has not sent yet, so that they survive a reload and work without
 * JavaScript.
 */
export async function readWaitingFiles(db: Database, owner: FileOwner): Promise<FileView[]> {
  const rows = await db
    .select()
    .from(files)
    .where(
      and(
        owner.formKey === null
          ? eq(files.orderId, owner.orderId ?? '')
          : eq(files.formKey, owner.formKey),
        eq(files.purpose, owner.purpose),
        isNull(files.position),
        isNotNull(files.storedAt),
      ),
    )
    .orderBy(asc(files.createdAt), asc(files.id));
  return rows.filter((row) => isOwn(row, owner)).map(toFileView);
}

/**
 * Finds a stored file of an order: a sent one, or a waiting one of the asking owner. Files of a delivery that
 * was not made yet are hidden from everybody else.
 */
export async function findOrderFile(
  db: Database,
  orderId: string,
  fileId: string,
  own: readonly FileOwner[],
): Promise<FileView | undefined> {
  const [row] = await db
    .select()
    .from(files)
    .where(and(eq(files.id, fileId), eq(files.orderId, orderId), isNotNull(files.storedAt)));
  if (!row) return undefined;
  const isTheirs = row.position !== null || own.some((owner) => isOwn(row, owner));
  return isTheirs ? toFileView(row) : undefined;
}

export function readOrderFilesAbout(db: Database, email: string) {
  return db
    .select({ id: files.id, name: files.name, storedAt: files.storedAt })
    .from(files)
    .innerJoin(orders, eq(orders.id, files.orderId))
    .where(eq(orders.buyerEmail, email))
    .orderBy(asc(files.createdAt), asc(files.id));
}

export async function countOrderFiles(db: Database, email: string): Promise<number> {
  const [row] = await db
    .select({ number: count() })
    .from(files)
    .innerJoin(orders, eq(orders.id, files.orderId))
    .where(eq(orders.buyerEmail, email));
  return row?.number ?? 0;
}

export async function exportOrderFiles(db: Database, orderIds: readonly string[]) {
  if (orderIds.length === 0) return [];
  const rows = await db
    .select()
    .from(files)
    .where(inArray(files.orderId, [...orderIds]))
    .orderBy(asc(files.createdAt), asc(files.position), asc(files.id));
  return rows.map((file) => ({
    orderId: file.orderId,
    name: file.name,
    from: file.isAgent ? 'us' : 'you',
    for: file.purpose,
    type: file.type,
    bytes: file.size ?? file.declaredSize,
    at: file.createdAt,
    state: file.position === null ? 'not sent' : 'sent',
    // Null while the upload is incomplete.
    inTheArchive: file.storedAt ? exportedName(file.id, file.name) : null,
  }));
}

/**
 * Locks the files that go with a delivery, a refund request or a brief. Either all are uploaded or nothing is
 * sent. Throws {@link RefusedError}: 400 for too many files, and the errors of `lockFilesToSend`.
 */
export async function lockOrderFiles(
  tx: Database,
  owner: FileOwner,
  fileIds: readonly string[],
  { filesPerMessage }: { readonly filesPerMessage: number },
): Promise<FileView[]> {
  if (fileIds.length === 0) return [];
  if (fileIds.length > filesPerMessage) {
    throw new RefusedError(
      400,
      t('You can send up to {count, plural, one {# file} other {# files}}. Deselect the others.', {
        count: filesPerMessage,
      }),
      'files',
    );
  }
  if (!fileIds.every(isUuid)) throw new RefusedError(400, t(UNEXPECTED), 'files');
  const rows = await lockFilesToSend(tx, owner, fileIds);
  return rows.map(toFileView);
}

export function namesOf(files: readonly FileView[]): ReadonlyMap<string, string> {
  return new Map(files.map(({ id, name }) => [id, name]));
}

/** Must be called after the delivery, request or brief was inserted. */
export async function sendOrderFiles(
  tx: Database,
  carrier: Carrier,
  sent: readonly FileView[],
): Promise<void> {
  const ids = sent.map(({ id }) => id);
  if (ids.length > 0) await attachFiles(tx, carrier, ids);
}

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
