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
  return [
    ...ofOrders.map(({ file, number }) => ({
      ...toRow(file, `${accountPathOf(number)}/files/${file.id}`),
      order: formatOrderNumber(number),
      topic: null,
      place: accountPathOf(number),
    })),
    ...ofTalks.map(({ file, id, topic }) => ({
      ...toRow(file, `/chat/files/${file.id}`),
      order: null,
      topic,
      place: `/account/conversations/${id}`,
    })),
  ].toSorted((one, other) => (one.at < other.at ? 1 : -1));
}

function toRow(file: typeof files.$inferSelect, href: string) {
  return { file: toFileView(file), href, at: file.createdAt.toISOString(), isFromUs: file.isAgent };
}
