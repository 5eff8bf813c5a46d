import { and, desc, eq, inArray, isNotNull } from 'drizzle-orm';
import { unionAll } from 'drizzle-orm/pg-core';
import type { FileView } from '../../../chat/protocol/files.ts';
import { toFileView } from '../../../chat/server/files/read-files.server.ts';
import { files } from '../../../chat/server/files/tables.server.ts';
import { conversations, visitors } from '../../../chat/server/tables.server.ts';
import type { Database } from '../../../platform/db/database.server.ts';
import { readListPage, type Keyset } from '../../../platform/lists/read-list.server.ts';
import { formatOrderNumber } from '../../../orders/protocol/transitions.ts';
import { accountPathOf } from '../../../orders/server/access.server.ts';
import { orders } from '../../../orders/server/tables.server.ts';
import type { Client } from '../client-context.server.ts';
import { visibleToClient } from '../order-access.server.ts';

const PER_PAGE = 50;

const KEYSET: Keyset<'sent'> = {
  keys: { sent: { value: files.createdAt, kind: 'timestamptz' } },
  id: { value: files.id, kind: 'uuid' },
};

export interface AccountFile {
  readonly file: FileView;
  readonly href: string;
  readonly at: string;
  readonly isFromUs: boolean;
  /** For example 'E-1001', or null for a file of a conversation. */
  readonly order: string | null;
  readonly topic: string | null;
  /** The page that the file was sent on. */
  readonly place: string;
  /** The link to the newest file of this name in a later delivery of the order (rule 302), or null. */
  readonly newer: string | null;
}

export interface AccountFiles {
  readonly files: readonly AccountFile[];
  /** The cursor of the next page, or null on the last. */
  readonly next: string | null;
}

/**
 * Returns one page of the files of the client's orders and conversations that were sent, the newest first. Ignores an
 * invalid cursor.
 */
export async function readAccountFiles(
  db: Database,
  client: Client,
  after = '',
  perPage = PER_PAGE,
): Promise<AccountFiles> {
  const theirs = unionAll(
    db
      .select({ id: files.id })
      .from(files)
      .innerJoin(orders, eq(orders.id, files.orderId))
      .where(
        and(visibleToClient(orders, client), isNotNull(files.position), isNotNull(files.storedAt)),
      ),
    db
      .select({ id: files.id })
      .from(files)
      .innerJoin(conversations, eq(conversations.id, files.conversationId))
      .innerJoin(visitors, eq(visitors.id, conversations.visitorId))
      .where(
        and(
          eq(visitors.email, client.email),
          isNotNull(files.messageId),
          isNotNull(files.storedAt),
        ),
      ),
  );
  const order = { sort: 'sent', isDescending: true, after, before: '' } as const;
  const { rows, next } = await readListPage(KEYSET, order, perPage, (slice) =>
    db
      .select({
        file: files,
        number: orders.number,
        topic: conversations.topic,
        position: slice.position,
      })
      .from(files)
      .leftJoin(orders, eq(orders.id, files.orderId))
      .leftJoin(conversations, eq(conversations.id, files.conversationId))
      .where(and(inArray(files.id, theirs), slice.where))
      .orderBy(...slice.orderBy)
      .limit(slice.limit),
  );
  const shown = rows.map(({ file }) => file);
  const newestOf = await readNewestVersions(db, shown);
  const newerOf = (file: FileRow, place: string) => {
    const newest = file.deliveryId === null ? undefined : newestOf.get(versionKey(file));
    if (!newest || newest.deliveryId === file.deliveryId) return null;
    // A newer file may be on an earlier page.
    return shown.some(({ id }) => id === newest.id) ? `#file-${newest.id}` : place;
  };
  return {
    files: rows.map(({ file, number, topic }) => {
      if (number === null) {
        const place = `/account/conversations/${file.conversationId}`;
        return { ...toRow(file, `/chat/files/${file.id}`), order: null, topic, place, newer: null };
      }
      const place = accountPathOf(number);
      return {
        ...toRow(file, `${place}/files/${file.id}`),
        order: formatOrderNumber(number),
        topic: null,
        place,
        newer: newerOf(file, place),
      };
    }),
    next: next || null,
  };
}

/** Reads the newest delivered files with the orders and names of these. */
async function readNewestVersions(db: Database, shown: readonly FileRow[]) {
  const delivered = shown.filter(({ deliveryId }) => deliveryId !== null);
  const rows = await db
    .selectDistinctOn([files.orderId, files.name])
    .from(files)
    .where(
      and(
        inArray(
          files.orderId,
          delivered.flatMap(({ orderId }) => orderId ?? []),
        ),
        inArray(
          files.name,
          delivered.map(({ name }) => name),
        ),
        isNotNull(files.deliveryId),
        isNotNull(files.position),
        isNotNull(files.storedAt),
      ),
    )
    .orderBy(files.orderId, files.name, desc(files.createdAt), desc(files.id));
  return new Map(rows.map((file) => [versionKey(file), file]));
}

type FileRow = typeof files.$inferSelect;

const versionKey = ({ orderId, name }: FileRow) => `${orderId}/${name}`;

function toRow(file: FileRow, href: string) {
  return { file: toFileView(file), href, at: file.createdAt.toISOString(), isFromUs: file.isAgent };
}
