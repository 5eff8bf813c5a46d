import { displayName } from '../../../accounts/protocol/member.ts';
import { and, desc, eq, gt, isNotNull, isNull, sql } from 'drizzle-orm';
import type { Database } from '../../../platform/db/database.server.ts';
import { profiles } from '../../../accounts/server/tables.server.ts';
import { isConfirmedSql } from '../email-verification/is-confirmed.server.ts';
import { queuePosition } from '../assignment/queue.server.ts';
import { RATING_OPEN_MS } from '../../protocol/rules.ts';
import { conversationRatings } from '../resolution/tables.server.ts';
import { conversations, visitors } from '../tables.server.ts';
import type { ConversationView, RatingView, ServiceContext } from '../../protocol/views.ts';

// Functions in this file check no access. Callers must use access.server.ts first.

const EARLIER_SHOWN = 10;
/** A safety limit far above the usual number of open conversations. */
const OPEN_SHOWN = 100;

export async function readConversation(
  db: Database,
  conversationId: string,
): Promise<ConversationView | undefined> {
  const [row] = await selectConversations(db).where(eq(conversations.id, conversationId));
  return row && toView(row);
}

/**
 * Returns the conversations of this browser, and none of other browsers with the same address (rule 169):
 * open ones first (rule 97), then completed ones with messages, each newest first.
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

/** Returns the visitor of the conversation and the current agent. The agent is null in the queue. */
export async function readConversationOwner(
  db: Database,
  conversationId: string,
): Promise<{ visitorId: string; email: string; agentId: string | null } | undefined> {
  const [row] = await db
    .select({ visitorId: visitors.id, email: visitors.email, agentId: visitors.agentId })
    .from(conversations)
    .innerJoin(visitors, eq(visitors.id, conversations.visitorId))
    .where(eq(conversations.id, conversationId));
  return row;
}

/** Returns the visitor's newest conversations, which may be open in their tabs. */
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

export const serviceColumns = sql`c.service_section as "serviceSection",
  c.service_slug as "serviceSlug", c.service_title as "serviceTitle"`;

export function serviceOf(row: ServiceRow): ServiceContext | null {
  const { serviceSection: section, serviceSlug: slug, serviceTitle: title } = row;
  return section !== null && slug !== null ? { section, slug, title: title ?? slug } : null;
}
