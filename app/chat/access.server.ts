import { eq } from 'drizzle-orm';
import type { Database } from '../platform/db/database.server.ts';
import type { Member } from '../team/member.ts';
import { may } from '../team/permissions.ts';
import { conversations, visitors } from './tables.server.ts';

/** Whoever asks: a visitor's browser, or a signed-in person of the team. */
export type Viewer =
  | { readonly kind: 'browser'; readonly browserId: string }
  | { readonly kind: 'member'; readonly member: Member };

/** What is said to whoever has no access, whether or not there is something to have access to. */
export const NO_SUCH_CONVERSATION = 'This conversation is not available.';

export type Access = 'read' | 'write';

/**
 * The one judge of conversations: for pages, HTTP, socket joins and outgoing events alike.
 * Undefined means "not yours" and "does not exist" both, so that nobody can tell them apart.
 */
export async function accessToConversation(
  db: Database,
  viewer: Viewer,
  conversationId: string,
): Promise<Access | undefined> {
  const [row] = await db
    .select({ browserId: conversations.browserId, agentId: visitors.agentId })
    .from(conversations)
    .innerJoin(visitors, eq(visitors.id, conversations.visitorId))
    .where(eq(conversations.id, conversationId));
  if (!row) return undefined;
  // The e-mail address plays no part: it is a label that anybody can type (DECISIONS 11).
  if (viewer.kind === 'browser') return row.browserId === viewer.browserId ? 'write' : undefined;
  return memberAccess(viewer.member, row.agentId);
}

/** The same for everything said with one visitor. */
export async function accessToVisitor(
  db: Database,
  member: Member,
  visitorId: string,
): Promise<Access | undefined> {
  const [row] = await db
    .select({ agentId: visitors.agentId })
    .from(visitors)
    .where(eq(visitors.id, visitorId));
  return row && memberAccess(member, row.agentId);
}

/** DECISIONS 22: agents and support see their own visitors, managers and admins see all. */
function memberAccess(member: Member, agentId: string | null): Access | undefined {
  if (agentId === member.id) return 'write';
  return may(member, 'see-every-conversation') ? 'read' : undefined;
}
