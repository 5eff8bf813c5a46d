import { and, asc, desc, eq, gt, isNull, sql } from 'drizzle-orm';
import type { Database } from '../../platform/db/database.server.ts';
import { profiles } from '../../team/tables.server.ts';
import { RATING_OPEN_MS } from '../wire/rules.ts';
import { conversationRatings, conversations, visitors } from '../tables.server.ts';
import {
  displayName,
  type ConversationView,
  type RatingView,
  type ServiceContext,
} from '../wire/views.ts';

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

/** More than anybody is patient enough to count; who is further back is told by asking. */
const WAITING_TOLD = 100;

/** The conversations of the queue, the first to be taken first. */
export async function readWaitingIds(db: Database): Promise<string[]> {
  const rows = await db
    .select({ id: conversations.id })
    .from(visitors)
    .innerJoin(conversations, eq(conversations.id, visitors.conversationId))
    .where(and(isNull(visitors.agentId), isNull(visitors.completedAt)))
    .orderBy(asc(conversations.startedAt), asc(conversations.id))
    .limit(WAITING_TOLD);
  return rows.map(({ id }) => id);
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

/** The ids of a visitor's newest conversations, which they may have open in their tabs. */
export async function readNewestConversations(db: Database, visitorId: string): Promise<string[]> {
  const rows = await db
    .select({ id: conversations.id })
    .from(conversations)
    .where(eq(conversations.visitorId, visitorId))
    .orderBy(desc(conversations.startedAt))
    .limit(EARLIER_SHOWN);
  return rows.map(({ id }) => id);
}

function selectConversations(db: Database) {
  return db
    .select({
      conversation: conversations,
      agentName: profiles.fullName,
      agentEmail: profiles.email,
      queuePosition: sql<string | null>`case
        when ${visitors.agentId} is null and ${visitors.completedAt} is null
          and ${visitors.conversationId} = ${conversations.id}
        then (
          select count(*) from visitors w join conversations k on k.id = w.conversation_id
          where w.agent_id is null and w.completed_at is null
            and (k.started_at, k.id) <= (${conversations.startedAt}, ${conversations.id}))
        end`,
      ratingScore: conversationRatings.score,
      ratingComment: conversationRatings.comment,
    })
    .from(conversations)
    .innerJoin(visitors, eq(visitors.id, conversations.visitorId))
    .leftJoin(profiles, eq(profiles.id, visitors.agentId))
    .leftJoin(conversationRatings, eq(conversationRatings.conversationId, conversations.id))
    .$dynamic();
}

type Row = Awaited<ReturnType<typeof selectConversations>>[number];

function toView(row: Row): ConversationView {
  const { conversation, agentName, agentEmail, queuePosition } = row;
  const { completedAt, firstAnsweredAt } = conversation;
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
    queuePosition: queuePosition === null ? null : Number(queuePosition),
    rating: ratingOf(row.ratingScore, row.ratingComment),
    ratableUntil:
      completedAt && firstAnsweredAt
        ? new Date(completedAt.getTime() + RATING_OPEN_MS).toISOString()
        : null,
  };
}

export function ratingOf(score: number | null, comment: string | null): RatingView | null {
  return score === null ? null : { score, comment };
}

export function serviceOf(row: {
  readonly serviceSection: string | null;
  readonly serviceSlug: string | null;
  readonly serviceTitle: string | null;
}): ServiceContext | null {
  const { serviceSection: section, serviceSlug: slug, serviceTitle: title } = row;
  return section !== null && slug !== null ? { section, slug, title: title ?? slug } : null;
}
