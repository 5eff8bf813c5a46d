import { sql } from 'drizzle-orm';
import type { Database } from '../../../platform/db/database.server.ts';
import { PreparedStatement } from '../../../platform/db/prepared-statement.server.ts';
import { together } from '../../../platform/together.ts';
import { CONVERSATION_ID } from '../../protocol/rules.ts';

const AT_ONCE = 1_000;

/** The recipients of a conversation's events: its browser and the visitor's agent. */
export interface Listeners {
  readonly browserId: string;
  readonly visitorId: string;
  readonly agentId: string | null;
}

interface Row extends Record<string, unknown> {
  id: string;
  browser_id: string;
  visitor_id: string;
  agent_id: string | null;
  secret_hash: string;
}

// Every connecting socket runs this query several times. The ids are a single JSON value, because for an
// array parameter PostgreSQL would plan anew for each number of elements.
const LISTENERS = new PreparedStatement<Row>(
  'conversation_listeners',
  sql`
  select c.id, c.browser_id, c.visitor_id, v.agent_id, b.secret_hash
  from conversations c
  join visitors v on v.id = c.visitor_id
  join visitor_browsers b on b.id = c.browser_id
  where c.id = any(array(select jsonb_array_elements_text(${sql.placeholder('ids')}::jsonb)))`,
);

function readRows(db: Database, conversationIds: readonly string[]): Promise<Row[]> {
  return LISTENERS.execute(db, { ids: JSON.stringify([...new Set(conversationIds)]) });
}

/** Returns the listeners of these conversations. Deleted conversations are missing from the map. */
export async function readListeners(
  db: Database,
  conversationIds: readonly string[],
): Promise<ReadonlyMap<string, Listeners>> {
  const listeners = new Map<string, Listeners>();
  for (let from = 0; from < conversationIds.length; from += AT_ONCE) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other, so that others have their turn
    const rows = await readRows(db, conversationIds.slice(from, from + AT_ONCE));
    for (const row of rows) listeners.set(row.id, listenersOf(row));
  }
  return listeners;
}

function listenersOf({ browser_id, visitor_id, agent_id }: Row): Listeners {
  return { browserId: browser_id, visitorId: visitor_id, agentId: agent_id };
}

export const readListenersOf = together(AT_ONCE, async (db: Database, ids: readonly string[]) => {
  const listeners = await readListeners(db, ids);
  return ids.map((id) => listeners.get(id));
});

interface Hello {
  readonly secretHash: string;
  readonly conversationId: string;
}

/**
 * Returns the listeners if the secret belongs to the conversation's browser. Equals `findBrowser` plus the
 * access check, with one query for all concurrent calls.
 */
export const readListenersForBrowser = together(
  AT_ONCE,
  async (db: Database, hellos: readonly Hello[]) => {
    // An id of another form, such as one with a NUL byte, would make the query fail.
    const ids = hellos.map(({ conversationId }) => conversationId).filter(isConversationId);
    const rows = await readRows(db, ids);
    const found = new Map(rows.map((row) => [row.id, row]));
    return hellos.map(({ conversationId, secretHash }) => {
      const row = found.get(conversationId);
      return row?.secret_hash === secretHash ? listenersOf(row) : undefined;
    });
  },
);

function isConversationId(text: string): boolean {
  return CONVERSATION_ID.test(text);
}
