import { inArray } from 'drizzle-orm';
import type { Database } from '../../platform/db/database.server.ts';
import { conversations } from '../tables.server.ts';

/** Of how many conversations one query asks. */
const AT_ONCE = 1_000;

/** Which browser each of these conversations belongs to; one that is gone is not in it. */
export async function readListeners(
  db: Database,
  conversationIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const browsers = new Map<string, string>();
  for (let from = 0; from < conversationIds.length; from += AT_ONCE) {
    const rows = await db
      .select({ id: conversations.id, browserId: conversations.browserId })
      .from(conversations)
      .where(inArray(conversations.id, conversationIds.slice(from, from + AT_ONCE)));
    for (const { id, browserId } of rows) browsers.set(id, browserId);
  }
  return browsers;
}
