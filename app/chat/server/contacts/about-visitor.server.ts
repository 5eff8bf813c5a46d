import { eq } from 'drizzle-orm';
import type { After } from '../../../platform/change/change.server.ts';
import type { Database } from '../../../platform/db/database.server.ts';
import { RefusedError } from '../../../platform/errors.ts';
import type { Actor } from '../../../accounts/protocol/program.ts';
import { accessToVisitor, NO_SUCH_CONVERSATION } from '../access.server.ts';
import type { ChatHost } from '../chat-host.server.ts';
import { visitors } from '../tables.server.ts';

/**
 * Returns the visitor for a change by any member with read access: a manager may add a note without taking
 * the visitor over. The row stays locked until the end of the transaction, and viewers are notified
 * afterwards.
 */
export async function changeAbout(
  tx: Database,
  after: After,
  { chat }: Pick<ChatHost, 'chat'>,
  actor: Actor,
  visitorId: string,
): Promise<typeof visitors.$inferSelect> {
  const [visitor] = await tx
    .select()
    .from(visitors)
    .where(eq(visitors.id, visitorId))
    .for('no key update');
  // The access check includes mentions in notes. The row is locked, so the result stays valid.
  if (!visitor || !(await accessToVisitor(tx, actor, visitorId)))
    throw new RefusedError(404, NO_SUCH_CONVERSATION);
  after.hint(() => chat.personChanged(visitorId, visitor.agentId));
  return visitor;
}
