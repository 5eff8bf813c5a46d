import { and, desc, eq, gt } from 'drizzle-orm';
import type { Database } from '../platform/db/database.server.ts';
import { profiles } from '../team/tables.server.ts';
import { conversations, visitors } from './tables.server.ts';
import { displayName, type ConversationView, type ServiceContext } from './views.ts';

// Nothing in this file asks who is asking: the callers have been through access.server.ts.

/** Earlier conversations offered to a browser again. */
const EARLIER_SHOWN = 10;

export async function readConversation(
  db: Database,
  conversationId: string,
): Promise<ConversationView | undefined> {
  const [row] = await selectConversations(db).where(eq(conversations.id, conversationId));
  return row && toView(row);
}

/** What this browser has talked about, newest first; conversations nobody wrote in are left out. */
export async function readBrowserConversations(
  db: Database,
  browserId: string,
): Promise<ConversationView[]> {
  const rows = await selectConversations(db)
    .where(and(eq(conversations.browserId, browserId), gt(conversations.lastNumber, 0)))
    .orderBy(desc(conversations.startedAt))
    .limit(EARLIER_SHOWN);
  return rows.map(toView);
}

/** Whose conversation it is, and who answers it now; the agent is null while it waits. */
export async function readConversationOwner(
  db: Database,
  conversationId: string,
): Promise<{ visitorId: string; agentId: string | null } | undefined> {
  const [row] = await db
    .select({ visitorId: visitors.id, agentId: visitors.agentId })
    .from(conversations)
    .innerJoin(visitors, eq(visitors.id, conversations.visitorId))
    .where(eq(conversations.id, conversationId));
  return row;
}

function selectConversations(db: Database) {
  return db
    .select({
      conversation: conversations,
      agentName: profiles.fullName,
      agentEmail: profiles.email,
    })
    .from(conversations)
    .innerJoin(visitors, eq(visitors.id, conversations.visitorId))
    .leftJoin(profiles, eq(profiles.id, visitors.agentId))
    .$dynamic();
}

interface Row {
  readonly conversation: typeof conversations.$inferSelect;
  readonly agentName: string | null;
  readonly agentEmail: string | null;
}

function toView({ conversation, agentName, agentEmail }: Row): ConversationView {
  return {
    id: conversation.id,
    topic: conversation.topic,
    service: serviceOf(conversation),
    agentName: agentEmail === null ? null : displayName(agentName, agentEmail),
    isCompleted: conversation.completedAt !== null,
    startedAt: conversation.startedAt.toISOString(),
    lastNumber: conversation.lastNumber,
    agentReadNumber: conversation.agentReadNumber,
    visitorReadNumber: conversation.visitorReadNumber,
  };
}

export function serviceOf(row: {
  readonly serviceSection: string | null;
  readonly serviceSlug: string | null;
  readonly serviceTitle: string | null;
}): ServiceContext | null {
  const { serviceSection: section, serviceSlug: slug, serviceTitle: title } = row;
  return section !== null && slug !== null ? { section, slug, title: title ?? slug } : null;
}
