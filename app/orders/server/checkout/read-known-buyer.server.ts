import { desc, eq } from 'drizzle-orm';
import { conversations, visitors } from '../../../chat/server/tables.server.ts';
import type { Database } from '../../../platform/db/database.server.ts';

export interface KnownBuyer {
  readonly name: string;
  readonly email: string;
}

/** Returns the values of this browser's newest conversation, and of no other browser's. */
export async function readKnownBuyer(
  db: Database,
  browserId: string | undefined,
): Promise<KnownBuyer> {
  const [row] =
    browserId === undefined
      ? []
      : await db
          .select({ name: conversations.visitorName, email: visitors.email })
          .from(conversations)
          .innerJoin(visitors, eq(visitors.id, conversations.visitorId))
          .where(eq(conversations.browserId, browserId))
          .orderBy(desc(conversations.startedAt))
          .limit(1);
  return { name: row?.name ?? '', email: row?.email ?? '' };
}
