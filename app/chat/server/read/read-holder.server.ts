import { t } from '../../../i18n/translate.ts';
import { and, eq } from 'drizzle-orm';
import type { Database } from '../../../platform/db/database.server.ts';
import { RefusedError } from '../../../platform/errors.ts';
import type { Member } from '../../../accounts/protocol/member.ts';
import { accessToVisitor, NO_SUCH_CONVERSATION } from '../access.server.ts';
import { conversations, readMarks, visitors } from '../tables.server.ts';
import { CONVERSATION_ID } from '../../protocol/rules.ts';
import { readConversationOwner } from './read-conversation.server.ts';
import { readMemberName } from './read-colleagues.server.ts';

/**
 * Returns the name of the visitor's agent, null for the queue. Allowed for members with access and for
 * previous agents, whose reply draft may still be in the editor (rule 139). Throws {@link RefusedError}
 * 404 for others.
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
  if (!isKnown) throw new RefusedError(404, t(NO_SUCH_CONVERSATION));
  return visitor.agentId === null ? null : readMemberName(db, visitor.agentId);
}

/**
 * The same for a conversation to which the member lost access. The visitor's id is needed because the reply
 * draft is stored under that id. Undefined if the member never had the visitor.
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
