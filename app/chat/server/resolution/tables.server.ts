import { sql } from 'drizzle-orm';
import { check, index, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { hasLength, instant } from '../../../platform/columns.server.ts';
import { profiles } from '../../../accounts/server/tables.server.ts';
import { conversations } from '../tables.server.ts';
import { RATING_COMMENT_MAX_LENGTH } from '../../protocol/rules.ts';

export const conversationRatings = pgTable(
  'conversation_ratings',
  {
    conversationId: text('conversation_id')
      .primaryKey()
      .references(() => conversations.id, { onDelete: 'cascade' }),
    /** The agent at the time of the rating. A later reassignment does not change it. */
    agentId: text('agent_id').references(() => profiles.id, { onDelete: 'set null' }),
    /** From 1 to 5. */
    score: integer('score').notNull(),
    comment: text('comment'),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
  },
  (table) => [
    index('conversation_ratings_commented')
      .on(table.updatedAt)
      .where(sql`${table.comment} is not null`),
    index('conversation_ratings_agent').on(table.agentId),
    check('conversation_ratings_score', sql`${table.score} between 1 and 5`),
    check('conversation_ratings_comment', hasLength(table.comment, RATING_COMMENT_MAX_LENGTH)),
  ],
);
