import { and, desc, eq, isNotNull } from 'drizzle-orm';
import type { FileView } from '../../../chat/protocol/files.ts';
import { toFileView } from '../../../chat/server/files/read-files.server.ts';
import { files } from '../../../chat/server/files/tables.server.ts';
import { conversations, visitors } from '../../../chat/server/tables.server.ts';
import type { Database } from '../../../platform/db/database.server.ts';
import { formatOrderNumber } from '../../../orders/protocol/transitions.ts';
import { accountPathOf } from '../../../orders/server/access.server.ts';
import { orders } from '../../../orders/server/tables.server.ts';
import type { Client } from '../client-context.server.ts';
import { ownMembership, visibleToClient } from '../order-access.server.ts';
import { companyMembers } from '../tables.server.ts';

const SHOWN_AT_MOST = 500;

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
  /** The id of the newest file of this name in a later delivery of the order (rule 302), or null. */
  readonly newer: string | null;
}

/** The files of the client's orders and conversations that were sent, the newest first. */
export async function readAccountFiles(db: Database, client: Client): Promise<AccountFile[]> {
  const [ofOrders, ofTalks] = await Promise.all([
    db
      .select({ file: files, number: orders.number })
      .from(files)
      .innerJoin(orders, eq(orders.id, files.orderId))
      .leftJoin(companyMembers, ownMembership(client))
      .where(and(visibleToClient(client), isNotNull(files.position), isNotNull(files.storedAt)))
      .orderBy(desc(files.createdAt), desc(files.id))
      .limit(SHOWN_AT_MOST),
    db
      .select({ file: files, id: conversations.id, topic: conversations.topic })
      .from(files)
      .innerJoin(conversations, eq(conversations.id, files.conversationId))
      .innerJoin(visitors, eq(visitors.id, conversations.visitorId))
      .where(
        and(
          eq(visitors.email, client.email),
          isNotNull(files.messageId),
          isNotNull(files.storedAt),
        ),
      )
      .orderBy(desc(files.createdAt), desc(files.id))
      .limit(SHOWN_AT_MOST),
  ]);
  const newestOf = new Map<string, FileRow>();
  const delivered = ofOrders.flatMap(({ file }) => (file.deliveryId === null ? [] : [file]));
  // The newest come first.
  for (const file of delivered) {
    const version = versionKey(file);
    if (!newestOf.has(version)) newestOf.set(version, file);
  }
  return [
    ...ofOrders.map(({ file, number }) => {
      const newest = file.deliveryId === null ? undefined : newestOf.get(versionKey(file));
      return {
        ...toRow(file, `${accountPathOf(number)}/files/${file.id}`),
        order: formatOrderNumber(number),
        topic: null,
        place: accountPathOf(number),
        newer: newest && newest.deliveryId !== file.deliveryId ? newest.id : null,
      };
    }),
    ...ofTalks.map(({ file, id, topic }) => ({
      ...toRow(file, `/chat/files/${file.id}`),
      order: null,
      topic,
      place: `/account/conversations/${id}`,
      newer: null,
    })),
  ].toSorted((one, other) => (one.at < other.at ? 1 : -1));
}

type FileRow = typeof files.$inferSelect;

const versionKey = ({ orderId, name }: FileRow) => `${orderId}/${name}`;

function toRow(file: FileRow, href: string) {
  return { file: toFileView(file), href, at: file.createdAt.toISOString(), isFromUs: file.isAgent };
}
