import { eq } from 'drizzle-orm';
import { NEWEST, readMessagesBefore } from '../../../chat/server/read/read-messages.server.ts';
import { conversations, visitors } from '../../../chat/server/tables.server.ts';
import { isRemoved } from '../../../chat/protocol/views.ts';
import type { Database } from '../../../platform/db/database.server.ts';
import { SAID } from '../../said-limits.ts';
import type { DraftKind } from '../../protocol/draft.ts';
import { mask } from './mask.ts';

const MESSAGE_LENGTH = 2000;

/**
 * Returns the masked messages of this conversation, oldest first. Notes, unsent messages, file names and
 * other conversations are left out. The caller must check access first.
 */
export async function readSaid(
  db: Database,
  conversationId: string,
  kind: DraftKind,
  keep: readonly string[],
) {
  const [about] = await db
    .select({
      given: conversations.visitorName,
      name: visitors.name,
    })
    .from(conversations)
    .innerJoin(visitors, eq(visitors.id, conversations.visitorId))
    .where(eq(conversations.id, conversationId));
  const names = [about?.given, about?.name].filter((name) => name != null);
  const { messages, length } = SAID[kind];
  const read = await readMessagesBefore(db, conversationId, NEWEST);
  let left: number = length;
  const said = read
    .filter((message) => !isRemoved(message))
    .slice(-messages)
    .map((message) => ({
      from: message.isAgent ? ('team' as const) : ('visitor' as const),
      // A file name may reveal as much as a message.
      text: mask(message.text === '' ? 'sent files' : message.text, { keep, names }).slice(
        0,
        MESSAGE_LENGTH,
      ),
    }))
    .reverse()
    .filter(({ text }) => (left -= text.length) >= 0)
    .reverse();
  return { said, upTo: read.at(-1)?.number ?? 0 };
}
