import { and, desc, eq, gt, isNotNull, isNull, sql } from 'drizzle-orm';
import type { Database } from '../../platform/db/database.server.ts';
import { profiles } from '../../team/tables.server.ts';
import { isConfirmedSql } from '../confirmation/is-confirmed.server.ts';
import { queuePosition } from '../hold/queue.server.ts';
import { RATING_OPEN_MS } from '../wire/rules.ts';
import { conversationRatings } from '../end/tables.server.ts';
import { conversations, visitors } from '../tables.server.ts';
import {
  displayName,
  type ConversationView,
  type RatingView,
  type ServiceContext,
} from '../wire/views.ts';

// Nothing in this file asks who is asking: the callers have been through access.server.ts.

/** Completed conversations offered to a browser again. */
const EARLIER_SHOWN = 10;
/** Open ones; nobody has as many. */
const OPEN_SHOWN = 100;

export async function readConversation(
  db: Database,
  conversationId: string,
): Promise<ConversationView | undefined> {
  const [row] = await selectConversations(db).where(eq(conversations.id, conversationId));
  return row && toView(row);
}

/**
 * What this browser has talked about, and nothing of what others did under the same address
 * (DECISIONS 33): all that is open first (DECISIONS 37), then what was completed and somebody wrote
 * in, each newest first.
 */
export async function readBrowserConversations(
  db: Database,
  browserId: string,
): Promise<ConversationView[]> {
  const ofBrowser = eq(conversations.browserId, browserId);
  const open = and(ofBrowser, isNull(conversations.completedAt));
  const earlier = and(
    ofBrowser,
    isNotNull(conversations.completedAt),
    gt(conversations.lastNumber, 0),
  );
  const newestFirst = [desc(conversations.startedAt), desc(conversations.id)];
  const rows = await Promise.all([
    selectConversations(db)
      .where(open)
      .orderBy(...newestFirst)
      .limit(OPEN_SHOWN),
    selectConversations(db)
      .where(earlier)
      .orderBy(...newestFirst)
      .limit(EARLIER_SHOWN),
  ]);
  return rows.flat().map(toView);
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
      queuePosition,
      isConfirmed: sql<boolean>`${isConfirmedSql(
        sql`${conversations.browserId}`,
        sql`${conversations.visitorId}`,
      )}`,
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
    agentSince: agentEmail === null ? null : (conversation.assignedAt?.toISOString() ?? null),
    isAnswered: firstAnsweredAt !== null,
    visitorName: conversation.visitorName,
    isConfirmed: row.isConfirmed,
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

export interface ServiceRow {
  readonly serviceSection: string | null;
  readonly serviceSlug: string | null;
  readonly serviceTitle: string | null;
}

/** Of a conversation `c`, for {@link serviceOf}. */
export const serviceColumns = sql`c.service_section as "serviceSection",
  c.service_slug as "serviceSlug", c.service_title as "serviceTitle"`;

export function serviceOf(row: ServiceRow): ServiceContext | null {
  const { serviceSection: section, serviceSlug: slug, serviceTitle: title } = row;
  return section !== null && slug !== null ? { section, slug, title: title ?? slug } : null;
}
