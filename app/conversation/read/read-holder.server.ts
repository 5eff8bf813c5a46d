import { and, eq } from 'drizzle-orm';
import type { Database } from '../../platform/db/database.server.ts';
import { RefusedError } from '../../platform/errors.ts';
import type { Member } from '../../team/members/member.ts';
import { accessToVisitor, NO_SUCH_CONVERSATION } from '../access.server.ts';
import { conversations, readMarks, visitors } from '../tables.server.ts';
import { CONVERSATION_ID } from '../wire/rules.ts';
import { readConversationOwner } from './read-conversation.server.ts';
import { readMemberName } from './read-colleagues.server.ts';

/**
 * The name of whoever has this visitor now, null for the queue: for those who see the visitor, and
 * for whoever had them before, whose draft is still in the box (DECISIONS 36). That is who has read what was
 * said. Throws {@link RefusedError} 404 for everybody else.
 */
export async function readHolder(
  db: Database,
  member: Member,
  visitorId: string,
): Promise<string | null> {
  const [visitor] = await db
    .select({ agentId: visitors.agentId, state: visitors.state })
    .from(visitors)
    .where(eq(visitors.id, visitorId));
  const isKnown =
    visitor &&
    ((await accessToVisitor(db, member, visitorId)) || (await hasRead(db, member, visitorId)));
  if (!isKnown) throw new RefusedError(404, NO_SUCH_CONVERSATION);
  return visitor.agentId === null ? null : readMemberName(db, visitor.agentId);
}

/**
 * The same for a conversation that an address names and whoever asks may not read any longer: also
 * which visitor it is, for the draft that is kept under it. Undefined where they never had them.
 */
export async function readLostConversation(
  db: Database,
  member: Member,
  conversationId: string,
): Promise<{ visitorId: string; name: string | null } | undefined> {
  if (!CONVERSATION_ID.test(conversationId)) return undefined;
  const owner = await readConversationOwner(db, conversationId);
  if (!owner || !(await hasRead(db, member, owner.visitorId))) return undefined;
  const { visitorId, agentId } = owner;
  return { visitorId, name: agentId === null ? null : await readMemberName(db, agentId) };
}

async function hasRead(db: Database, member: Member, visitorId: string): Promise<boolean> {
  const marks = await db
    .select({ number: readMarks.number })
    .from(readMarks)
    .innerJoin(conversations, eq(conversations.id, readMarks.conversationId))
    .where(and(eq(readMarks.agentId, member.id), eq(conversations.visitorId, visitorId)))
    .limit(1);
  return marks.length > 0;
}
