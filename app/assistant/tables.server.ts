import { sql } from 'drizzle-orm';
import {
  check,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { conversations } from '../chat/server/tables.server.ts';
import { instant } from '../platform/columns.server.ts';
import { profiles } from '../accounts/server/tables.server.ts';
import { DRAFT_KINDS, DRAFT_OUTCOMES, DRAFT_STATES, type DraftSource } from './protocol/draft.ts';

/**
 * Drafts requested from a model. The text is deleted once the draft is sent or dropped, after a day at most.
 * The other columns serve reports and contain no personal data.
 */
export const answerDrafts = pgTable(
  'answer_drafts',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    conversationId: text('conversation_id').references(() => conversations.id, {
      onDelete: 'set null',
    }),
    agentId: text('agent_id').references(() => profiles.id, { onDelete: 'set null' }),
    kind: text('kind', { enum: DRAFT_KINDS }).notNull(),
    state: text('state', { enum: DRAFT_STATES }).notNull().default('drafting'),
    model: text('model').notNull(),
    text: text('text'),
    sources: jsonb('sources').$type<readonly DraftSource[]>(),
    warnings: jsonb('warnings').$type<readonly string[]>(),
    /** Keeps the number of warnings after the warnings themselves are deleted. */
    warningCount: integer('warning_count').notNull().default(0),
    upTo: integer('up_to').notNull().default(0),
    problem: text('problem'),
    createdAt: instant('created_at').notNull(),
    /** A draft still in state 'drafting' at this time was left by a crashed process. */
    deadlineAt: instant('deadline_at').notNull(),
    outcome: text('outcome', { enum: DRAFT_OUTCOMES }),
    outcomeAt: instant('outcome_at'),
  },
  (table) => [
    index('answer_drafts_created').on(table.createdAt),
    index('answer_drafts_conversation').on(table.conversationId),
    // Allows one draft in progress per member, across all processes.
    uniqueIndex('answer_drafts_under_way')
      .on(table.agentId)
      .where(sql`${table.state} = 'drafting'`),
    index('answer_drafts_undecided')
      .on(table.createdAt)
      .where(sql`${table.text} is not null`),
    check('answer_drafts_kind', sql`${table.kind} in ('answer', 'summary')`),
    check('answer_drafts_state', sql`${table.state} in ('drafting', 'ready', 'failed', 'stopped')`),
    check('answer_drafts_outcome', sql`${table.outcome} in ('taken', 'edited', 'dropped')`),
    check(
      'answer_drafts_decided',
      sql`(${table.outcome} is null) = (${table.outcomeAt} is null) and (${table.outcome} is null or ${table.state} = 'ready')`,
    ),
    // Text is stored only while the draft can still be used.
    check(
      'answer_drafts_text',
      sql`${table.text} is null or (${table.state} = 'ready' and ${table.outcome} is null)`,
    ),
  ],
);
