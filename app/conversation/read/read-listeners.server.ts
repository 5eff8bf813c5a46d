import { eq, inArray } from 'drizzle-orm';
import type { Database } from '../../platform/db/database.server.ts';
import { together } from '../../platform/together.ts';
import { conversations, visitorBrowsers, visitors } from '../tables.server.ts';
import { CONVERSATION_ID } from '../wire/rules.ts';

/** Of how many conversations one query asks. */
const AT_ONCE = 1_000;

/** Who hears a conversation: the browser it belongs to, and who has its visitor. */
export interface Listeners {
  readonly browserId: string;
  readonly visitorId: string;
  readonly agentId: string | null;
}

const LISTENERS = {
  id: conversations.id,
  browserId: conversations.browserId,
  visitorId: visitors.id,
  agentId: visitors.agentId,
};

/** The listeners of each of these conversations; one that is gone is not in it. */
export async function readListeners(
  db: Database,
  conversationIds: readonly string[],
): Promise<ReadonlyMap<string, Listeners>> {
  const listeners = new Map<string, Listeners>();
  for (let from = 0; from < conversationIds.length; from += AT_ONCE) {
    const rows = await db
      .select(LISTENERS)
      .from(conversations)
      .innerJoin(visitors, eq(visitors.id, conversations.visitorId))
      .where(inArray(conversations.id, conversationIds.slice(from, from + AT_ONCE)));
    for (const row of rows) listeners.set(row.id, row);
  }
  return listeners;
}

/** The same of one, with one query for all that are asked for at this moment. */
export const readListenersOf = together(AT_ONCE, async (db: Database, ids: readonly string[]) => {
  const listeners = await readListeners(db, [...new Set(ids)]);
  return ids.map((id) => listeners.get(id));
});

interface Hello {
  readonly secretHash: string;
  readonly conversationId: string;
}

/**
 * The listeners of a conversation, for whoever holds the secret of the browser it belongs to: what
 * `findBrowser` and the judge say of it, in one query for all that come at this moment.
 */
export const readListenersForBrowser = together(
  AT_ONCE,
  async (db: Database, hellos: readonly Hello[]) => {
    // Another form, such as one with a NUL, would be a fault of the query and not a refusal.
    const ids = hellos.map(({ conversationId }) => conversationId).filter(isConversationId);
    const rows = await db
      .select({ ...LISTENERS, secretHash: visitorBrowsers.secretHash })
      .from(conversations)
      .innerJoin(visitors, eq(visitors.id, conversations.visitorId))
      .innerJoin(visitorBrowsers, eq(visitorBrowsers.id, conversations.browserId))
      .where(inArray(conversations.id, [...new Set(ids)]));
    const found = new Map(rows.map((row) => [row.id, row]));
    return hellos.map(({ conversationId, secretHash }) => {
      const listeners = found.get(conversationId);
      return listeners?.secretHash === secretHash ? listeners : undefined;
    });
  },
);

function isConversationId(text: string): boolean {
  return CONVERSATION_ID.test(text);
}
