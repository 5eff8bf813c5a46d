import { eq } from 'drizzle-orm';
import type { After } from '../../platform/change/change.server.ts';
import type { Database } from '../../platform/db/database.server.ts';
import { RefusedError } from '../../platform/errors.ts';
import type { Actor } from '../../team/members/program.ts';
import { accessToVisitor, NO_SUCH_CONVERSATION } from '../access.server.ts';
import type { ChatHost } from '../chat-host.server.ts';
import { visitors } from '../tables.server.ts';

/**
 * The visitor that something is written about, for whoever may read what was said with them: a
 * manager notes something without taking the visitor over. The row stays as it is until the change
 * is over, and whoever looks is told of it afterwards.
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
  // Asked of the judge, who knows whom a note names; the row does not change meanwhile.
  if (!visitor || !(await accessToVisitor(tx, actor, visitorId)))
    throw new RefusedError(404, NO_SUCH_CONVERSATION);
  after.hint(() => chat.personChanged(visitorId, visitor.agentId));
  return visitor;
}
